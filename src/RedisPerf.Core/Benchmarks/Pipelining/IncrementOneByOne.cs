using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>Each INCR waits for the previous reply: a round trip for every increment.</summary>
public sealed class IncrementOneByOne(PipeliningWorkload workload) : IncrementCase(Info, workload, batch: null)
{
    private CallTimes _latencies = new(0);

    public static StrategyInfo Info { get; } = new(
        "incr-one-by-one", "INCR, one by one", "Each INCR waits for the previous reply.", typeof(IncrementOneByOne))
    {
        Work = SharedWork,
        UseIt = PipeliningSnippets.IncrementOneByOne,
    };

    protected override Traffic Traffic => PipeliningTraffic.OfIncrements(Workload);

    public override Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        _latencies = new(Workload.Increments);
        return base.SetupAsync(context, ct);
    }

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        for (var count = 0; count < Workload.Increments; count++)
        {
            var began = Stopwatch.GetTimestamp();
            await context.Database.StringIncrementAsync(Workload.Counter);
            _latencies.Add(began);
            ct.ThrowIfCancellationRequested();
        }
    }

    public override async Task VerifyAsync(CaseContext context, CancellationToken ct)
    {
        await base.VerifyAsync(context, ct);
        PipeliningColumns.AddLatencies(context.Work, _latencies, Workload.Share);
    }
}
