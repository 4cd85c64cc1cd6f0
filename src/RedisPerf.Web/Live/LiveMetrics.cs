using System.Globalization;
using System.Text;
using Prometheus;
using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Ledger.Schedules;

namespace RedisPerf.Web.Live;

/// <summary>The metrics for Prometheus. Reading the ledger takes CPU time on the machine that measures. While this process measures a job,
/// the medians, alerts and nodes are therefore those from the start of the job. The running jobs are in memory, and the queued ones are
/// counted when the queue changes.</summary>
public sealed class LiveMetrics(ScheduleLedger schedules, ScheduledRunLedger scheduledRuns, AlertLedger alerts, JobLedger jobs,
    NodeLedger nodes, LiveJobs live, LiveLists lists, ILogger<LiveMetrics> logger)
    : IDisposable
{
    private static readonly string[] CaseLabels = ["schedule", "benchmark", "strategy", "target", "client", "point", "at"];

    // An older read must not replace a newer one.
    private readonly SemaphoreSlim _order = new(1, 1);
    private byte[] _ofLedger = [];
    private int _queued;

    /// <summary>The metrics in the text format of Prometheus.</summary>
    /// <exception cref="Ledger.Storage.LedgerException">The ledger does not answer.</exception>
    public async Task<string> ReadAsync(CancellationToken ct)
    {
        var text = "";
        await InOrderAsync(async ct => text = await TextAsync(ct), ct);
        return text;
    }

    /// <summary>Reads the ledger, before this process measures a job. An error is logged and does not affect the job.</summary>
    public async Task RefreshAsync(CancellationToken ct)
    {
        try
        {
            await InOrderAsync(ReadLedgerAsync, ct);
        }
        catch (Exception exception) when (!ct.IsCancellationRequested)
        {
            logger.LogWarning(exception, "The metrics could not be read. During the job they are older than the job");
        }
    }

    /// <summary>Counts the queued jobs, after a change of the queue.</summary>
    /// <exception cref="Ledger.Storage.LedgerException">The ledger does not answer.</exception>
    public Task CountQueuedAsync(CancellationToken ct) => InOrderAsync(async ct => _queued = await jobs.CountQueuedAsync(ct), ct);

    public void Dispose() => _order.Dispose();

    private async Task<string> TextAsync(CancellationToken ct)
    {
        var isMeasuring = live.AreMeasuring;
        var running = lists.RunningCount;
        if (!isMeasuring)
        {
            await ReadLedgerAsync(ct);
            running = (await jobs.RunningAsync(ct)).Count;
        }

        var state = await ExportAsync(
            metrics =>
            {
                metrics.CreateGauge("redisperf_measuring",
                    "1 while this node measures a job. Medians, alerts and nodes are then from the start of the job.").Set(isMeasuring ? 1 : 0);
                metrics.CreateGauge("redisperf_queued_jobs", "Jobs that wait in the queue.").Set(_queued);
                metrics.CreateGauge("redisperf_running_jobs", "Jobs that run, on all nodes.").Set(running);
                return Task.CompletedTask;
            },
            ct);
        return Encoding.UTF8.GetString([.. state, .. _ofLedger]);
    }

    private async Task InOrderAsync(Func<CancellationToken, Task> read, CancellationToken ct)
    {
        await _order.WaitAsync(ct);
        try
        {
            await read(ct);
        }
        finally
        {
            _order.Release();
        }
    }

    // A new registry for each request: a deleted schedule or target no longer has a metric.
    private static async Task<byte[]> ExportAsync(Func<MetricFactory, Task> fill, CancellationToken ct)
    {
        var registry = Metrics.NewCustomRegistry();
        await fill(Metrics.WithCustomRegistry(registry));
        using var text = new MemoryStream();
        await registry.CollectAndExportAsTextAsync(text, ct);
        return text.ToArray();
    }

    private async Task ReadLedgerAsync(CancellationToken ct)
    {
        _ofLedger = await ExportAsync(metrics => FillAsync(metrics, ct), ct);
        _queued = await jobs.CountQueuedAsync(ct);
    }

    private async Task FillAsync(MetricFactory metrics, CancellationToken ct)
    {
        await FillSchedulesAsync(metrics, ct);
        metrics.CreateGauge("redisperf_open_alerts", "Open alerts.").Set(await alerts.CountOpenAsync(ct));
        var byState = metrics.CreateGauge("redisperf_nodes", "Nodes of the ledger, by their state.", "state");
        var known = await nodes.ListAsync(ct);
        foreach (var state in Enum.GetValues<NodeState>())
        {
            byState.WithLabels(state.ToWord()).Set(known.Count(node => node.State == state));
        }
    }

    private async Task FillSchedulesAsync(MetricFactory metrics, CancellationToken ct)
    {
        var medians = metrics.CreateGauge("redisperf_case_median_seconds",
            "Median time of a case in the last completed job of a schedule, per operation where the benchmark declares one.", CaseLabels);
        var ends = metrics.CreateGauge(
            "redisperf_schedule_last_end_timestamp_seconds", "End of the last completed job of a schedule, in seconds since 1970.", "schedule");
        foreach (var record in (await schedules.ListAsync(ct)).Where(record => record.Damage is null))
        {
            var name = record.Schedule.Name;
            if (await scheduledRuns.ListAsync(name, 1, null, ct) is not [var last])
            {
                continue;
            }

            foreach (var (key, times) in last.Times.Where(each => each.Value.Count > 0))
            {
                medians.WithLabels(name, last.Job.Benchmark, key.Strategy, key.Target, key.Client ?? "",
                    key.Point?.ToString(CultureInfo.InvariantCulture) ?? "", OtherCoordinates.TextOf(key.At) ?? "").Set(CaseLevel.Of(times).Median);
            }

            if (last.Job.EndedAt is { } endedAt)
            {
                ends.WithLabels(name).Set(endedAt.ToUnixTimeMilliseconds() / 1e3);
            }
        }
    }
}
