using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>Estimates the ratio of two cases' times, with its 95% interval and verdict.</summary>
public static class RatioEstimator
{
    private const double Confidence = 0.95;

    /// <summary>Two intervals that each err so seldom err together in 5 % at most, whatever they have in common.</summary>
    private const double ConfidenceOfEach = 0.975;

    /// <summary>From two values Student's interval spans orders of magnitude, or nothing when they happen to agree.</summary>
    private const int FewestValues = 3;

    /// <summary>
    /// From the ratio of each round that both ran. The order within a round is a coin's, so without a difference its ratio
    /// lies as often so far above 1 as below, whatever the noise. With seven rounds or more two intervals rest on that
    /// alone: <see cref="MedianInterval"/> is not misled by a round that something held up, <see cref="SignedRankInterval"/>
    /// is sharper where all scatter alike; what both hold is taken. Fewer rounds cannot carry them, and Student's t stands
    /// in. All is done on the logarithms, where twice and half as fast are equally far from 1.
    /// </summary>
    /// <returns>Null when there is no round.</returns>
    public static Ratio? FromRounds(string baseline, IReadOnlyList<double> ratios)
    {
        if (ratios.Count == 0)
        {
            return null;
        }

        var logs = ratios.Select(ratio => Math.Log(ratio)).Order().ToArray();
        var (low, high) = OfOrder(logs) ?? Student(logs);
        return Of(baseline, logs.Median(), low, high);
    }

    /// <summary>
    /// From the runs of two jobs, which no round pairs: Welch's t on the logarithms of the times, where the two may spread
    /// differently.
    /// </summary>
    /// <param name="baseline">The name of what the second list was measured of.</param>
    /// <param name="seconds">The counted runs' times.</param>
    /// <param name="baselineSeconds">Those that they are compared with.</param>
    /// <returns>Null when one of the lists is empty.</returns>
    public static Ratio? FromUnpairedRuns(string baseline, IReadOnlyList<double> seconds, IReadOnlyList<double> baselineSeconds)
    {
        if (seconds.Count == 0 || baselineSeconds.Count == 0)
        {
            return null;
        }

        var (logs, others) = (Logs(seconds), Logs(baselineSeconds));
        var difference = logs.Mean() - others.Mean();
        if (logs.Length < FewestValues || others.Length < FewestValues)
        {
            return Of(baseline, difference, null, null);
        }

        var (share, otherShare) = (logs.Variance() / logs.Length, others.Variance() / others.Length);
        var variance = share + otherShare;
        if (variance == 0)
        {
            return Of(baseline, difference, difference, difference);
        }

        var freedom = variance * variance / ((share * share / (logs.Length - 1)) + (otherShare * otherShare / (others.Length - 1)));
        var margin = StudentT.InvCDF(0, 1, freedom, (1 + Confidence) / 2) * Math.Sqrt(variance);
        return Of(baseline, difference, difference - margin, difference + margin);
    }

    // Lopsided ratios can lead the second interval past the median: then what is between belongs to it, which only widens it.
    private static (double? Low, double? High)? OfOrder(double[] sorted) =>
        MedianInterval.Of(sorted, ConfidenceOfEach) is var (low, high) && SignedRankInterval.Of(sorted, ConfidenceOfEach) is var (from, to)
            ? (Math.Min(sorted.Median(), Math.Max(low, from)), Math.Max(sorted.Median(), Math.Min(high, to)))
            : null;

    private static (double? Low, double? High) Student(double[] logs)
    {
        if (logs.Length < FewestValues)
        {
            return (null, null);
        }

        // The median is never further from the mean than this, with as few values as come here.
        var margin = StudentT.InvCDF(0, 1, logs.Length - 1, (1 + Confidence) / 2) * logs.StandardDeviation() / Math.Sqrt(logs.Length);
        return (logs.Mean() - margin, logs.Mean() + margin);
    }

    private static double[] Logs(IReadOnlyList<double> values) => [.. values.Select(value => Math.Log(value))];

    // All three as logarithms.
    private static Ratio Of(string baseline, double value, double? low, double? high)
    {
        var (from, to) = (low is { } lower ? Math.Exp(lower) : (double?)null, high is { } upper ? Math.Exp(upper) : (double?)null);
        return new(baseline, Math.Exp(value), from, to, Verdicts.Decide(from, to));
    }
}
