using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>A strategy on a target.</summary>
/// <param name="Case">Null where the job has none; without a summary where no run of it counts.</param>
/// <param name="Ratio">Against the row's fastest; null for that one, and where there is no figure.</param>
/// <param name="IsFastest">By its median.</param>
public sealed record TargetMatrixCell(CaseResult? Case, Ratio? Ratio, bool IsFastest);
