using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>Many numbers in one push. The arrays are created before the clock starts.</summary>
public abstract class BulkPush(StrategyInfo strategy, ListPushPoint point) : AwaitedPush(strategy, point)
{
    /// <summary>The numbers of each push.</summary>
    protected RedisValue[][] Bulks { get; private set; } = [];

    public override Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        Bulks = Workload.Bulks(Size);
        return base.SetupAsync(context, ct);
    }

    public override Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        Bulks = [];
        return base.TeardownAsync(context, ct);
    }
}
