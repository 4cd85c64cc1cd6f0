namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>What one run of the largest case of a request moves and needs, in bytes.</summary>
/// <param name="PayloadBytes">Useful bytes, before any encoding.</param>
/// <param name="ServerMemoryBytes">The server's memory at its peak.</param>
/// <param name="ClientMemoryBytes">This process's memory beyond what it has anyway.</param>
/// <param name="SizeOption">The option that makes it smaller.</param>
public sealed record JobEstimate(long PayloadBytes, long ServerMemoryBytes, long ClientMemoryBytes, string SizeOption)
{
    /// <summary>Of the sweep: as many cases, at most, has each strategy on each target.</summary>
    public int Points { get; init; } = 1;
}
