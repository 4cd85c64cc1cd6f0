using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.StackExchange;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The server keeps the names of the fields, and each command sends all values of one hash. <c>IDatabase.HashImportAsync</c> sends the
/// same commands, but the client has it from version 3.4 on only.</summary>
public sealed class Himport : StackExchangeInsertStrategy
{
    private const string Command = "HIMPORT";

    public static StrategyInfo Info { get; } = new(
        "himport", "HIMPORT", "The names of the fields once, then all values of a hash in one HIMPORT SET, pipelined.", typeof(Himport))
    {
        IsDefault = false,
        Needs = ["himport"],
        UseIt = InsertSnippets.Himport,
    };

    public static InsertCase Create(InsertWorkload workload)
    {
        var bytes = BytesPerHash(workload.Options, workload.MaxPayloadBytes);
        return new InsertStrategyCase(Info, workload, new Himport())
        {
            TrafficOf = InsertTraffic.OfImports,
            FieldsPerCommand = workload.FieldCount(0),
            SizeOption = "items",
            Obstacle = bytes <= InsertOptions.MaximumBytesPerCall ? null
                : Reason.Of(ReasonCode.HashTooLarge, ("bytes", bytes), ("most", InsertOptions.MaximumBytesPerCall)),
        };
    }

    /// <summary>An upper bound of the values of one hash in bytes, all of which are in one command.</summary>
    public static long BytesPerHash(InsertOptions options, int maxPayloadBytes) =>
        ((long)options.Items + options.Keys - 1) / options.Keys * maxPayloadBytes;

    // The names belong to the connection. The hashes have at most two different numbers of fields, which name the lists.
    protected override async Task SetupAsync(IDatabase database, InsertWork work, RunContext context, CancellationToken ct)
    {
        foreach (var fields in work.FieldsOfOneKey(work.Fields.Count).DistinctBy(fields => fields.Length))
        {
            object[] arguments = ["PREPARE", fields.Length, .. fields.Select(field => field.Name)];
            foreach (var server in database.Multiplexer.Masters())
            {
                await server.ExecuteAsync(Command, arguments).WaitAsync(ct);
            }
        }
    }

    protected override async Task ExecuteAsync(IDatabase database, InsertWork work, RunContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(context.MaxBytesInFlight);
        foreach (var fields in work.FieldsOfOneKey(work.Fields.Count))
        {
            object[] arguments = ["SET", (RedisKey)fields[0].Key, fields.Length, .. fields.Select(field => field.Value)];
            await window.AddAsync(database.ExecuteAsync(Command, arguments), InsertField.BytesOf(fields), ct);
        }

        await window.DrainAsync(ct);
    }
}
