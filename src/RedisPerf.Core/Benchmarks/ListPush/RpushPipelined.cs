using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>One number at a time, none waiting for the reply to the one before: what pipelining alone gains, without a command that takes many.</summary>
public sealed class RpushPipelined(ListPushPoint point) : ListPushCase(Info, point)
{
    /// <summary>Some thousands of pushes: enough that the socket always has one to send.</summary>
    private const int WindowBytes = 256 << 10;

    private long _bytesEach;

    public static StrategyInfo Info { get; } = new("rpush-pipelined", "RPUSH, pipelined", "An RPUSH for each number, sent without waiting for the replies; a bounded number under way.", typeof(RpushPipelined));

    protected override bool IsLeft => false;

    public override Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        _bytesEach = Workload.WireBytes(1) / Workload.Items;
        return base.SetupAsync(context, ct);
    }

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(WindowBytes);
        for (var number = 0; number < Workload.Items; number++)
        {
            await window.AddAsync(PushAsync(context.Database, number), _bytesEach, ct);
        }

        await window.DrainAsync(ct);
    }

    protected override Task PushAsync(IDatabase database, int push) =>
        database.ListRightPushAsync(Workload.List, push);
}
