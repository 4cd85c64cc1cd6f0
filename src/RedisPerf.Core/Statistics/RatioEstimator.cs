using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>Estimates the ratio of two cases' times, with its 95% interval and verdict.</summary>
public static class RatioEstimator
{
    /// <summary>With two values Student's interval spans orders of magnitude, or has no width when they happen to be equal.</summary>
    internal const int MinValues = 3;

    /// <summary>Estimates from the ratio in each round that both cases ran. The order within a round is random, so without a difference the
    /// ratio is above 1 as often as below it, regardless of the noise. With seven rounds or more, two intervals rest on that alone:
    /// <see cref="MedianInterval"/> is robust against a single delayed round, and <see cref="SignedRankInterval"/> is narrower when all
    /// rounds scatter equally. The result is their intersection. Fewer rounds are not enough for them; then Student's t is used. All
    /// computation is on logarithms, where twice and half as fast have the same distance from 1.</summary>
    /// <returns>Null when there is no round.</returns>
    public static Ratio? FromRounds(string baseline, IReadOnlyList<double> ratios, double confidence = ComparisonRule.UsualConfidence) =>
        FromSlices(baseline, [.. ratios.Select(ratio => new[] { ratio })], confidence);

    /// <summary>Estimates from the ratio in each turn of slices that both cases ran, as <see cref="FromRounds"/> does from rounds. The
    /// order is shuffled for each turn. Without a difference, each turn is therefore decided independently by chance, even if other load
    /// lasts for many turns. If neighbouring ratios still depend on each other, the interval is wider: see <see cref="SerialDependence"/>.
    /// Fewer than three rounds give no interval, regardless of the number of slices.</summary>
    /// <param name="baseline">Name of the baseline of the ratio.</param>
    /// <param name="rounds">For each round, the ratio in each turn, in their order; NaN for an excluded turn. Each round has another value.</param>
    /// <param name="confidence">The confidence of the interval.</param>
    /// <returns>Null when there is no round.</returns>
    public static Ratio? FromSlices(string baseline, IReadOnlyList<IReadOnlyList<double>> rounds, double confidence = ComparisonRule.UsualConfidence)
    {
        if (rounds.Count == 0)
        {
            return null;
        }

        var logs = rounds.Select(Logs).ToArray();
        var sorted = logs.SelectMany(round => round).Where(log => !double.IsNaN(log)).Order().ToArray();
        var center = sorted.Median();
        if (rounds.Count < MinValues)
        {
            return Of(baseline, center, null, null, confidence);
        }

        var (low, high) = OfOrder(sorted, confidence) ?? Student(sorted, confidence);
        var inflation = SerialDependence.VarianceInflation([.. logs.SelectMany(WithoutGaps)]);
        return Of(baseline, center, center - (inflation * (center - low)), center + (inflation * (high - center)), confidence);
    }

    /// <summary>Estimates from the runs of two jobs, which have no rounds in common: Welch's t on the logarithms of the times, which allows
    /// different variances.</summary>
    /// <param name="baseline">Name of the baseline of the ratio.</param>
    /// <param name="seconds">Times of the counted runs.</param>
    /// <param name="baselineSeconds">Times of the counted runs of the baseline.</param>
    /// <returns>Null when one of the lists is empty.</returns>
    public static Ratio? FromUnpairedRuns(string baseline, IReadOnlyList<double> seconds, IReadOnlyList<double> baselineSeconds)
    {
        if (seconds.Count == 0 || baselineSeconds.Count == 0)
        {
            return null;
        }

        var (logs, others) = (Logs(seconds), Logs(baselineSeconds));
        var difference = logs.Mean() - others.Mean();
        if (logs.Length < MinValues || others.Length < MinValues)
        {
            return Of(baseline, difference, null, null, ComparisonRule.UsualConfidence);
        }

        var (share, otherShare) = (logs.Variance() / logs.Length, others.Variance() / others.Length);
        var variance = share + otherShare;
        if (variance == 0)
        {
            return Of(baseline, difference, difference, difference, ComparisonRule.UsualConfidence);
        }

        var freedom = variance * variance / ((share * share / (logs.Length - 1)) + (otherShare * otherShare / (others.Length - 1)));
        var margin = StudentT.InvCDF(0, 1, freedom, (1 + ComparisonRule.UsualConfidence) / 2) * Math.Sqrt(variance);
        return Of(baseline, difference, difference - margin, difference + margin, ComparisonRule.UsualConfidence);
    }

    // With asymmetric ratios the second interval can exclude the median. The union with the median only widens the result.
    // Two intervals with half of the error each have at most all of it together, even when they depend on each other.
    private static (double Low, double High)? OfOrder(double[] sorted, double confidence) =>
        MedianInterval.Of(sorted, (1 + confidence) / 2) is var (low, high) && SignedRankInterval.Of(sorted, (1 + confidence) / 2) is var (from, to)
            ? (Math.Min(sorted.Median(), Math.Max(low, from)), Math.Max(sorted.Median(), Math.Min(high, to)))
            : null;

    private static (double Low, double High) Student(double[] logs, double confidence)
    {
        // With this few values the median is never further from the mean.
        var margin = StudentT.InvCDF(0, 1, logs.Length - 1, (1 + confidence) / 2) * logs.StandardDeviation() / Math.Sqrt(logs.Length);
        return (logs.Mean() - margin, logs.Mean() + margin);
    }

    // The turns before and after a gap are not neighbors.
    private static List<List<double>> WithoutGaps(double[] round)
    {
        var series = new List<List<double>> { new() };
        foreach (var log in round)
        {
            if (double.IsNaN(log))
            {
                series.Add([]);
            }
            else
            {
                series[^1].Add(log);
            }
        }

        return series;
    }

    private static double[] Logs(IReadOnlyList<double> values) => [.. values.Select(value => Math.Log(value))];

    // All three as logarithms.
    private static Ratio Of(string baseline, double value, double? low, double? high, double confidence)
    {
        var (from, to) = (low is { } lower ? Math.Exp(lower) : (double?)null, high is { } upper ? Math.Exp(upper) : (double?)null);
        return new(baseline, Math.Exp(value), from, to, Verdicts.Decide(from, to)) { Confidence = confidence };
    }
}
