using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Insert.AsPublished;

/// <summary>
/// What the ports of the article's code share: they block, so they run on the pool; and they queue the whole job at once,
/// so a reply may take as long as the job.
/// </summary>
public abstract class AsPublishedInsert(StrategyInfo strategy, InsertWorkload workload) : InsertCase(strategy, workload)
{
    public override TimeSpan ResponseTimeout => TimeSpan.FromMinutes(10);

    public override Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        // The strings stand before the clock starts; what the client makes of them does not.
        _ = Workload.Text(0);
        return base.SetupAsync(context, ct);
    }
}
