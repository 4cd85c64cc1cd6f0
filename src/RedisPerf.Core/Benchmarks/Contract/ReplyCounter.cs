namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>Counts the replies on the sockets of a run, for the detection of stalls. Several threads can add replies at the same time.</summary>
public sealed class ReplyCounter
{
    private long _count;

    /// <summary>Replies so far.</summary>
    public long Count => Volatile.Read(ref _count);

    /// <summary>Adds replies that arrived together.</summary>
    public void Add(long replies) => Interlocked.Add(ref _count, replies);
}
