using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>Transactions: the server queues a batch of SETs and runs them without commands of other clients in between.</summary>
public sealed class MultiExec(PipeliningWorkload workload, int batch) : SetCase(Info, workload, batch)
{
    public static StrategyInfo Info { get; } = new("multi-exec", "SET in MULTI/EXEC",
        "The SETs of a batch in one transaction; each transaction waits for the previous reply.", typeof(MultiExec))
    {
        Work = SharedWork,
        Needs = [Capability.SeveralSlots],
        UseIt = PipeliningSnippets.MultiExec,
    };

    protected override Traffic Traffic => PipeliningTraffic.OfSets(Workload).InTransactions(Batch);

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        foreach (var pairs in Workload.Pairs.Chunk(Batch))
        {
            var transaction = context.Database.CreateTransaction();
            foreach (var (key, value) in pairs)
            {
                _ = transaction.StringSetAsync(key, value);
            }

            await transaction.ExecuteAsync();
            ct.ThrowIfCancellationRequested();
        }
    }
}
