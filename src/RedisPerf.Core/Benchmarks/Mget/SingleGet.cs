using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>One GET per key, each awaited: a round trip per key.</summary>
public sealed class SingleGet(MgetPoint point) : MgetCase<RedisKey, RedisValue>(Info, point, point.Workload.Key)
{
    /// <summary>Limit for a run by loops: about six seconds.</summary>
    private const int MaxRoundTrips = 100_000;

    public static StrategyInfo Info { get; } = new(
        "single-get", "GET, one by one", "One GET per key; each waits for the previous reply.", typeof(SingleGet))
    {
        UseIt = MgetSnippets.SingleGet,
    };

    public override SharedData Shared => Workload.LoadedKeys;

    protected override (string Command, long Count)? Commands => ("get", Keys);

    protected override long WireBytes => Keys * RespLength.Command("GET".Length, Workload.KeyBytes);

    protected override int CallsByLoops => CallsAtMost(base.CallsByLoops, Keys);

    internal static int CallsAtMost(int calls, int keys) => Math.Clamp(calls, 1, Math.Max(CallCount.Min, MaxRoundTrips / keys));

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
