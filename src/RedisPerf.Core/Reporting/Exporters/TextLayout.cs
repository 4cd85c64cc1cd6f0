using RedisPerf.Core.Reporting.Tables;

namespace RedisPerf.Core.Reporting.Exporters;

/// <summary>Which columns of the summary a text report has.</summary>
/// <param name="Width">Characters in a line of the table. Without a choice, the least important columns are omitted until the table fits.</param>
/// <param name="Columns">Names of the columns in addition to the essential ones; null for as many as fit.</param>
public sealed record TextLayout(int Width = TextLayout.DefaultWidth, IReadOnlyList<string>? Columns = null)
{
    /// <summary>The width of a log or a file, in characters.</summary>
    public const int DefaultWidth = 100;

    /// <summary>The cost of storage, for a column; null for no such column.</summary>
    public StorageCost? Cost { get; init; }
}

/// <summary>A part of a line of text.</summary>
/// <param name="Text">The characters, without control characters.</param>
/// <param name="Mark">The highlight, as <see cref="TableCell.Mark"/>, or <c>first</c> for a winner; null without a highlight.</param>
public readonly record struct TextSpan(string Text, string? Mark = null);
