namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>What the points of a benchmark's cases are.</summary>
/// <param name="Label">The axis of its curve and the column of its table: <c>keys per call</c>.</param>
public sealed record Sweep(string Label)
{
    /// <summary>Whether the point at which a call's cost has doubled is of interest, and drawn.</summary>
    public bool HasKnee { get; init; }
}
