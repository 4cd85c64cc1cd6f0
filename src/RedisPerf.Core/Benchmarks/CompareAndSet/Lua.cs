using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Engines;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.CompareAndSet;

/// <summary>A script compares the value and writes the next one.</summary>
public sealed class Lua(CompareAndSetWorkload workload, int writers) : CompetingWriters(Info, workload, writers)
{
    private const string Script = "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end redis.call('SET', KEYS[1], ARGV[2]) return 1";

    private byte[] _sha = [];

    public static StrategyInfo Info { get; } = new("lua", "Lua", "A script compares the value and writes the next one.", typeof(Lua))
    {
        Needs = [Capability.Lua],
        UseIt = CompareAndSetSnippets.Lua,
    };

    protected override Traffic Traffic => CompareAndSetTraffic.OfScripts(Workload, Attempts);

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        await base.SetupAsync(context, ct);
        _sha = await context.Connection.LoadScriptAsync(Script, ct);
    }

    protected override async Task<bool> TryWriteAsync(IDatabase database, RedisKey key, RedisValue value, RedisValue next) =>
        (bool)await database.ScriptEvaluateAsync(_sha, [key], [value, next]);
}
