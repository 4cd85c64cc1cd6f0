using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Tests.Running;

/// <summary>A target that reports a step while it opens, and opens until it is cancelled.</summary>
internal sealed class UnfinishedTarget : ITarget
{
    public string Name => "mine";

    public TargetSource Source => TargetSource.Configured;

    /// <summary>Whether it fails after the step instead of waiting.</summary>
    public bool Ends { get; init; }

    /// <summary>Whether opening was cancelled and has ended.</summary>
    public bool WasCancelled { get; private set; }

    public Task<TargetDescription> DescribeAsync(CancellationToken ct) => throw new NotSupportedException();

    public Task<MemoryRoom> RoomAsync(CancellationToken ct) => Task.FromResult(new MemoryRoom(null, false));

    public async Task<TargetServer> OpenAsync(ServerStart start, CancellationToken ct)
    {
        start.Report(Reason.Of(ReasonCode.StartingContainer));
        await Task.Delay(Ends ? TimeSpan.Zero : Timeout.InfiniteTimeSpan, ct).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

        // A container takes a while to be removed.
        await Task.Delay(Ends ? 0 : 200, CancellationToken.None);
        WasCancelled = ct.IsCancellationRequested;
        throw new TargetException(Reason.Of(ReasonCode.NoReplyInTime));
    }
}
