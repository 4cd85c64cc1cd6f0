using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Engines;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>A script that writes only its own fields of one hash; each call is atomic.</summary>
public sealed class Lua(InsertWorkload workload) : InsertCase(Info, workload)
{
    private const string Script = "return redis.call('HSET', KEYS[1], unpack(ARGV))";

    private byte[] _sha = [];

    public override IReadOnlyList<string> SizeOptions => ["fieldsPerLua", "payloadBytes"];

    public static StrategyInfo Info { get; } = new(
        "lua", "Lua", "A script that is called with many fields of one hash (100 by default); each call is atomic.", typeof(Lua))
    {
        Needs = [Capability.Lua],
        UseIt = InsertSnippets.Lua,
    };

    protected override Traffic Traffic => InsertTraffic.OfManyFields(Workload, Options.FieldsPerLua, ["EVALSHA".Length, 40, 1], "evalsha", "hset");

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        await base.SetupAsync(context, ct);
        foreach (var server in context.Connection.Masters())
        {
            _sha = await server.ScriptLoadAsync(Script).WaitAsync(ct);
        }
    }

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(Options.WindowBytes);
        foreach (var fields in Workload.FieldsOfOneKey(Options.FieldsPerLua))
        {
            var arguments = new RedisValue[2 * fields.Length];
            for (var i = 0; i < fields.Length; i++)
            {
                arguments[2 * i] = fields[i].Name;
                arguments[(2 * i) + 1] = fields[i].Payload;
            }

            var reply = context.Database.ScriptEvaluateAsync(_sha, [fields[0].Key], arguments);
            await window.AddAsync(reply, HashField.BytesOf(fields), ct);
        }

        await window.DrainAsync(ct);
    }
}
