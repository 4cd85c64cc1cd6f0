using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Articles;

/// <summary>A column of a published table.</summary>
/// <param name="Label">The column's header: <c>avg</c>.</param>
/// <param name="Unit">Unit of the values: <c>s</c>, <c>MB</c>; null for a plain number.</param>
public sealed record PublishedColumn(string Label, string? Unit)
{
    /// <summary>Returns our result in the unit of the column; null when we have none to compare.</summary>
    public Func<Summary, double?>? Ours { get; init; }

    /// <summary>Factor from a value to seconds; null when the value is not a time or is not shown in a chart.</summary>
    public double? SecondsPerUnit { get; init; }
}
