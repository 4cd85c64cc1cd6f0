using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Web.Live;
using RedisPerf.Web.Nodes;

namespace RedisPerf.Web.Background;

/// <summary>Estimates when each queued job starts: after the rest of the running job and the jobs before it. It is computed for a request
/// of a page or an API client, and not stored.</summary>
public sealed class QueueForecast(
    Catalogue catalogue, JobLedger ledger, JobHistory history, INodeDirectory nodes, LiveLists lists, TimeProvider time)
{
    /// <summary>The expected start of a queued job; null without an estimate.</summary>
    public async Task<ExpectedStart?> StartOfAsync(JobDocument job, CancellationToken ct) =>
        job.State == JobState.Queued ? (await StartsAsync(ct)).GetValueOrDefault(job.Id) : null;

    /// <summary>The expected starts of jobs; empty without a queued job. A job without an estimate is omitted, and so
    /// are all jobs after it.</summary>
    public async Task<IReadOnlyDictionary<Guid, ExpectedStart>> StartsOfAsync(IEnumerable<JobDocument> shown, CancellationToken ct) =>
        shown.Any(job => job.State == JobState.Queued) ? await StartsAsync(ct) : new Dictionary<Guid, ExpectedStart>();

    private async Task<Dictionary<Guid, ExpectedStart>> StartsAsync(CancellationToken ct)
    {
        var past = new Dictionary<string, IReadOnlyList<PastJob>>();
        var starts = new Dictionary<Guid, ExpectedStart>();
        // Another node may take a job earlier, in another time.
        if ((await nodes.OthersAsync(ct)).Any(node => node.State == NodeState.Active) || await LeftAsync(past, ct) is not { } left)
        {
            return starts;
        }

        var now = time.GetUtcNow();
        double? after = 0;
        foreach (var job in await ledger.QueuedAsync(ct))
        {
            starts[job.Id] = new(now.AddSeconds(left + after.Value), after.Value);
            after += await SecondsAsync(job.Request, past, ct);
            if (after is null)
            {
                break;
            }
        }

        return starts;
    }

    // Before its first progress, the running job has the forecast of its duration only.
    private async Task<double?> LeftAsync(Dictionary<string, IReadOnlyList<PastJob>> past, CancellationToken ct)
    {
        if (lists.Running is not { } running)
        {
            return 0;
        }

        return running.SecondsLeft is { } left ? left
            : await ledger.FindJobAsync(running.Id, ct) is { StartedAt: { } started } job && await SecondsAsync(job.Request, past, ct) is { } seconds
            ? Math.Max(0, seconds - (time.GetUtcNow() - started).TotalSeconds)
            : null;
    }

    // The end of a job that runs until it is decided depends on its results, and a case without an earlier run has no time.
    private async Task<double?> SecondsAsync(JobRequest request, Dictionary<string, IReadOnlyList<PastJob>> past, CancellationToken ct)
    {
        if (request.Until == RunUntil.Decided || catalogue.Find(request.Benchmark) is not { } benchmark)
        {
            return null;
        }

        if (!past.TryGetValue(request.Benchmark, out var jobs))
        {
            past[request.Benchmark] = jobs = await history.RecentAsync(request.Benchmark, Environment.MachineName, ct);
        }

        return DurationForecast.Of(request, benchmark, jobs) is { Unknown.Count: 0 } forecast ? forecast.Seconds : null;
    }
}

/// <summary>The expected start of a queued job.</summary>
/// <param name="AfterRunning">Seconds between the end of the running job and the start: the durations of the queued jobs before it.</param>
public sealed record ExpectedStart(DateTimeOffset At, double AfterRunning);
