using System.Globalization;
using System.Text;
using Prometheus;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Ledger.Schedules;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Api;

/// <summary>The metrics of the ledger for Prometheus.</summary>
internal static class MetricsEndpoint
{
    public static void MapMetrics(this IEndpointRouteBuilder app) => app
        .MapGet("/metrics", async (MetricsReader metrics, CancellationToken ct) => TypedResults.Text(await metrics.ReadAsync(ct), PrometheusConstants.TextContentType))
        .WithSummary("Metrics for Prometheus: medians of the schedules, jobs, alerts, and nodes");
}

/// <summary>
/// Reads the metrics. While this process measures a job, the answer has the values from before: reading the ledger takes CPU
/// time on the machine that measures.
/// </summary>
internal sealed class MetricsReader(ScheduleLedger schedules, ScheduledRunLedger scheduledRuns, AlertLedger alerts, JobLedger jobs, NodeLedger nodes, LiveJobs live)
{
    private static readonly string[] CaseLabels = ["schedule", "benchmark", "strategy", "target", "client", "point"];

    private volatile byte[] _last = [];

    /// <summary>The metrics in the text format of Prometheus.</summary>
    /// <exception cref="Ledger.Storage.LedgerException">The ledger does not answer.</exception>
    public async Task<string> ReadAsync(CancellationToken ct)
    {
        var isMeasuring = live.AreMeasuring;
        if (!isMeasuring)
        {
            _last = await TextAsync(registry => FillAsync(registry, ct), ct);
        }

        var state = await TextAsync(
            registry =>
            {
                registry.CreateGauge("redisperf_measuring", "1 while this node measures a job. The other metrics are then from before the job.").Set(isMeasuring ? 1 : 0);
                return Task.CompletedTask;
            },
            ct);
        return Encoding.UTF8.GetString([.. state, .. _last]);
    }

    // A new registry for each request: a deleted schedule or target no longer has a metric.
    private static async Task<byte[]> TextAsync(Func<MetricFactory, Task> fill, CancellationToken ct)
    {
        var registry = Metrics.NewCustomRegistry();
        await fill(Metrics.WithCustomRegistry(registry));
        using var text = new MemoryStream();
        await registry.CollectAndExportAsTextAsync(text, ct);
        return text.ToArray();
    }

    private async Task FillAsync(MetricFactory metrics, CancellationToken ct)
    {
        await FillSchedulesAsync(metrics, ct);
        metrics.CreateGauge("redisperf_queued_jobs", "Jobs that wait in the queue.").Set(await jobs.CountQueuedAsync(ct));
        metrics.CreateGauge("redisperf_running_jobs", "Jobs that run, on all nodes.").Set((await jobs.RunningAsync(ct)).Count);
        metrics.CreateGauge("redisperf_open_alerts", "Open alerts.").Set(await alerts.CountOpenAsync(ct));
        var byState = metrics.CreateGauge("redisperf_nodes", "Nodes of the ledger, by their state.", "state");
        var known = await nodes.ListAsync(ct);
        foreach (var state in Enum.GetValues<NodeState>())
        {
            byState.WithLabels(state.ToString().ToLowerInvariant()).Set(known.Count(node => node.State == state));
        }
    }

    private async Task FillSchedulesAsync(MetricFactory metrics, CancellationToken ct)
    {
        var medians = metrics.CreateGauge("redisperf_case_median_seconds", "Median time of a case in the last completed job of a schedule, per operation where the benchmark declares one.", CaseLabels);
        var ends = metrics.CreateGauge("redisperf_schedule_last_end_timestamp_seconds", "End of the last completed job of a schedule, in seconds since 1970.", "schedule");
        foreach (var record in (await schedules.ListAsync(ct)).Where(record => record.Damage is null))
        {
            var name = record.Schedule.Name;
            if (await scheduledRuns.ListAsync(name, 1, null, ct) is not [var last])
            {
                continue;
            }

            foreach (var (key, times) in last.Times.Where(each => each.Value.Count > 0))
            {
                medians.WithLabels(name, last.Job.Benchmark, key.Strategy, key.Target, key.Client ?? "", key.Point?.ToString(CultureInfo.InvariantCulture) ?? "").Set(CaseLevel.Of(times).Median);
            }

            if (last.Job.EndedAt is { } endedAt)
            {
                ends.WithLabels(name).Set(endedAt.ToUnixTimeMilliseconds() / 1e3);
            }
        }
    }
}
