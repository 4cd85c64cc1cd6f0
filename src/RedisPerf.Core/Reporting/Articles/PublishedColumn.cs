using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Articles;

/// <summary>A column of a published table.</summary>
/// <param name="Label">The column's header: <c>avg</c>.</param>
/// <param name="Unit">Of its figures: <c>s</c>, <c>MB</c>; null for a plain number.</param>
public sealed record PublishedColumn(string Label, string? Unit)
{
    /// <summary>Our figure for the same, in the column's unit; null where we have none to hold against it.</summary>
    public Func<Summary, double?>? Ours { get; init; }

    /// <summary>What makes seconds of a figure, as a summary's times are; null where it is no time, or not one that a curve shows.</summary>
    public double? SecondsPerUnit { get; init; }
}
