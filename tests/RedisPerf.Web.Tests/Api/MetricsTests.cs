using System.Net;
using RedisPerf.Web.Tests.Alerts;
using RedisPerf.Web.Tests.Schedules;

namespace RedisPerf.Web.Tests.Api;

public sealed class MetricsTests
{
    [Fact]
    public async Task Metrics_have_the_medians_of_schedules_and_during_a_job_those_from_its_start()
    {
        await using var host = WebHost.Start();
        var empty = await host.MetricsAsync();
        var address = await host.AddScheduleAsync(ScheduleCalls.Json("nightly \"quick\"", "0 3 1 1 *"));
        var job = await (await host.SendAsync(HttpMethod.Post, $"{address}/run")).AnswerAsync(HttpStatusCode.Created);
        var document = await host.EndedAsync(job.Text("id")!);
        var after = await host.MetricsAsync();
        var running = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        var waiting = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        await UntilMeasuringAsync(host);
        (await host.Client.DeleteAsync(address, Ct)).EnsureSuccessStatusCode().Dispose();
        var during = await host.MetricsAsync();
        (await host.CancelAsync(waiting)).Dispose();
        (await host.CancelAsync(running)).Dispose();
        await host.EndedAsync(running);
        var later = await host.MetricsAsync();

        empty["redisperf_queued_jobs"].ShouldBe(0);
        empty["redisperf_nodes{state=\"active\"}"].ShouldBe(1);
        empty.Keys.ShouldNotContain(name => name.StartsWith("redisperf_case_median_seconds{", StringComparison.Ordinal));
        foreach (var @case in document["cases"]!.AsArray())
        {
            var name = "redisperf_case_median_seconds{schedule=\"nightly "
                + $"\\\"quick\\\"\",benchmark=\"insert\",strategy=\"{(string)@case!["strategy"]!}\","
                + $"target=\"{SmallJob.Target}\",client=\"\",point=\"\",at=\"\"}}";
            after[name].ShouldBe((double)@case["summary"]!["median"]!, 1e-9);
        }

        after["redisperf_measuring"].ShouldBe(0);
        after["redisperf_open_alerts"].ShouldBe(0);
        after.ShouldContainKey("redisperf_schedule_last_end_timestamp_seconds{schedule=\"nightly \\\"quick\\\"\"}");
        during["redisperf_measuring"].ShouldBe(1);
        during["redisperf_queued_jobs"].ShouldBe(1);
        during["redisperf_running_jobs"].ShouldBe(1);
        string[] ofQueue = ["redisperf_measuring", "redisperf_queued_jobs", "redisperf_running_jobs"];
        during.Where(metric => !ofQueue.Contains(metric.Key)).ShouldBe(
            after.Where(metric => !ofQueue.Contains(metric.Key)), "the schedule was deleted during the job");
        later.Keys.ShouldNotContain(name => name.StartsWith("redisperf_case_median_seconds{", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Metrics_count_the_open_alerts()
    {
        await using var host = WebHost.Start();
        var runs = await ScheduledRuns.OnAsync(host);
        await runs.AddAsync(1, 1);
        await runs.AlertAsync("batch");

        (await host.MetricsAsync())["redisperf_open_alerts"].ShouldBe(1);
    }

    [Fact]
    public async Task Metrics_during_a_job_need_no_earlier_request_and_count_the_queue_after_each_change()
    {
        await using var host = WebHost.Start();
        var running = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        var first = await UntilMeasuringAsync(host);
        var waiting = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        var queued = await host.MetricsAsync();
        (await host.CancelAsync(waiting)).Dispose();
        var cancelled = await host.MetricsAsync();
        (await host.CancelAsync(running)).Dispose();
        await host.EndedAsync(running);

        first["redisperf_nodes{state=\"active\"}"].ShouldBe(1);
        new[] { first, queued, cancelled }.Select(metrics => (metrics["redisperf_queued_jobs"], metrics["redisperf_running_jobs"]))
            .ShouldBe([(0, 1), (1, 1), (0, 1)]);
    }

    [Fact]
    public async Task Metrics_need_the_access_token()
    {
        await using var host = WebHost.Start(("RedisPerf:AccessToken", "0123456789abcdef0123456789abcdef"));

        using var answer = await host.Client.GetAsync("/metrics", Ct);

        answer.StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
    }

    // The ledger has the state "running" shortly before the measurement.
    private static Task<Dictionary<string, double>> UntilMeasuringAsync(WebHost host) =>
        Poll.UntilAsync(host.MetricsAsync, metrics => metrics["redisperf_measuring"] == 1);
}
