using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Cache;

/// <summary>One instance of the application in a run, with the figures of its reads. Several callers read at the same time.</summary>
/// <param name="strategy">An object for this instance only.</param>
internal sealed class CacheInstance(CacheStrategy strategy)
{
    private readonly StrategyRun<CacheWork> _run = new(strategy);

    /// <summary>The time of each read.</summary>
    public LatencyHistogram Latencies { get; } = new();

    /// <summary>The age of each stale read.</summary>
    public LatencyHistogram Ages { get; } = new();

    public string StoredNameOf(string key) => strategy.StoredNameOf(key);

    public Task SetupAsync(CacheWork work, CaseContext context, CancellationToken ct) => _run.SetupAsync(work, context, ct);

    public Task ReadAsync(CacheWork work, CancellationToken ct) => _run.ExecuteAsync(work, ct);

    public Task ChangeAsync(CacheWork work, CancellationToken ct) => strategy.ChangeAsync(work, _run.Context, ct);

    public Task TeardownAsync(CancellationToken ct) => _run.TeardownAsync(ct);
}
