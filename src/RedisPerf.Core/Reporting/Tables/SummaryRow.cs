using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>A row of the summary table: one case.</summary>
/// <param name="Case">The case with the exact values.</param>
/// <param name="IsFloor">Whether the case is the floor, which is not compared.</param>
/// <param name="IsFirst">Whether it is emphasized among those of its target and point.</param>
/// <param name="Cells">One per column, formatted.</param>
public sealed record SummaryRow(CaseResult Case, bool IsFloor, bool IsFirst, IReadOnlyList<TableCell> Cells);
