using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>Many numbers in one command to the right end of the list: the server parses one command and looks up its key once.</summary>
public sealed class RpushBulk(ListPushPoint point) : BulkPush(Info, point)
{
    public static StrategyInfo Info { get; } = new(
        "rpush-bulk", "RPUSH, in bulk", "Many numbers in one RPUSH; each RPUSH waits for the previous reply.", typeof(RpushBulk))
    {
        UseIt = ListPushSnippets.RpushBulk,
    };

    protected override bool IsLeft => false;

    protected override Task PushAsync(IDatabase database, int push) =>
        database.ListRightPushAsync(Workload.List, Bulks[push]);
}
