using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>Many numbers to the right end of the list with one command: the server parses one command and looks its key up once for all of them.</summary>
public sealed class RpushBulk(ListPushPoint point) : BulkPush(Info, point)
{
    public static StrategyInfo Info { get; } = new("rpush-bulk", "RPUSH, in bulk", "Many numbers in one RPUSH, the next one sent when the last is answered.", typeof(RpushBulk));

    protected override bool IsLeft => false;

    protected override Task PushAsync(IDatabase database, int push) =>
        database.ListRightPushAsync(Workload.List, Bulks[push]);
}
