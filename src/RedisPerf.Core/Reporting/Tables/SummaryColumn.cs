namespace RedisPerf.Core.Reporting.Tables;

/// <summary>A column of the summary table.</summary>
/// <param name="Header">With the unit: <c>min s</c>.</param>
/// <param name="IsNumber">Right-aligned.</param>
public sealed record SummaryColumn(string Header, bool IsNumber)
{
    /// <summary>Identifies the column: <c>min</c>.</summary>
    public string Name { get; init; } = "";

    /// <summary>Which columns remain when not all of them fit.</summary>
    public ColumnPriority Priority { get; init; }
}

/// <summary>How important a column is, the most important first.</summary>
public enum ColumnPriority
{
    /// <summary>Shown in every table.</summary>
    Essential,

    /// <summary>Shown unless the user chooses other columns.</summary>
    Default,

    /// <summary>Shown like the default columns, but the first to be omitted from a narrow table.</summary>
    Secondary,

    /// <summary>Shown if the table is wide enough.</summary>
    Extra,
}
