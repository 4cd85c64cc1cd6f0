using System.Collections.Concurrent;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;
using RedisPerf.Web.Live;
using RedisPerf.Web.Nodes;

namespace RedisPerf.Web.Background;

/// <summary>Removes the keys that jobs left on existing servers: at the start, before each job on such a server, and every 30 seconds while
/// no job runs. After a failed attempt the pause is doubled, up to an hour.</summary>
public sealed class LeftKeyRemoval(
    LeftKeyLedger ledger, TargetCatalogue targets, JobsElsewhere elsewhere, INodeDirectory nodes, MeasurementLock measurementLock, LedgerClock clock,
    TimeProvider time, ILogger<LeftKeyRemoval> logger)
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan MaximumPause = TimeSpan.FromHours(1);

    private readonly TaskCompletionSource _tried = new(TaskCreationOptions.RunContinuationsAsynchronously);

    // The failed attempts and the time of the last one, by address. In memory: a change of the wall clock has no effect, and a
    // start tries all.
    private readonly ConcurrentDictionary<string, (int Attempts, long At)> _failures = new();

    /// <summary>Completes when the first attempt has ended. No job may run before.</summary>
    public Task Tried => _tried.Task;

    /// <summary>Removes left keys until the program ends. Call it once.</summary>
    /// <param name="interrupted">The jobs that ran when the last process ended.</param>
    /// <param name="ct">Cancelled when the program ends.</param>
    public async Task RunAsync(IReadOnlyList<Job> interrupted, CancellationToken ct)
    {
        try
        {
            await elsewhere.RefreshAsync(ct);

            // A job of a version that did not store them.
            foreach (var job in interrupted)
            {
                await ledger.ExpectAsync(ledger.Of(job, targets.Find), ct);
            }
        }
        catch (LedgerException exception)
        {
            logger.LogWarning(exception, "The jobs that may have left keys could not be stored");
        }

        while (!ct.IsCancellationRequested)
        {
            await TryAsync(left => IsDue(left.Address) && !elsewhere.Uses(left.Target), ct);
            _tried.TrySetResult();
            await Task.Delay(Pause, time, ct).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        _tried.TrySetResult();
    }

    /// <summary>Removes the left keys on the servers of a job. Until the result is disposed, no other keys are removed, which
    /// would disturb the job.</summary>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public async Task<IDisposable> BeginJobAsync(Job job, CancellationToken ct)
    {
        ConfiguredTarget[] servers = [.. job.Request.Targets.Select(targets.Find).OfType<ConfiguredTarget>()];
        await TryAsync(left => servers.Any(server => ledger.IsAt(server, left)), ct);
        return await measurementLock.AcquireAsync(ct);
    }

    private bool IsDue(string address) =>
        !_failures.TryGetValue(address, out var failure)
        || time.GetElapsedTime(failure.At) >= Pause * Math.Min(Math.Pow(2, failure.Attempts), MaximumPause / Pause);

    private async Task TryAsync(Func<LeftKeys, bool> isChosen, CancellationToken ct)
    {
        IDisposable mine;
        try
        {
            mine = await measurementLock.AcquireAsync(ct);
        }
        catch (OperationCanceledException)
        {
            return;
        }

        try
        {
            // One after the other on a server, and no further attempt on a server that does not reply.
            var left = await ledger.ListAsync(ct);
            await Task.WhenAll(left.Where(isChosen).GroupBy(each => each.Address).Select(onServer => RemoveAsync([.. onServer], ct)));
        }
        catch (LedgerException exception)
        {
            logger.LogWarning(exception, "The jobs that may have left keys could not be read or stored");
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            // The program ends; the next start tries again.
        }
        catch (Exception exception)
        {
            // An exception in a background service stops the program.
            logger.LogError(exception, "The removal of left keys failed; it is tried again");
        }
        finally
        {
            mine.Dispose();
        }
    }

    private async Task RemoveAsync(IReadOnlyList<LeftKeys> onServer, CancellationToken ct)
    {
        Reason? failure = null;
        foreach (var left in onServer)
        {
            failure ??= await FindFailureAsync(left, ct);
            if (failure is not null)
            {
                logger.LogWarning("{Left}", left.WithCause(failure).ToText());
                await ledger.ReportAsync(left, failure, ct);
            }
        }

        if (failure is null)
        {
            _failures.TryRemove(onServer[0].Address, out _);
        }
        else
        {
            _failures.AddOrUpdate(onServer[0].Address, _ => (0, time.GetTimestamp()), (_, last) => (last.Attempts + 1, time.GetTimestamp()));
        }
    }

    private async Task<Reason?> FindFailureAsync(LeftKeys left, CancellationToken ct)
    {
        // Several targets can have the same address, with other credentials.
        if (targets.Targets.OfType<ConfiguredTarget>().Where(target => ledger.IsAt(target, left)).MaxBy(target => target.Name == left.Target)
            is not { } server)
        {
            // Another node may have it.
            return (await nodes.OthersAsync(ct)).Count > 0 ? null : Reason.Of(ReasonCode.TargetRemoved);
        }

        try
        {
            var removed = await ledger.RemoveAsync(left, server, clock.GetUtcNow(), ct);
            if (removed is null)
            {
                logger.LogDebug(
                    "The keys of job {Job} on {Target} are removed later: another RedisPerf measures a job on the server", left.JobId, left.Target);
            }
            else if (removed > 0)
            {
                logger.LogInformation("Removed {Keys} keys of job {Job} from {Target}", removed, left.JobId, left.Target);
            }

            return null;
        }
        catch (TargetException exception)
        {
            return exception.Reason;
        }
    }
}
