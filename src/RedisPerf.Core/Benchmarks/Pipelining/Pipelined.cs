using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>The SETs of a batch are sent together, then all replies are awaited: a round trip for every batch.</summary>
public sealed class Pipelined(PipeliningWorkload workload, int batch) : SetCase(Info, workload, batch)
{
    public static StrategyInfo Info { get; } = new("pipelined", "SET, pipelined",
        "The SETs of a batch are sent together, then all replies are awaited.", typeof(Pipelined))
    {
        Work = SharedWork,
        UseIt = PipeliningSnippets.Pipelined,
    };

    protected override Traffic Traffic => PipeliningTraffic.OfSets(Workload);

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        foreach (var pairs in Workload.Pairs.Chunk(Batch))
        {
            var pipeline = context.Database.CreateBatch();
            var replies = Array.ConvertAll(pairs, pair => pipeline.StringSetAsync(pair.Key, pair.Value));
            pipeline.Execute();
            await Task.WhenAll(replies);
            ct.ThrowIfCancellationRequested();
        }
    }
}
