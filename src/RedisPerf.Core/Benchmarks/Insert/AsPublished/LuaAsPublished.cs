using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Insert.AsPublished;

/// <summary>The article's script with its two defects. The list of keys is not cleared together with the list of arguments, so each
/// call writes its fields into all earlier keys too: 495,000 field writes instead of 30,000. And only full calls are sent: an
/// incomplete last call is dropped.</summary>
public sealed class LuaAsPublished(InsertWorkload workload) : AsPublishedInsert(Info, workload)
{
    /// <summary>Keys whose fields are in one call: 3,000 fields at the article's sizes.</summary>
    private const int KeysPerCall = 3;

    private const string Script = """
        for _, key in ipairs(KEYS) do
            for i = 1, #ARGV, 2 do
                redis.call('HSET', key, ARGV[i], ARGV[i + 1])
            end
        end
        """;

    private static readonly long LoadLength = RespLength.Command("SCRIPT".Length, "LOAD".Length, Script.Length);

    private long _calls;
    private long _writes;
    private long _wireBytes;

    public static StrategyInfo Info { get; } = new("lua-as-published", "Lua, as published",
        "A script whose list of keys is never cleared, so that each call also writes its fields into all earlier keys.", typeof(LuaAsPublished))
    {
        AsPublished = true,
        IsDefault = false,
        Needs = [Capability.Lua],
    };

    /// <summary>Its calls overwrite fields of earlier keys with those of later ones, so all fields must have the same value.</summary>
    public override Reason? Unsupported => Workload.PayloadCount > 1 && (Workload.Payload is not null || Options.Sizes.Length > 0)
        ? Reason.Of(ReasonCode.PayloadOverwritten, ("count", Workload.PayloadCount))
        : base.Unsupported;

    public override IReadOnlyList<string> Needs => Options.Keys == 1 ? Info.Needs : [.. Info.Needs, Capability.SeveralSlots];

    public override long MaxCommandWords => 3 + Options.Keys + (2L * KeysPerCall * Workload.FieldCount(0));

    protected override long Writes => _writes;

    protected override Traffic Traffic => Traffic.Of(
        _wireBytes, ("script|load", Math.Min(_calls, 1)), ("eval", Math.Min(_calls, 1)), ("evalsha", Math.Max(_calls - 1, 0)), ("hset", _writes));

    public override Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        _calls = 0;
        _writes = 0;
        _wireBytes = 0;
        var keys = new List<RedisKey>();
        var argv = new List<RedisValue>();
        var payloadBytes = new List<int>();
        var perCall = KeysPerCall * Workload.FieldCount(0);
        for (var index = 0; index < Workload.Items; index++)
        {
            ct.ThrowIfCancellationRequested();
            var field = Workload.Field(index);
            if (!keys.Contains(field.Key))
            {
                keys.Add(field.Key);
            }

            argv.Add(field.Name);
            argv.Add(Workload.Text(index));
            payloadBytes.Add(field.Payload.Length);
            if (argv.Count == 2 * perCall)
            {
                context.Database.ScriptEvaluate(Script, [.. keys], [.. argv]);
                Count(keys, argv, payloadBytes);
                argv.Clear();
                payloadBytes.Clear();
            }
        }

        return Task.CompletedTask;
    }

    private void Count(List<RedisKey> keys, List<RedisValue> argv, List<int> payloadBytes)
    {
        _calls++;
        _writes += (long)keys.Count * argv.Count / 2;
        // The client loads a script that is new on the connection, and sends its text again with the first call.
        var script = _calls > 1
            ? RespLength.Bulk("EVALSHA".Length) + RespLength.Bulk(40)
            : LoadLength + RespLength.Bulk("EVAL".Length) + RespLength.Bulk(Script.Length);
        _wireBytes += RespLength.ArrayHeader(3 + keys.Count + argv.Count)
            + script + RespLength.Bulk(RespLength.Digits(keys.Count))
            + keys.Sum(key => RespLength.Bulk(((byte[]?)key)!.Length))
            + argv.Chunk(2).Sum(pair => RespLength.Bulk(RespLength.Digits((long)pair[0]))) + payloadBytes.Sum(bytes => RespLength.Bulk(bytes));
    }
}
