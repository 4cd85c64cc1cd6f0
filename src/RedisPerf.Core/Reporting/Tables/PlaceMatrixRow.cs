namespace RedisPerf.Core.Reporting.Tables;

/// <summary>A strategy at each place, in their order.</summary>
public sealed record PlaceMatrixRow(string Strategy, IReadOnlyList<PlaceMatrixCell> Cells);
