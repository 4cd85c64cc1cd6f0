using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>Transactions: the server queues a batch of INCRs and runs them without commands of other clients in between.</summary>
public sealed class IncrementMultiExec(PipeliningWorkload workload, int batch) : IncrementCase(Info, workload, batch)
{
    public static StrategyInfo Info { get; } = new("incr-multi-exec", "INCR in MULTI/EXEC",
        "The INCRs of a batch in one transaction; each transaction waits for the previous reply.", typeof(IncrementMultiExec))
    {
        Work = SharedWork,
        UseIt = PipeliningSnippets.IncrementMultiExec,
    };

    protected override Traffic Traffic => PipeliningTraffic.OfIncrements(Workload).InTransactions(Batch);

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        for (var left = Workload.Increments; left > 0; left -= Batch)
        {
            var transaction = context.Database.CreateTransaction();
            for (var count = Math.Min(left, Batch); count > 0; count--)
            {
                _ = transaction.StringIncrementAsync(Workload.Counter);
            }

            await transaction.ExecuteAsync();
            ct.ThrowIfCancellationRequested();
        }
    }
}
