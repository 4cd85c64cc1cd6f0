using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>Base class of all strategies: empties the keys before a run, reads them back after it, and counts the round trips.</summary>
/// <param name="strategy">The description.</param>
/// <param name="workload">The data to write.</param>
/// <param name="batch">Writes per round trip; null for a strategy that waits for each write and is not swept.</param>
public abstract class PipeliningCase(StrategyInfo strategy, PipeliningWorkload workload, int? batch) : Case(strategy)
{
    public override IReadOnlyList<string> SizeOptions => ["batchSizes", "payloadBytes"];

    protected PipeliningWorkload Workload { get; } = workload;

    protected int Batch { get; } = batch ?? 1;

    /// <summary>Writes in a run.</summary>
    protected abstract int Writes { get; }

    /// <summary>Payload bytes of a run.</summary>
    protected abstract long PayloadBytes { get; }

    public abstract override IEnumerable<RedisKey> WrittenKeys { get; }

    /// <summary>The traffic of a run; null when it is unknown.</summary>
    protected abstract Traffic? Traffic { get; }

    public override Task SetupAsync(CaseContext context, CancellationToken ct) => context.Database.UnlinkAsync(WrittenKeys, ct);

    public override async Task VerifyAsync(CaseContext context, CancellationToken ct)
    {
        await VerifyAsync(context.Database, ct);
        context.Work.Operations = Writes;
        context.Work.PayloadBytes = PayloadBytes;
        if (Traffic is not { } traffic)
        {
            return;
        }

        context.Work.Sent(context.Server.IsCluster ? traffic.WithoutSelects() : traffic);
        if (context.Server.Environment.RoundTrip is { } roundTrip)
        {
            context.Work.Measurements[PipeliningColumns.OnTheLink] = roundTrip * ((Writes + Batch - 1) / Batch);
        }
    }

    public override Task TeardownAsync(CaseContext context, CancellationToken ct) => context.Database.UnlinkAsync(WrittenKeys, ct);

    /// <summary>Reads back the data of a run.</summary>
    protected abstract Task VerifyAsync(IDatabase database, CancellationToken ct);
}
