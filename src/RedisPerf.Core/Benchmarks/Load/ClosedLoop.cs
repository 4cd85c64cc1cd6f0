using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>A fixed number of callers: each sends its next operation after the reply to the previous one, at its intended time or later.</summary>
public sealed class ClosedLoop(LoadWorkload workload, int rate) : PacedCase(Info, workload, rate)
{
    public static StrategyInfo Info { get; } = new(
        "closed-loop", "Closed loop", "A fixed number of callers; each waits for the reply before it sends its next operation.", typeof(ClosedLoop))
    { Work = "send after each reply" };

    // Replies arrive in the order of the commands, so the oldest operation is that of the first caller that is free again.
    protected override bool CanSend(int unanswered, long bytes) => unanswered < Workload.Options.Callers;
}
