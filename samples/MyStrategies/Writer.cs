using RedisPerf.Abstractions;
using RedisPerf.StackExchange;
using StackExchange.Redis;

namespace MyStrategies;

/// <summary>The code of a program that writes its documents hash by hash, 50 fields in each command.</summary>
[Strategy("writer", "HSET with 50 fields, pipelined.")]
public sealed class Writer : StackExchangeInsertStrategy
{
    protected override async Task ExecuteAsync(IDatabase database, InsertWork work, RunContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(context.MaxBytesInFlight);
        foreach (var fields in work.FieldsOfOneKey(50))
        {
            var entries = Array.ConvertAll(fields, field => new HashEntry(field.Name, field.Value));
            await window.AddAsync(database.HashSetAsync(fields[0].Key, entries), InsertField.BytesOf(fields), ct);
        }

        await window.DrainAsync(ct);
    }
}
