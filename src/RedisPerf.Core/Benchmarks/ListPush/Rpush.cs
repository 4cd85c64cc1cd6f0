using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>One number at a time to the right end of the list: a round trip for each.</summary>
public sealed class Rpush(ListPushPoint point) : ListPushCase(Info, point)
{
    public static StrategyInfo Info { get; } = new("rpush", "RPUSH, one by one", "An RPUSH for each number, the next one sent when the last is answered.", typeof(Rpush));

    protected override bool IsLeft => false;

    protected override Task PushAsync(IDatabase database, int push) =>
        database.ListRightPushAsync(Workload.List, push);
}
