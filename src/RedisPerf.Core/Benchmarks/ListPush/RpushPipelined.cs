using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>One number per command without waiting for replies: the gain of pipelining alone, without bulk commands.</summary>
public sealed class RpushPipelined(ListPushPoint point) : ListPushCase(Info, point)
{
    /// <summary>Room for some thousands of pushes, so that the socket always has data to send.</summary>
    private const int WindowBytes = 256 << 10;

    private long _bytesEach;

    public static StrategyInfo Info { get; } = new("rpush-pipelined", "RPUSH, pipelined",
        "One RPUSH per number, sent without waiting for replies, with bounded bytes in flight.", typeof(RpushPipelined))
    {
        UseIt = ListPushSnippets.RpushPipelined,
    };

    protected override bool IsLeft => false;

    public override Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        _bytesEach = Workload.WireBytes(1) / Workload.Items;
        return base.SetupAsync(context, ct);
    }

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(WindowBytes);
        for (var push = 0; push < Workload.Items; push++)
        {
            await window.AddAsync(context.Database.ListRightPushAsync(Workload.List, Workload.First + push), _bytesEach, ct);
        }

        await window.DrainAsync(ct);
    }
}
