using RedisPerf.Core.Model;

namespace RedisPerf.Ledger.Jobs;

/// <summary>The queue is full; nothing was queued.</summary>
public sealed class QueueFullException(int limit) : Exception
{
    public Reason Reason { get; } = Reason.Of(ReasonCode.QueueFull, ("limit", limit));

    public override string Message => Reason.ToString();
}
