using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>Many fields in one command: the server parses one command and looks up its key once for 100 writes.</summary>
public sealed class Hset(InsertWorkload workload) : InsertCase(Info, workload)
{
    public override IReadOnlyList<string> SizeOptions => ["fieldsPerHset", "payloadBytes"];

    public override long MaxCommandWords => 2 + (2L * Math.Min(Options.FieldsPerHset, Workload.FieldCount(0)));

    public static StrategyInfo Info { get; } = new("hset", "HSET, many fields", "Many fields in one HSET (100 by default), pipelined.", typeof(Hset))
    {
        UseIt = InsertSnippets.Hset,
    };

    protected override Traffic Traffic => InsertTraffic.OfManyFields(Workload, Options.FieldsPerHset, ["HMSET".Length], "hset");

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(Options.WindowBytes);
        foreach (var fields in Workload.FieldsOfOneKey(Options.FieldsPerHset))
        {
            var entries = Array.ConvertAll(fields, field => new HashEntry(field.Name, field.Payload));
            var reply = context.Database.HashSetAsync(fields[0].Key, entries);
            await window.AddAsync(reply, HashField.BytesOf(fields), ct);
        }

        await window.DrainAsync(ct);
    }
}
