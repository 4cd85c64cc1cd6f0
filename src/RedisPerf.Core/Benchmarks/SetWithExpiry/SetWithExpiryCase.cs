using System.Collections;
using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.SetWithExpiry;

/// <summary>Base class of all strategies: empties the keys before a run, and compares all values and expiries after it.</summary>
/// <param name="strategy">The description.</param>
/// <param name="workload">The keys and values.</param>
/// <param name="batch">Keys in a batch; 1 for a strategy that waits for each key.</param>
public abstract class SetWithExpiryCase(StrategyInfo strategy, SetWithExpiryWorkload workload, int batch) : Case(strategy)
{
    private const int KeysPerCheck = 1_000;

    public override IReadOnlyList<string> SizeOptions => ["batchSize", "payloadBytes"];

    public override IEnumerable<RedisKey> WrittenKeys => Workload.Values.Keys;

    public override bool HasOwnExpiry => true;

    protected SetWithExpiryWorkload Workload { get; } = workload;

    /// <summary>Keys in a batch.</summary>
    protected int BatchSize { get; } = batch;

    /// <summary>The traffic of a run.</summary>
    protected abstract Traffic Traffic { get; }

    public override Task SetupAsync(CaseContext context, CancellationToken ct) => context.Database.UnlinkAsync(WrittenKeys, ct);

    public override async Task VerifyAsync(CaseContext context, CancellationToken ct)
    {
        await Workload.Values.VerifyAsync(context.Database, new BitArray(Workload.Pairs.Count, true), ct);
        foreach (var keys in Workload.Values.Keys.Chunk(KeysPerCheck))
        {
            var expiries = await Task.WhenAll(Array.ConvertAll(keys, key => context.Database.KeyTimeToLiveAsync(key))).WaitAsync(ct);
            foreach (var (key, expiry) in keys.Zip(expiries))
            {
                VerificationException.CheckExpiry(NumberedKeys.ShortNameOf(key), expiry, Workload.Expiry);
            }
        }

        context.Work.Operations = Workload.Pairs.Count;
        context.Work.PayloadBytes = Workload.PayloadBytes;
        context.Work.Sent(context.Server.IsCluster ? Traffic.WithoutSelects() : Traffic);
    }

    public override Task TeardownAsync(CaseContext context, CancellationToken ct) => context.Database.UnlinkAsync(WrittenKeys, ct);
}
