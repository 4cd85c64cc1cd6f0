using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>Measures a strategy of the public contract, which receives each operation at its intended time.</summary>
/// <param name="strategy">An object for this case only.</param>
public sealed class LoadStrategyCase(StrategyInfo info, LoadWorkload workload, int rate, LoadStrategy strategy) : PacedCase(info, workload, rate)
{
    private readonly StrategyRun<LoadWork> _run = new(strategy);
    private CancellationToken _stop;

    /// <summary>A strategy writes values to keys, so that a lost write cannot be counted.</summary>
    public override Reason? Unsupported => Disturbance is null ? null : Reason.Of(ReasonCode.StrategyNotDisturbed, ("strategy", Strategy.Name));

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        await base.SetupAsync(context, ct);
        var first = Workload.Operation(0);
        await _run.SetupAsync(WorkOf(Workload.Key(first), first.IsRead ? null : Workload.Values.Written(first.Key)), context, ct);
    }

    public override Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        _stop = ct;
        return base.ExecuteAsync(context, ct);
    }

    public override async Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        await base.TeardownAsync(context, ct);
        await _run.TeardownAsync(ct);
    }

    protected override bool CanSend(int unanswered, long bytes) => OpenLoop.HasRoom(unanswered, bytes);

    protected override async Task<RedisValue> GetAsync(IDatabase database, RedisKey key)
    {
        var operation = WorkOf(key, null);
        await _run.ExecuteAsync(operation, _stop);
        return operation.Read;
    }

    protected override Task SetAsync(IDatabase database, RedisKey key, ReadOnlyMemory<byte> value) =>
        _run.ExecuteAsync(WorkOf(key, value), _stop);

    private protected override Traffic? TrafficOf(KeyOperations sent) => null;

    private static LoadWork WorkOf(RedisKey key, ReadOnlyMemory<byte>? value) => new((byte[])key!, value?.ToArray());
}
