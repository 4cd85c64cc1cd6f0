using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Published;

/// <summary>A table of an article, with the original digits.</summary>
/// <param name="Title">Its title, in our words.</param>
/// <param name="Columns">Rows are compared by the first column.</param>
/// <param name="Rows">Each row is compared with the first row's label at the same point, or with <see cref="FirstRow"/>.</param>
public sealed record PublishedTable(string Title, IReadOnlyList<PublishedColumn> Columns, IReadOnlyList<PublishedRow> Rows)
{
    /// <summary>A table with more rows is collapsed, so that the text after it stays on the screen.</summary>
    public const int MaxRowsUnfolded = 12;

    /// <summary>The options, with their values, that a job must have to be compared with the table.</summary>
    public IReadOnlyDictionary<string, object> Sizes { get; init; } = new Dictionary<string, object>();

    /// <summary>Name of the first row when all rows are compared with it: <c>1 key</c>; null when rows are compared at the same point.</summary>
    public string? FirstRow { get; init; }

    public bool IsLong => Rows.Count > MaxRowsUnfolded;

    /// <summary>Name of the reference row.</summary>
    public string ComparedWith => FirstRow ?? Rows[0].Label;

    /// <summary>Whether any of our results can be compared with the table.</summary>
    public bool HasOurs => Columns.Any(column => column.Ours is not null) && Rows.Any(row => row.Strategies.Count > 0);

    /// <summary>Whether a row is the reference row of another row on the same engine.</summary>
    internal bool IsBaseline(PublishedRow row, PublishedRow other) => FirstRow is null
        ? row.Label == Rows[0].Label && row.Point == other.Point
        : ReferenceEquals(row, Rows[0]);
}

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

/// <summary>A row of a published table.</summary>
/// <param name="Label">The name of the row: <c>Lua</c>, <c>Hash</c>.</param>
/// <param name="Values">One per column, with the original digits; null when the article has no value.</param>
public sealed record PublishedRow(string Label, params IReadOnlyList<decimal?> Values)
{
    /// <summary>Our strategies for the same work, including the port of the article's code if there is one.</summary>
    public IReadOnlyList<string> Strategies { get; init; } = [];

    /// <summary>The engine of the row, when the table has several.</summary>
    public string? Engine { get; init; }

    /// <summary>Position on the sweep; null when the table has no sweep.</summary>
    public long? Point { get; init; }

    /// <summary>Text that is shown instead of a value, in our words.</summary>
    public string? Remark { get; init; }
}
