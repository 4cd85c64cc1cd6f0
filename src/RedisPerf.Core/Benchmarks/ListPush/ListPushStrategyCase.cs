using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>Measures a strategy of the public contract.</summary>
/// <param name="strategy">An object for this case only.</param>
public sealed class ListPushStrategyCase(StrategyInfo info, ListPushPoint point, ListPushStrategy strategy) : ListPushCase(info, point)
{
    private readonly StrategyRun<ListPushWork> _run = new(strategy);
    private readonly ListPushWork _work = new((byte[])point.Workload.List!, point.Workload.First, point.Workload.Items);

    protected override bool IsLeft => false;

    protected override Traffic? Traffic => null;

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        await base.SetupAsync(context, ct);
        await _run.SetupAsync(_work, context, ct);
    }

    public override Task ExecuteAsync(CaseContext context, CancellationToken ct) => _run.ExecuteAsync(_work, ct);

    public override async Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        await base.TeardownAsync(context, ct);
        await _run.TeardownAsync(ct);
    }
}
