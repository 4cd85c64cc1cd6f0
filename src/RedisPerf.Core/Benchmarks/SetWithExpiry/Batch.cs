using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.SetWithExpiry;

/// <summary>The SETEX commands of a batch are sent together, then all replies are awaited: a round trip for every batch.</summary>
public sealed class Batch(SetWithExpiryWorkload workload, int batch) : SetWithExpiryCase(Info, workload, batch)
{
    public static StrategyInfo Info { get; } = new(
        "batch", "SETEX, pipelined", "The SETEX commands of a batch are sent together, then all replies are awaited.", typeof(Batch))
    {
        UseIt = SetWithExpirySnippets.Batch,
    };

    protected override Traffic Traffic => SetWithExpiryTraffic.OfSetexs(Workload);

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        foreach (var pairs in Workload.Pairs.Chunk(BatchSize))
        {
            var pipeline = context.Database.CreateBatch();
            var replies = Array.ConvertAll(pairs, pair => pipeline.StringSetAsync(pair.Key, pair.Value, Workload.Expiry));
            pipeline.Execute();
            await Task.WhenAll(replies);
            ct.ThrowIfCancellationRequested();
        }
    }
}
