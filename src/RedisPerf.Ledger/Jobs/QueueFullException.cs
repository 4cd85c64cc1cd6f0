using System.Globalization;

namespace RedisPerf.Ledger.Jobs;

/// <summary>The queue is full; nothing was queued.</summary>
public sealed class QueueFullException(int limit)
    : Exception(string.Create(CultureInfo.InvariantCulture, $"The queue is full: {(limit == 1 ? "1 job waits" : $"{limit:N0} jobs wait")}. Try again when one has ended, or raise RedisPerf__QueueLimit."))
{
    public int Limit { get; } = limit;
}
