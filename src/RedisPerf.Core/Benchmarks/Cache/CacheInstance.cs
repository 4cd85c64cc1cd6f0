using System.Diagnostics;
using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Cache;

/// <summary>One instance of the application in a run, with the figures of its reads. Several callers read at the same time.</summary>
/// <param name="strategy">An object for this instance only.</param>
internal sealed class CacheInstance(CacheStrategy strategy)
{
    private readonly StrategyRun<CacheWork> _run = new(strategy);
    private long _reads;
    private long _stale;
    private long _oldest;

    /// <summary>The time of each read.</summary>
    public LatencyHistogram Latencies { get; } = new();

    /// <summary>The age of each stale read.</summary>
    public LatencyHistogram Ages { get; } = new();

    public long Reads => Volatile.Read(ref _reads);

    public long Stale => Volatile.Read(ref _stale);

    /// <summary>The age of the oldest stale read, in the unit of <see cref="Stopwatch.GetTimestamp"/>.</summary>
    public long Oldest => Volatile.Read(ref _oldest);

    public string StoredNameOf(string key) => strategy.StoredNameOf(key);

    public Task SetupAsync(CacheWork work, CaseContext context, CancellationToken ct) => _run.SetupAsync(work, context, ct);

    public Task ReadAsync(CacheWork work, CancellationToken ct) => _run.ExecuteAsync(work, ct);

    public Task ChangeAsync(CacheWork work, CancellationToken ct) => strategy.ChangeAsync(work, _run.Context, ct);

    public Task TeardownAsync(CancellationToken ct) => _run.TeardownAsync(ct);

    /// <summary>Records a read.</summary>
    /// <param name="ticks">Its time, in the unit of <see cref="Stopwatch.GetTimestamp"/>.</param>
    /// <param name="age">Its age in the same unit; null when it is not stale.</param>
    public void Record(long ticks, long? age)
    {
        Interlocked.Increment(ref _reads);
        Latencies.Record(ticks);
        if (age is not { } known)
        {
            return;
        }

        Interlocked.Increment(ref _stale);
        Ages.Record(known);
        for (var oldest = Oldest; known > oldest; oldest = Oldest)
        {
            if (Interlocked.CompareExchange(ref _oldest, known, oldest) == oldest)
            {
                return;
            }
        }
    }
}
