namespace RedisPerf.Core.Reporting.Tables;

/// <summary>A column of the summary table.</summary>
/// <param name="Header">With the unit: <c>min s</c>.</param>
/// <param name="IsNumber">Right-aligned.</param>
public sealed record SummaryColumn(string Header, bool IsNumber);
