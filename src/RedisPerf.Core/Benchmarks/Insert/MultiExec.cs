using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.StackExchange;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>Transactions: the server queues 100 writes and runs them without commands of other clients in between.</summary>
public sealed class MultiExec(int batchSize) : StackExchangeInsertStrategy
{
    public static StrategyInfo Info { get; } = new(
        "multi-exec", "MULTI/EXEC", "Transactions of many HSETs (100 by default), pipelined.", typeof(MultiExec))
    {
        UseIt = InsertSnippets.MultiExec,
    };

    public static InsertCase Create(InsertWorkload workload) => new InsertStrategyCase(Info, workload, new MultiExec(workload.Options.BatchSize))
    {
        TrafficOf = InsertTraffic.OfTransactions,
        AlsoNeeds = workload.HasOneKeyPer(workload.Options.BatchSize) ? [] : [Capability.SeveralSlots],
        SizeOption = "batchSize",
    };

    protected override async Task ExecuteAsync(IDatabase database, InsertWork work, RunContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(context.MaxBytesInFlight);
        foreach (var fields in work.Fields.Chunk(batchSize))
        {
            var transaction = database.CreateTransaction();
            foreach (var field in fields)
            {
                _ = transaction.HashSetAsync(field.Key, field.Name, field.Value);
            }

            await window.AddAsync(transaction.ExecuteAsync(), InsertField.BytesOf(fields), ct);
        }

        await window.DrainAsync(ct);
    }
}
