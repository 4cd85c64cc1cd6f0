using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.StackExchange;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>Many fields in one command: the server parses one command and looks up its key once for 100 writes.</summary>
public sealed class Hset(int fieldsPerHset) : StackExchangeInsertStrategy
{
    public static StrategyInfo Info { get; } = new("hset", "HSET, many fields", "Many fields in one HSET (100 by default), pipelined.", typeof(Hset))
    {
        UseIt = InsertSnippets.Hset,
    };

    public static InsertCase Create(InsertWorkload workload) => new InsertStrategyCase(Info, workload, new Hset(workload.Options.FieldsPerHset))
    {
        TrafficOf = work => InsertTraffic.OfManyFields(work, work.Options.FieldsPerHset, ["HMSET".Length], "hset"),
        FieldsPerCommand = workload.Options.FieldsPerHset,
        SizeOption = "fieldsPerHset",
    };

    protected override async Task ExecuteAsync(IDatabase database, InsertWork work, RunContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(context.MaxBytesInFlight);
        foreach (var fields in work.FieldsOfOneKey(fieldsPerHset))
        {
            var entries = Array.ConvertAll(fields, field => new HashEntry(field.Name, field.Value));
            var reply = database.HashSetAsync(fields[0].Key, entries);
            await window.AddAsync(reply, InsertField.BytesOf(fields), ct);
        }

        await window.DrainAsync(ct);
    }
}
