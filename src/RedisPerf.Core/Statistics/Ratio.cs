using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;

namespace RedisPerf.Core.Statistics;

/// <summary>A case's time over the baseline's, from the rounds that both ran: below 1 is faster.</summary>
/// <param name="Baseline">The baseline strategy's name.</param>
/// <param name="Value">Geometric mean of the rounds' ratios.</param>
/// <param name="Low">Lower end of the 95 % interval; null with fewer than two rounds.</param>
/// <param name="High">Upper end of the 95 % interval; null with fewer than two rounds.</param>
/// <param name="Verdict">What the interval lets one say.</param>
public sealed record Ratio(string Baseline, double Value, double? Low, double? High, Verdict Verdict)
{
    private const double Confidence = 0.95;

    /// <summary>An interval that lies wholly within it is called the same.</summary>
    private const double SameLow = 0.97;
    private const double SameHigh = 1.03;

    /// <summary>
    /// From the ratio of each round. Ratios spread evenly on a logarithmic scale, so mean and Student's interval are taken
    /// there: twice and half as fast are equally far from 1.
    /// </summary>
    /// <returns>Null when there is no round.</returns>
    public static Ratio? OfRounds(string baseline, IReadOnlyList<double> ratios)
    {
        if (ratios.Count == 0)
        {
            return null;
        }

        var logs = ratios.Select(ratio => Math.Log(ratio)).ToArray();
        var mean = logs.Mean();
        if (logs.Length < 2)
        {
            return new(baseline, Math.Exp(mean), null, null, Verdict.Unclear);
        }

        var margin = StudentT.InvCDF(0, 1, logs.Length - 1, (1 + Confidence) / 2) * logs.StandardDeviation() / Math.Sqrt(logs.Length);
        var low = Math.Exp(mean - margin);
        var high = Math.Exp(mean + margin);
        return new(baseline, Math.Exp(mean), low, high, Judge(low, high));
    }

    private static Verdict Judge(double low, double high) => (low, high) switch
    {
        ( >= SameLow, <= SameHigh) => Verdict.Same,
        (_, < 1) => Verdict.Faster,
        ( > 1, _) => Verdict.Slower,
        _ => Verdict.Unclear,
    };
}
