namespace RedisPerf.Core.Reporting.Charts;

/// <summary>Where on the sweep one strategy's cost has doubled against the smallest point.</summary>
/// <param name="Strategy">The strategy.</param>
/// <param name="Target">Its target.</param>
/// <param name="Point">Between two measured points as a rule.</param>
public sealed record KneePoint(string Strategy, string Target, double Point);
