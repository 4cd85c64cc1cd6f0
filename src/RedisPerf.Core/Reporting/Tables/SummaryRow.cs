using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>A line of the summary table: one case.</summary>
/// <param name="Case">Where the exact figures are.</param>
/// <param name="IsYardstick">It is what the others are measured against, no contender.</param>
/// <param name="IsFastest">The fastest contender of the job.</param>
/// <param name="Cells">As many as the table has columns, each fit to be shown.</param>
public sealed record SummaryRow(CaseResult Case, bool IsYardstick, bool IsFastest, IReadOnlyList<string> Cells);
