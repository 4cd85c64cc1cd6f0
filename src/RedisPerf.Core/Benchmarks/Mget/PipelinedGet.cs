using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>One GET per key, without waiting for replies: about one round trip, but a command and a task per key.</summary>
public sealed class PipelinedGet(MgetPoint point) : MgetCase<RedisKey, RedisValue>(Info, point, point.Workload.Key)
{
    public static StrategyInfo Info { get; } = new(
        "pipelined-get", "GET, pipelined", "One GET per key, all sent before the first reply is awaited.", typeof(PipelinedGet))
    {
        UseIt = MgetSnippets.PipelinedGet,
    };

    public override SharedData Shared => Workload.LoadedKeys;

    protected override (string Command, long Count)? Commands => ("get", Keys);

    protected override long WireBytes => Keys * RespLength.Command("GET".Length, Workload.KeyBytes);

    protected override Task<RedisValue[]> CallAsync(IDatabase database, RedisKey[] names, CancellationToken ct) =>
        Task.WhenAll(Array.ConvertAll(names, name => database.StringGetAsync(name)));
}
