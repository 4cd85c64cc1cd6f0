using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Benchmarks.SetWithExpiry;

/// <summary>MSET of a batch and an EXPIRE of each key, sent together. Not atomic: keys have no expiry when the program or the server ends in
/// between.</summary>
public sealed class MsetExpire(SetWithExpiryWorkload workload, int batch) : SetWithExpiryCase(Info, workload, batch)
{
    public static StrategyInfo Info { get; } = new(
        "mset-expire", "MSET and EXPIRE",
        "MSET of a batch and an EXPIRE of each key, sent together. Not atomic: a crash between the two leaves keys without an expiry.",
        typeof(MsetExpire))
    {
        Needs = [Capability.SeveralSlots],
        UseIt = SetWithExpirySnippets.MsetExpire,
    };

    public override long MaxCommandWords => 1 + (2L * Math.Min(BatchSize, Workload.Pairs.Count));

    protected override Traffic Traffic => SetWithExpiryTraffic.OfMsetsAndExpires(Workload, BatchSize);

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        foreach (var pairs in Workload.Pairs.Chunk(BatchSize))
        {
            var pipeline = context.Database.CreateBatch();
            var written = pipeline.StringSetAsync(pairs);
            var replies = Array.ConvertAll(pairs, pair => pipeline.KeyExpireAsync(pair.Key, Workload.Expiry));
            pipeline.Execute();
            await written;
            await Task.WhenAll(replies);
            ct.ThrowIfCancellationRequested();
        }
    }
}
