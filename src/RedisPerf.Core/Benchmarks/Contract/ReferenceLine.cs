namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>A line to hold a sweep's curves against, drawn dotted beside them: what a model predicts, what somebody published.</summary>
/// <param name="Name">Tells it apart among the lines of a document: <c>model-pipelined</c>.</param>
/// <param name="Label">What a legend says.</param>
/// <param name="Points">By ascending point.</param>
public sealed record ReferenceLine(string Name, string Label, IReadOnlyList<ReferencePoint> Points)
{
    /// <summary>The one target that it holds for; null where it knows none.</summary>
    public string? Target { get; init; }

    /// <summary>The strategy whose curve it is for; null where it is for none in particular.</summary>
    public string? Strategy { get; init; }
}
