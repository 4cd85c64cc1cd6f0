using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.StackExchange;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>As <c>hset</c>, and each field gets an expiry in the same command.</summary>
public sealed class Hsetex(int fieldsPerHset) : StackExchangeInsertStrategy
{
    public static StrategyInfo Info { get; } = new(
        "hsetex", "HSETEX, many fields", "Many fields with an expiry in one HSETEX (100 by default), pipelined.", typeof(Hsetex))
    {
        IsDefault = false,
        Needs = ["hsetex", FieldExpiry.Command],
        UseIt = InsertSnippets.Hsetex,
    };

    public static InsertCase Create(InsertWorkload workload) => new InsertStrategyCase(Info, workload, new Hsetex(workload.Options.FieldsPerHset))
    {
        TrafficOf = work => InsertTraffic.OfManyFields(work, work.Options.FieldsPerHset, ["HSETEX".Length], FieldExpiry.Words, "hsetex"),
        FieldsPerCommand = workload.Options.FieldsPerHset,
        SizeOption = "fieldsPerHset",
        Expires = true,
    };

    protected override async Task ExecuteAsync(IDatabase database, InsertWork work, RunContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(context.MaxBytesInFlight);
        foreach (var fields in work.FieldsOfOneKey(fieldsPerHset))
        {
            var entries = Array.ConvertAll(fields, field => new HashEntry(field.Name, field.Value));
            var reply = database.HashFieldSetAndSetExpiryAsync(fields[0].Key, entries, FieldExpiry.Value);
            await window.AddAsync(reply, InsertField.BytesOf(fields), ct);
        }

        await window.DrainAsync(ct);
    }
}
