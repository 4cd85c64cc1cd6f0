using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Engines;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.SetWithExpiry;

/// <summary>A script that is called with the keys and values of a batch; each call is atomic.</summary>
public sealed class Lua(SetWithExpiryWorkload workload, int batch) : SetWithExpiryCase(Info, workload, batch)
{
    private const string Script = "for i, key in ipairs(KEYS) do redis.call('SET', key, ARGV[i], 'EX', ARGV[#ARGV]) end";

    private byte[] _sha = [];

    public static StrategyInfo Info { get; } = new(
        "lua", "Lua", "A script that is called with the keys and values of a batch; each call is atomic.", typeof(Lua))
    {
        Needs = [Capability.Lua, Capability.SeveralSlots],
        UseIt = SetWithExpirySnippets.Lua,
    };

    public override long MaxCommandWords => 4 + (2L * Math.Min(BatchSize, Workload.Pairs.Count));

    protected override Traffic Traffic => SetWithExpiryTraffic.OfScripts(Workload, BatchSize);

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        await base.SetupAsync(context, ct);
        _sha = await context.Connection.LoadScriptAsync(Script, ct);
    }

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        RedisValue seconds = (long)Workload.Expiry.TotalSeconds;
        foreach (var pairs in Workload.Pairs.Chunk(BatchSize))
        {
            var keys = Array.ConvertAll(pairs, pair => pair.Key);
            await context.Database.ScriptEvaluateAsync(_sha, keys, [.. pairs.Select(pair => pair.Value), seconds]);
            ct.ThrowIfCancellationRequested();
        }
    }
}
