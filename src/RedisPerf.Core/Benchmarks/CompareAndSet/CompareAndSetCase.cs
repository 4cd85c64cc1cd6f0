using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.CompareAndSet;

/// <summary>Base class of all strategies: loads the keys with version 0, and compares the versions after a run with the acknowledged
/// updates.</summary>
/// <param name="strategy">The description.</param>
/// <param name="workload">The keys and the updates.</param>
/// <param name="writers">Number of writers.</param>
public abstract class CompareAndSetCase(StrategyInfo strategy, CompareAndSetWorkload workload, int writers) : Case(strategy)
{
    private const int KeysPerCommand = 1_000;

    // Hundreds of kilobytes, so a case has it only during a run.
    private LatencyHistogram? _latencies;
    private int _next;
    private int _attempts;

    public override int Connections => writers;

    public override IEnumerable<RedisKey> WrittenKeys => Workload.Keys;

    protected CompareAndSetWorkload Workload { get; } = workload;

    /// <summary>Attempts of the run, which are one for each update and one for each conflict.</summary>
    protected int Attempts => _attempts;

    /// <summary>The traffic of a run.</summary>
    protected abstract Traffic Traffic { get; }

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        (_latencies, _next, _attempts) = (new(), -1, 0);
        foreach (var keys in Workload.Keys.Chunk(KeysPerCommand))
        {
            await context.Database.SetManyAsync(Array.ConvertAll(keys, key => KeyValuePair.Create(key, Workload.Value(0)))).WaitAsync(ct);
        }

        await context.PingAsync();
    }

    /// <summary>The key of the next update of the run, for any writer.</summary>
    /// <returns>Whether there is one.</returns>
    protected bool TryTakeNext(out RedisKey key)
    {
        var number = Interlocked.Increment(ref _next);
        var isTaken = number < Workload.Options.Items;
        key = isTaken ? Workload.KeyOf(number) : default;
        return isTaken;
    }

    /// <summary>Counts an attempt.</summary>
    protected void CountAttempt() => Interlocked.Increment(ref _attempts);

    /// <summary>Records the time of an update that is acknowledged now, with all its attempts.</summary>
    /// <param name="start">The value of <see cref="Stopwatch.GetTimestamp"/> before its first attempt.</param>
    protected void Record(long start) => _latencies!.Record(Stopwatch.GetTimestamp() - start);

    public override async Task VerifyAsync(CaseContext context, CancellationToken ct)
    {
        var (lost, first) = (0L, 0);
        foreach (var keys in Workload.Keys.Chunk(KeysPerCommand))
        {
            foreach (var value in await context.Database.GetManyAsync(keys).WaitAsync(ct))
            {
                var (version, updates) = (Workload.VersionOf(value), Workload.Updates[first++]);
                if (version > updates)
                {
                    throw VerificationException.CountDiffers($"The version of {first - 1:D7}", version, updates);
                }

                lost += updates - version;
            }
        }

        if (lost > 0)
        {
            throw new VerificationException(Reason.Of(ReasonCode.UpdatesLost, ("lost", lost), ("updates", Workload.Options.Items)));
        }

        var work = context.Work;
        work.Operations = Workload.Options.Items;
        work.PayloadBytes = (long)Workload.Options.Items * Workload.Options.PayloadBytes;
        work.Sent(context.Server.IsCluster ? Traffic.WithoutSelects() : Traffic);
        work.Measurements[CompareAndSetColumns.Attempts] = (double)_attempts / Workload.Options.Items;
        work.AddPercentiles(_latencies!, CompareAndSetColumns.Percentiles);
    }

    public override Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        _latencies = null;
        return context.Database.UnlinkAsync(Workload.Keys, ct);
    }
}
