namespace RedisPerf.Core.Reporting.Tables;

/// <summary>A strategy on each target, in their order.</summary>
public sealed record TargetMatrixRow(string Strategy, IReadOnlyList<TargetMatrixCell> Cells);
