using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.StackExchange;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>One HSET per field, pipelined: the next command does not wait for the previous reply.</summary>
public sealed class Batch : StackExchangeInsertStrategy
{
    public static StrategyInfo Info { get; } = new("batch", "Batch", "One HSET per field, pipelined with bounded bytes in flight.", typeof(Batch))
    {
        UseIt = InsertSnippets.Batch,
    };

    public static InsertCase Create(InsertWorkload workload) =>
        new InsertStrategyCase(Info, workload, new Batch()) { TrafficOf = InsertTraffic.OfHsets };

    protected override async Task ExecuteAsync(IDatabase database, InsertWork work, RunContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(context.MaxBytesInFlight);
        foreach (var field in work.Fields)
        {
            var reply = database.HashSetAsync(field.Key, field.Name, field.Value);
            await window.AddAsync(reply, field.Value.Length, ct);
        }

        await window.DrainAsync(ct);
    }
}
