using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>A strategy at a place.</summary>
/// <param name="Case">Null when the job does not have the case; without a summary when no run of it counts.</param>
/// <param name="Ratio">Relative to the fastest cell of the row; null for that cell, and without a summary.</param>
/// <param name="IsFastest">Whether its median is the smallest of the row.</param>
public sealed record PlaceMatrixCell(CaseResult? Case, Ratio? Ratio, bool IsFastest);
