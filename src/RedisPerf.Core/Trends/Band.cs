namespace RedisPerf.Core.Trends;

/// <summary>What the nights before let one expect of a night, in seconds: the 95 % prediction limits.</summary>
/// <param name="Low">Lower limit.</param>
/// <param name="Level">The median of the nights before.</param>
/// <param name="High">Upper limit.</param>
public sealed record Band(double Low, double Level, double High);
