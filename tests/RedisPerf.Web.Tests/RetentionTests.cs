using System.Net;
using Hangfire;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Background;
using RedisPerf.Web.Live;
using RedisPerf.Web.Tests.Background;

namespace RedisPerf.Web.Tests;

/// <summary>Jobs are kept for the configured time.</summary>
public sealed class RetentionTests
{
    private const string Removed = "jobs that ended more than 30 days ago were removed.";

    [Fact]
    public async Task Jobs_that_are_too_old_are_gone_after_the_next_start_and_the_starred_ones_stay()
    {
        using var folder = new DataFolder();
        string starred;
        await using (var host = WebHost.StartOn(folder))
        {
            starred = await EndedAsync(host);
            await EndedAsync(host);
            await host.Services.GetRequiredService<JobHistory>().StarAsync(Guid.Parse(starred), starred: true, Ct);
            host.Log.ShouldNotContain(Removed);
        }

        await using var later = WebHost.StartOn(folder, new DaysLater(31), ("RedisPerf:KeepJobs", "30"));

        await Poll.UntilAsync(() => later.Log.Contains($"Information: 1 {Removed}", StringComparison.Ordinal));
        (await later.GetAsync("/api/jobs"))["jobs"]!.AsArray().Select(job => job!.Text("id")).ShouldBe([starred]);
    }

    [Fact]
    public async Task Jobs_that_become_too_old_while_the_program_runs_are_removed_within_a_day()
    {
        var time = new DaysLater(0);
        using var folder = new DataFolder();
        await using var host = WebHost.StartOn(folder, time, ("RedisPerf:KeepJobs", "30"));
        var id = await EndedAsync(host);

        time.Days = 29;
        await host.RunAsync(Housekeeping.Retention);
        (await host.GetAsync($"/api/jobs/{id}")).Text("id").ShouldBe(id);
        time.Days = 31;
        var lists = host.Services.GetRequiredService<LiveLists>();
        var version = lists.Version;
        await host.RunAsync(Housekeeping.Retention);

        lists.Version.ShouldBeGreaterThan(version, "the open lists load again");
        host.Log.ShouldContain($"Information: 1 {Removed}");
        (await host.Client.GetAsync($"/api/jobs/{id}", Ct)).StatusCode.ShouldBe(HttpStatusCode.NotFound);
        host.Recurring(Housekeeping.Retention).Cron.ShouldBe(Cron.Daily());
    }

    private static async Task<string> EndedAsync(WebHost host)
    {
        var id = (await host.QueueAsync(SmallJob.ShortJson)).Text("id")!;
        await host.EndedAsync(id);
        return id;
    }

    /// <summary>A clock that is ahead.</summary>
    private sealed class DaysLater(int days) : TimeProvider
    {
        public int Days { get; set; } = days;

        public override DateTimeOffset GetUtcNow() => base.GetUtcNow().AddDays(Days);
    }
}
