using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>What all strategies share: no keys before, everything read back after, and how often a run waits for the link.</summary>
/// <param name="strategy">What it says of itself.</param>
/// <param name="workload">What is written.</param>
/// <param name="batch">Writes for which one round trip is waited; null where the sweep does not touch the strategy, which waits for each.</param>
public abstract class PipeliningCase(StrategyInfo strategy, PipeliningWorkload workload, int? batch) : Case(strategy)
{
    public override long? Point => batch;

    protected PipeliningWorkload Workload { get; } = workload;

    protected int Batch { get; } = batch ?? 1;

    /// <summary>Writes of one run.</summary>
    protected abstract int Writes { get; }

    /// <summary>Useful bytes of one run.</summary>
    protected abstract long PayloadBytes { get; }

    /// <summary>Every key that a run writes.</summary>
    protected abstract IEnumerable<RedisKey> Keys { get; }

    /// <summary>What one run sends.</summary>
    protected abstract Traffic Traffic { get; }

    public override Task SetupAsync(CaseContext context, CancellationToken ct) => context.Database.UnlinkAsync(Keys, ct);

    public override async Task VerifyAsync(CaseContext context, CancellationToken ct)
    {
        await VerifyAsync(context.Database, ct);
        context.Work.Operations = Writes;
        context.Work.PayloadBytes = PayloadBytes;
        context.Work.Sent(Traffic);
        if (context.Server.Environment.RoundTrip is { } roundTrip)
        {
            context.Work.Figures[PipeliningFigures.OnTheLink] = roundTrip * ((Writes + Batch - 1) / Batch);
        }
    }

    public override Task TeardownAsync(CaseContext context, CancellationToken ct) => context.Database.UnlinkAsync(Keys, ct);

    /// <summary>Reads back what a run has written.</summary>
    protected abstract Task VerifyAsync(IDatabase database, CancellationToken ct);
}
