namespace RedisPerf.Core.Statistics;

/// <summary>A case's time over the baseline's, from the rounds that both ran: below 1 is faster.</summary>
/// <param name="Baseline">The baseline strategy's name.</param>
/// <param name="Value">Geometric mean of the rounds' ratios.</param>
/// <param name="Low">Lower end of the 95 % interval; null with fewer than two rounds.</param>
/// <param name="High">Upper end of the 95 % interval; null with fewer than two rounds.</param>
/// <param name="Verdict">What the interval lets one say.</param>
public sealed record Ratio(string Baseline, double Value, double? Low, double? High, Verdict Verdict);
