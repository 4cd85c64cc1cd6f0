using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>One number per command to the left end of the list, with a round trip for each.</summary>
public sealed class Lpush(ListPushPoint point) : AwaitedPush(Info, point)
{
    public static StrategyInfo Info { get; } = new(
        "lpush", "LPUSH, one by one", "One LPUSH per number; each waits for the previous reply.", typeof(Lpush))
    {
        UseIt = ListPushSnippets.Lpush,
    };

    protected override bool IsLeft => true;

    protected override Task PushAsync(IDatabase database, int push) =>
        database.ListLeftPushAsync(Workload.List, Workload.First + push);
}
