namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The swept quantity of a benchmark.</summary>
/// <param name="Label">The label of the chart's axis and of the table column: <c>keys per call</c>.</param>
public sealed record Sweep(string Label)
{
    /// <summary>Whether charts and findings show the point at which the cost of a call has doubled.</summary>
    public bool HasKnee { get; init; }
}
