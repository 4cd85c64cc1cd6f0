using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>Measures a strategy of the public contract.</summary>
/// <param name="strategy">An object for this case only.</param>
public sealed class PipeliningStrategyCase(StrategyInfo info, PipeliningWorkload workload, PipeliningStrategy strategy)
    : SetCase(info, workload, batch: null)
{
    private readonly StrategyRun<PipeliningWork> _run = new(strategy);

    protected override Traffic? Traffic => null;

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        await base.SetupAsync(context, ct);
        await _run.SetupAsync(Workload.Work, context, ct);
    }

    public override Task ExecuteAsync(CaseContext context, CancellationToken ct) => _run.ExecuteAsync(Workload.Work, ct);

    public override async Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        await base.TeardownAsync(context, ct);
        await _run.TeardownAsync(ct);
    }
}
