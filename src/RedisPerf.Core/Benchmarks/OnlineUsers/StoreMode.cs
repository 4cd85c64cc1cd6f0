namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>How users are stored.</summary>
public enum StoreMode
{
    /// <summary>One after another, each when the one before was answered.</summary>
    Sequence,

    /// <summary>In batches, many of them under way.</summary>
    Batches,

    /// <summary>As batches, but one size alone: as many batches of as many users as the target can hold.</summary>
    Stress,
}
