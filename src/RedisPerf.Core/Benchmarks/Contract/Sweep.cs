using System.Text.Json.Serialization;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The swept quantity of a benchmark.</summary>
/// <param name="Label">The label of the chart's axis and of the table column: <c>keys per call</c>.</param>
public sealed record Sweep(string Label)
{
    /// <summary>The points of each curve that charts and findings show.</summary>
    [JsonIgnore]
    public IReadOnlyList<SweepMark> Marks { get; init; } = [];
}
