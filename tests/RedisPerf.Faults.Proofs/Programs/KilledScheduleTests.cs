using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Schedules;
using RedisPerf.Web.Tests;
using RedisPerf.Web.Tests.Schedules;

namespace RedisPerf.Faults.Proofs.Programs;

/// <summary>Kills the program around the time at which a schedule is due.</summary>
public sealed class KilledScheduleTests
{
    private const int Kills = 4;

    [Fact]
    public async Task A_due_schedule_runs_once_despite_crashes()
    {
        using var folder = new DataFolder();
        var id = await AddDueAsync(folder);

        for (var kill = 0; kill < Kills; kill++)
        {
            await using var program = ProgramProcess.Start(["--urls", "http://127.0.0.1:0"], ("RedisPerf__Data", folder.Path));
            await program.AddressAsync();

            // A little later each time: before the job is queued, while it is queued, while it is running.
            await Task.Delay(40 * kill, Ct);
            await program.KillAsync();
        }

        await using var host = WebHost.StartOn(folder);
        var schedule = await host.UntilAsync($"/api/schedules/{id}", each => each["lastJob"] is not null);

        schedule.Missed().ShouldBeEmpty();
        var job = (await host.GetAsync("/api/jobs"))["jobs"]!.AsArray().ShouldHaveSingleItem()!;
        job.Text("id").ShouldBe(schedule.Text("lastJob"));
        job.Text("schedule").ShouldBe("yearly");
        schedule.Next()[0].ShouldBeGreaterThan(DateTimeOffset.UtcNow);
    }

    /// <summary>A schedule that was due a second ago and is next due much later.</summary>
    private static async Task<Guid> AddDueAsync(DataFolder folder)
    {
        var now = DateTimeOffset.UtcNow;
        var request =
            JobDraftReader.Read(JsonDocument.Parse(SmallJob.ShortJson).RootElement, []).Validate(Catalogue.Default, [SmallJob.Target], out _);
        var schedule = new Schedule
        {
            Id = Guid.CreateVersion7(),
            Name = "yearly",
            Cron = $"0 0 1 {(now.Month + 5) % 12 + 1} *",
            TimeZone = "UTC",
            Request = request!,
            CreatedAt = now
        };
        await using var ledger = await JobLedger.OpenAsync(folder.Path, Catalogue.Default, Ct);
        await new ScheduleLedger(ledger.Database).AddAsync(schedule, now.AddSeconds(-1), Ct);
        return schedule.Id;
    }
}
