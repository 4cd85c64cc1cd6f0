using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>A GET for each key, each waiting for its reply: as many round trips as keys.</summary>
public sealed class SingleGet(MgetPoint point) : MgetCase<RedisKey>(Info, point, point.Workload.Key)
{
    /// <summary>In one run by loops: some six seconds of them.</summary>
    private const int MostRoundTrips = 100_000;

    public static StrategyInfo Info { get; } = new("single-get", "GET, one by one", "A GET for each key, the next one sent when the last is answered.", typeof(SingleGet));

    public override SharedData Shared => Workload.LoadedKeys;

    protected override (string Command, long Count) Commands => ("get", Keys);

    protected override long WireBytes => Keys * RespLength.Command("GET".Length, Workload.KeyBytes);

    protected override int CallsByLoops => Math.Clamp(base.CallsByLoops, 1, Math.Max(CallCount.Fewest, MostRoundTrips / Keys));

    protected override async Task<RedisValue[]> CallAsync(IDatabase database, RedisKey[] names, CancellationToken ct)
    {
        var values = new RedisValue[names.Length];
        for (var at = 0; at < names.Length; at++)
        {
            values[at] = await database.StringGetAsync(names[at]);
            ct.ThrowIfCancellationRequested();
        }

        return values;
    }
}
