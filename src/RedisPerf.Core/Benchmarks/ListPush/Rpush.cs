using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>One number per command to the right end of the list, with a round trip for each.</summary>
public sealed class Rpush(ListPushPoint point) : AwaitedPush(Info, point)
{
    public static StrategyInfo Info { get; } = new(
        "rpush", "RPUSH, one by one", "One RPUSH per number; each waits for the previous reply.", typeof(Rpush))
    {
        UseIt = ListPushSnippets.Rpush,
    };

    protected override bool IsLeft => false;

    protected override Task PushAsync(IDatabase database, int push) =>
        database.ListRightPushAsync(Workload.List, Workload.First + push);
}
