using System.Net;
using Hangfire;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Background;

namespace RedisPerf.Web.Tests.Background;

/// <summary>Hangfire may deliver a job more than once. The job runs once.</summary>
public sealed class JobExecutionTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    [Fact]
    public async Task A_job_that_is_offered_twice_runs_once()
    {
        var blocking = (await _host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        var id = Guid.Parse((await _host.QueueAsync(SmallJob.ShortJson)).Text("id")!);
        var again = _host.Services.GetRequiredService<IBackgroundJobClientV2>().Enqueue<MeasuringJob>(
            QueueNames.MeasurementQueue(Environment.MachineName), job => job.RunAsync("insert", "embedded"));

        await _host.UntilAsync(blocking, "running");
        await _host.CancelAsync(blocking);
        var ended = await _host.UntilAsync(id.ToString(), "completed");
        await _host.UntilInStateAsync(again, "Succeeded");

        (await _host.GetAsync($"/api/jobs/{id}")).ToJsonString().ShouldBe(ended.ToJsonString());
    }

    [Fact]
    public async Task A_job_that_is_executed_several_times_at_once_runs_once()
    {
        var ledger = _host.Services.GetRequiredService<JobLedger>();
        var template = (await _host.EndedAsync((await _host.QueueAsync(SmallJob.ShortJson)).Text("id")!)).Text("id")!;
        var request = (await ledger.FindAsync(Guid.Parse(template), Ct))!.Request with { Benchmark = "insert" };
        var job = Job.Create(request, RequestedBy.Api, DateTimeOffset.UtcNow, note: null, schedule: null);
        await ledger.EnqueueAsync(job, queueLimit: 100, Ct);
        var execution = _host.Services.GetRequiredService<JobExecution>();

        await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Run(() => execution.RunAsync(job.Id, Ct), Ct)));

        var ended = await _host.GetAsync($"/api/jobs/{job.Id}");
        ended.Text("state").ShouldBe("completed", ended.Text("error"));
        ended["cases"]!.AsArray().ShouldAllBe(each => each!["runs"]!.AsArray().Count == 1);
    }

    [Fact]
    public async Task More_rounds_wait_for_the_end_of_the_execution()
    {
        var id = Guid.Parse((await _host.EndedAsync((await _host.QueueAsync(SmallJob.ShortJson)).Text("id")!)).Text("id")!);
        var running = _host.Services.GetRequiredService<RunningJobs>();
        await running.UntilEndedAsync(id, Ct);

        Task<HttpResponseMessage> added;
        using (running.TryBegin(id))
        {
            added = _host.Client.PostAsync($"/api/jobs/{id}/rounds", null, Ct);
            await Task.Delay(200, Ct);
            (await _host.GetAsync($"/api/jobs/{id}")).Text("state").ShouldBe("completed");
        }

        (await added).StatusCode.ShouldBe(HttpStatusCode.Accepted);
        (await _host.EndedAsync(id.ToString()))["request"].ShouldNotBeNull().Text("until").ShouldBe("decided");
    }
}
