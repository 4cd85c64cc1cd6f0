using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Benchmarks.SetWithExpiry;

/// <summary>Transactions: the server queues a batch of SETEX commands and runs them without commands of other clients in between.</summary>
public sealed class MultiExec(SetWithExpiryWorkload workload, int batch) : SetWithExpiryCase(Info, workload, batch)
{
    public static StrategyInfo Info { get; } = new("multi-exec", "SETEX in MULTI/EXEC",
        "The SETEX commands of a batch in one transaction; each transaction waits for the previous reply.", typeof(MultiExec))
    {
        Needs = [Capability.SeveralSlots],
        UseIt = SetWithExpirySnippets.MultiExec,
    };

    protected override Traffic Traffic => SetWithExpiryTraffic.OfSetexs(Workload).InTransactions(BatchSize);

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        foreach (var pairs in Workload.Pairs.Chunk(BatchSize))
        {
            var transaction = context.Database.CreateTransaction();
            foreach (var (key, value) in pairs)
            {
                _ = transaction.StringSetAsync(key, value, Workload.Expiry);
            }

            await transaction.ExecuteAsync();
            ct.ThrowIfCancellationRequested();
        }
    }
}
