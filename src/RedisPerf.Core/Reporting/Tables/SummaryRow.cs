using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>A row of the summary table: one case.</summary>
/// <param name="Case">The case with the exact values.</param>
/// <param name="IsFloor">Whether the case is the floor, which is not compared.</param>
/// <param name="IsFastest">Whether it is the fastest case of the job, without the floor.</param>
/// <param name="Cells">One per column, formatted.</param>
public sealed record SummaryRow(CaseResult Case, bool IsFloor, bool IsFastest, IReadOnlyList<string> Cells);
