using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>One number at a time to the left end of the list: a round trip for each.</summary>
public sealed class Lpush(ListPushPoint point) : ListPushCase(Info, point)
{
    public static StrategyInfo Info { get; } = new("lpush", "LPUSH, one by one", "An LPUSH for each number, the next one sent when the last is answered.", typeof(Lpush));

    protected override bool IsLeft => true;

    protected override Task PushAsync(IDatabase database, int push) =>
        database.ListLeftPushAsync(Workload.List, push);
}
