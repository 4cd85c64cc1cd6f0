using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>Each SET waits for the previous reply: a round trip for every value.</summary>
public sealed class OneByOne(PipeliningWorkload workload) : SetCase(Info, workload, batch: null)
{
    private CallTimes _latencies = new(0);

    public static StrategyInfo Info { get; } = new("one-by-one", "SET, one by one", "Each SET waits for the previous reply.", typeof(OneByOne))
    {
        Work = SharedWork,
        UseIt = PipeliningSnippets.OneByOne,
    };

    protected override Traffic Traffic => PipeliningTraffic.OfSets(Workload);

    public override Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        _latencies = new(Workload.Pairs.Count);
        return base.SetupAsync(context, ct);
    }

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        foreach (var (key, value) in Workload.Pairs)
        {
            var began = Stopwatch.GetTimestamp();
            await context.Database.StringSetAsync(key, value);
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
