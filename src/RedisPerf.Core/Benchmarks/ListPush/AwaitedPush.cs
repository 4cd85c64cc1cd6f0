using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Statistics;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>Awaits each push, and times the first ones.</summary>
public abstract class AwaitedPush(StrategyInfo strategy, ListPushPoint point) : ListPushCase(strategy, point)
{
    private CallTimes _firstCalls = new(0);

    public override Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        _firstCalls = new(Workload.Options.FirstCalls);
        return base.SetupAsync(context, ct);
    }

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        for (var push = 0; push < Workload.PushCount(Size); push++)
        {
            ct.ThrowIfCancellationRequested();
            var start = Stopwatch.GetTimestamp();
            await PushAsync(context.Database, push);
            _firstCalls.Add(start);
        }
    }

    public override async Task VerifyAsync(CaseContext context, CancellationToken ct)
    {
        await base.VerifyAsync(context, ct);
        foreach (var (name, seconds) in ListPushColumns.Of(_firstCalls))
        {
            context.Work.Measurements[name] = seconds;
        }

        if (!Workload.Share.IsWhole)
        {
            context.Work.Latencies[ListPushColumns.FirstMedian] = _firstCalls.ToHistogram();
        }
    }

    /// <summary>Sends one push.</summary>
    /// <param name="database">The server.</param>
    /// <param name="push">0-based.</param>
    protected abstract Task PushAsync(IDatabase database, int push);
}
