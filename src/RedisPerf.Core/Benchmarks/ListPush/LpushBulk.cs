using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>Many numbers in one command to the left end of the list: the server parses one command and looks up its key once.</summary>
public sealed class LpushBulk(ListPushPoint point) : BulkPush(Info, point)
{
    public static StrategyInfo Info { get; } = new(
        "lpush-bulk", "LPUSH, in bulk", "Many numbers in one LPUSH; each LPUSH waits for the previous reply.", typeof(LpushBulk))
    {
        UseIt = ListPushSnippets.LpushBulk,
    };

    protected override bool IsLeft => true;

    protected override Task PushAsync(IDatabase database, int push) =>
        database.ListLeftPushAsync(Workload.List, Bulks[push]);
}
