using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Web.Live;
using RedisPerf.Web.Nodes;

namespace RedisPerf.Web.Background;

/// <summary>Estimates when each queued job starts: after the rest of the running job and the jobs before it. It is computed for a request
/// of a page or an API client, and not stored.</summary>
public sealed class QueueForecast(
    JobLedger ledger, DurationForecasts durationForecasts, INodeDirectory nodes, LiveLists lists, TimeProvider time)
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
        var starts = new Dictionary<Guid, ExpectedStart>();
        // Another node may take a job earlier, in another time.
        if ((await nodes.OthersAsync(ct)).Any(node => node.State == NodeState.Active) || await LeftAsync(ct) is not { } left)
        {
            return starts;
        }

        var now = time.GetUtcNow();
        var queued = await ledger.QueuedAsync(ct);
        var durations = await durationForecasts.OfAsync([.. queued.Select(RemainingOf)], ct);
        var (after, low, high) = (0.0, left.Low, left.High);
        foreach (var (job, duration) in queued.Zip(durations))
        {
            starts[job.Id] = new(now.AddSeconds(left.Seconds + after), after, new(now.AddSeconds(low), now.AddSeconds(high)));
            // The end of a job that runs until it is decided depends on its results.
            if (RemainingOf(job).Until == RunUntil.Decided || duration is null)
            {
                break;
            }

            (after, low, high) = (after + duration.Seconds, low + duration.Low, high + duration.High);
        }

        return starts;
    }

    private static JobRequest RemainingOf(Job job) =>
        job.ProfileOnly ? job.Request with { Until = RunUntil.Rounds, Runs = 0, Warmups = 0, Profile = true } : job.Request;

    // Before its first progress, the running job has the forecast of its duration only.
    private async Task<(double Seconds, double Low, double High)?> LeftAsync(CancellationToken ct)
    {
        if (lists.Running is not { } running)
        {
            return (0, 0, 0);
        }

        if (running.SecondsLeft is { } left)
        {
            return (left, left, left);
        }

        if (await ledger.FindJobAsync(running.Id, ct) is not { StartedAt: { } started, Request.Until: not RunUntil.Decided } job
            || (await durationForecasts.OfAsync([job.Request], ct))[0] is not { } duration)
        {
            return null;
        }

        var past = (time.GetUtcNow() - started).TotalSeconds;
        return (Math.Max(0, duration.Seconds - past), Math.Max(0, duration.Low - past), Math.Max(0, duration.High - past));
    }
}

/// <summary>The expected start of a queued job.</summary>
/// <param name="AfterRunning">Seconds between the end of the running job and the start: the durations of the queued jobs before it.</param>
/// <param name="Range">The times when all jobs before it are short, and when they are long.</param>
public sealed record ExpectedStart(DateTimeOffset At, double AfterRunning, StartRange Range)
{
    /// <summary>The document of a job with its expected start.</summary>
    public static JobDocument AddTo(JobDocument job, ExpectedStart? start) =>
        job with { ExpectedStart = start?.At, ExpectedStartRange = start?.Range };
}
