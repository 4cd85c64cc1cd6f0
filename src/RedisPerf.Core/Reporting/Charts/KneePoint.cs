namespace RedisPerf.Core.Reporting.Charts;

/// <summary>The point of the sweep at which the cost of a strategy has doubled relative to the smallest point.</summary>
/// <param name="Strategy">The strategy.</param>
/// <param name="Target">Its target.</param>
/// <param name="Point">Usually between two measured points.</param>
public sealed record KneePoint(string Strategy, string Target, double Point);
