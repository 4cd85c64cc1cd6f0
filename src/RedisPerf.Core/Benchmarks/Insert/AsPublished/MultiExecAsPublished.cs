using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Benchmarks.Insert.AsPublished;

/// <summary>Sequential transactions, each awaited. The .NET strings are encoded inside the clock.</summary>
public sealed class MultiExecAsPublished(InsertWorkload workload) : AsPublishedInsert(Info, workload)
{
    public override IReadOnlyList<string> SizeOptions => ["batchSize", "payloadBytes"];

    public static StrategyInfo Info { get; } = new("multi-exec-as-published", "MULTI/EXEC, as published",
        "Transactions of 100 .NET strings, each awaited before the next.", typeof(MultiExecAsPublished))
    {
        AsPublished = true,
        IsDefault = false,
    };

    public override IReadOnlyList<string> Needs => Workload.HasOneKeyPer(Options.BatchSize) ? [] : [Capability.SeveralSlots];

    protected override Traffic Traffic => InsertTraffic.OfTransactions(Workload);

    public override Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        foreach (var indexes in Enumerable.Range(0, Workload.Items).Chunk(Options.BatchSize))
        {
            ct.ThrowIfCancellationRequested();
            var transaction = context.Database.CreateTransaction();
            foreach (var index in indexes)
            {
                var field = Workload.Field(index);
                transaction.HashSetAsync(field.Key, field.Name, Workload.Text(index));
            }

            transaction.Execute();
        }

        return Task.CompletedTask;
    }
}
