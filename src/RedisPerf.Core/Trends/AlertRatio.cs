namespace RedisPerf.Core.Trends;

/// <summary>A case's time over the median of the nights before; above 1 is slower.</summary>
/// <param name="Value">Over all slow nights so far.</param>
/// <param name="Low">Lower end of the 95 % interval.</param>
/// <param name="High">Upper end of it.</param>
public sealed record AlertRatio(double Value, double Low, double High);
