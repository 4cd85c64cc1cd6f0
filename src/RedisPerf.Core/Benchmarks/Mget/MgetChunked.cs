using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>Several pipelined MGETs: between two of them the server can serve other clients. Up to the chunk size
/// it is the same as MGET.</summary>
public sealed class MgetChunked(MgetPoint point) : MgetCase<RedisKey, RedisValue>(Info, point, point.Workload.Key)
{
    public static StrategyInfo Info { get; } = new(
        "mget-chunked", "MGET, in chunks", "MGETs of many keys each (100 by default), pipelined.", typeof(MgetChunked))
    {
        Needs = [Capability.SeveralSlots],
        UseIt = MgetSnippets.MgetChunked,
    };

    public override SharedData Shared => Workload.LoadedKeys;

    public override IReadOnlyList<string> SizeOptions => ["batchSize"];

    public override long MaxCommandWords => 1 + Math.Min(Keys, Options.BatchSize);

    protected override (string Command, long Count)? Commands => ("mget", (Keys + Options.BatchSize - 1) / Options.BatchSize);

    protected override long WireBytes =>
        (Keys / Options.BatchSize * RespLength.Of("MGET".Length, Options.BatchSize, Workload.KeyBytes))
        + (Keys % Options.BatchSize is > 0 and var rest ? RespLength.Of("MGET".Length, rest, Workload.KeyBytes) : 0);

    protected override async Task<RedisValue[]> CallAsync(IDatabase database, RedisKey[] names, CancellationToken ct)
    {
        var replies = names.Chunk(Options.BatchSize).Select(chunk => database.StringGetAsync(chunk));
        var values = await Task.WhenAll(replies);
        return [.. values.SelectMany(chunk => chunk)];
    }
}
