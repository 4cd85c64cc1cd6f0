using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>Many numbers to the left end of the list with one command: the server parses one command and looks its key up once for all of them.</summary>
public sealed class LpushBulk(ListPushPoint point) : BulkPush(Info, point)
{
    public static StrategyInfo Info { get; } = new("lpush-bulk", "LPUSH, in bulk", "Many numbers in one LPUSH, the next one sent when the last is answered.", typeof(LpushBulk));

    protected override bool IsLeft => true;

    protected override Task PushAsync(IDatabase database, int push) =>
        database.ListLeftPushAsync(Workload.List, Bulks[push]);
}
