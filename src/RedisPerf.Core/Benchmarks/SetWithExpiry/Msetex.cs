using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Engines;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.SetWithExpiry;

/// <summary>Many values with one expiry in one command: one round trip, one command to parse and one reply for every batch.</summary>
public sealed class Msetex(SetWithExpiryWorkload workload, int batch) : SetWithExpiryCase(Info, workload, batch)
{
    public static StrategyInfo Info { get; } = new("msetex", "MSETEX",
        "The values of a batch with one expiry in one MSETEX; each MSETEX waits for the previous reply.", typeof(Msetex))
    {
        Needs = [Capability.SeveralSlots, "msetex"],
        UseIt = SetWithExpirySnippets.Msetex,
    };

    public override long MaxCommandWords => 4 + (2L * Math.Min(BatchSize, Workload.Pairs.Count));

    protected override Traffic Traffic => SetWithExpiryTraffic.OfMsetexs(Workload, BatchSize);

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        foreach (var pairs in Workload.Pairs.Chunk(BatchSize))
        {
            await context.Database.StringSetAsync(pairs, When.Always, Workload.Expiry);
            ct.ThrowIfCancellationRequested();
        }
    }
}
