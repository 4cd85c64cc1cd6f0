namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>How users are stored.</summary>
public enum StoreMode
{
    /// <summary>One user per command; each command waits for the previous reply.</summary>
    Sequence,

    /// <summary>In batches, with many batches in flight.</summary>
    Batches,

    /// <summary>As batches, with a single size: <c>batches</c> × <c>batchSize</c> users.</summary>
    Stress,
}
