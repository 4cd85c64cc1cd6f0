namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>A dotted line for comparison in a sweep's chart: the prediction of a model, or published results.</summary>
/// <param name="Name">Unique in a document: <c>model-pipelined</c>.</param>
/// <param name="Label">The text in the legend.</param>
/// <param name="Points">In ascending order.</param>
public sealed record ReferenceLine(string Name, string Label, IReadOnlyList<ReferencePoint> Points)
{
    /// <summary>The only target that the line applies to; null for all targets.</summary>
    public string? Target { get; init; }

    /// <summary>The strategy that the line is compared with; null when it is for no particular one.</summary>
    public string? Strategy { get; init; }
}
