namespace RedisPerf.Core.Model;

/// <summary>A case's time divided by the baseline's: below 1 is faster.</summary>
/// <param name="Baseline">The baseline strategy's name.</param>
/// <param name="Value">Within one job the median of the rounds' ratios; between two jobs the ratio of the geometric means.</param>
/// <param name="Low">Lower end of the interval; null with fewer than three rounds.</param>
/// <param name="High">Upper end of the interval; null with fewer than three rounds.</param>
/// <param name="Verdict">The conclusion from the interval.</param>
public sealed record Ratio(string Baseline, double Value, double? Low, double? High, Verdict Verdict)
{
    /// <summary>The confidence of the interval, 0 to 1: 0.95, or more in a job that ran until its comparisons were decided.</summary>
    public double Confidence { get; init; } = 0.95;
}
