using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>Many values in one command: one round trip, one command to parse and one reply for every batch.</summary>
public sealed class Mset(PipeliningWorkload workload, int batch) : SetCase(Info, workload, batch)
{
    public static StrategyInfo Info { get; } = new(
        "mset", "MSET", "The values of a batch in one MSET; each MSET waits for the previous reply.", typeof(Mset))
    {
        Work = SharedWork,
        Needs = [Capability.SeveralSlots],
        UseIt = PipeliningSnippets.Mset,
    };

    public override long MaxCommandWords => 1 + (2L * Math.Min(Batch, Workload.Pairs.Count));

    protected override Traffic Traffic => PipeliningTraffic.OfMsets(Workload, Batch);

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        foreach (var pairs in Workload.Pairs.Chunk(Batch))
        {
            await context.Database.StringSetAsync(pairs);
            ct.ThrowIfCancellationRequested();
        }
    }
}
