using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.StackExchange;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>A script that writes only its own fields of one hash; each call is atomic.</summary>
public sealed class Lua(int fieldsPerLua) : StackExchangeInsertStrategy
{
    private const string Script = "return redis.call('HSET', KEYS[1], unpack(ARGV))";

    private byte[] _sha = [];

    public static StrategyInfo Info { get; } = new(
        "lua", "Lua", "A script that is called with many fields of one hash (100 by default); each call is atomic.", typeof(Lua))
    {
        Needs = [Capability.Lua],
        UseIt = InsertSnippets.Lua,
    };

    public static InsertCase Create(InsertWorkload workload) => new InsertStrategyCase(Info, workload, new Lua(workload.Options.FieldsPerLua))
    {
        TrafficOf = work => InsertTraffic.OfManyFields(work, work.Options.FieldsPerLua, ["EVALSHA".Length, 40, 1], "evalsha", "hset"),
        SizeOption = "fieldsPerLua",
    };

    protected override async Task SetupAsync(IDatabase database, InsertWork work, RunContext context, CancellationToken ct) =>
        _sha = await database.Multiplexer.LoadScriptAsync(Script, ct);

    protected override async Task ExecuteAsync(IDatabase database, InsertWork work, RunContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(context.MaxBytesInFlight);
        foreach (var fields in work.FieldsOfOneKey(fieldsPerLua))
        {
            var arguments = new RedisValue[2 * fields.Length];
            for (var i = 0; i < fields.Length; i++)
            {
                arguments[2 * i] = fields[i].Name;
                arguments[(2 * i) + 1] = fields[i].Value;
            }

            var reply = database.ScriptEvaluateAsync(_sha, [fields[0].Key], arguments);
            await window.AddAsync(reply, InsertField.BytesOf(fields), ct);
        }

        await window.DrainAsync(ct);
    }
}
