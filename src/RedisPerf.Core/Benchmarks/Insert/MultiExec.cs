using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>Transactions: the server queues 100 writes and runs them without commands of other clients in between.</summary>
public sealed class MultiExec(InsertWorkload workload) : InsertCase(Info, workload)
{
    public override IReadOnlyList<string> SizeOptions => ["batchSize", "payloadBytes"];

    public static StrategyInfo Info { get; } = new(
        "multi-exec", "MULTI/EXEC", "Transactions of many HSETs (100 by default), pipelined.", typeof(MultiExec))
    {
        UseIt = InsertSnippets.MultiExec,
    };

    public override IReadOnlyList<string> Needs => Workload.HasOneKeyPer(Options.BatchSize) ? [] : [Capability.SeveralSlots];

    protected override Traffic Traffic => InsertTraffic.OfTransactions(Workload);

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(Options.WindowBytes);
        foreach (var fields in Workload.Fields.Chunk(Options.BatchSize))
        {
            var transaction = context.Database.CreateTransaction();
            foreach (var field in fields)
            {
                _ = transaction.HashSetAsync(field.Key, field.Name, field.Payload);
            }

            await window.AddAsync(transaction.ExecuteAsync(), HashField.BytesOf(fields), ct);
        }

        await window.DrainAsync(ct);
    }
}
