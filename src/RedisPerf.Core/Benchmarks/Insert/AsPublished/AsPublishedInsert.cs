using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Insert.AsPublished;

/// <summary>Base class of the ports of the article's code. They block, so they run on the thread pool. Some queue the whole job at once, so
/// a reply may take as long as the job.</summary>
public abstract class AsPublishedInsert(StrategyInfo strategy, InsertWorkload workload) : InsertCase(strategy, workload)
{
    public override Reason? Unsupported => Workload.NotText;

    public override TimeSpan ResponseTimeout => TimeSpan.FromMinutes(10);

    public override Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        // The strings are created before the clock starts; the client encodes them inside the clock.
        _ = Workload.Text(0);
        return base.SetupAsync(context, ct);
    }
}
