using MathNet.Numerics.Distributions;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>How many more rounds a comparison probably needs. The width of an interval is about proportional to 1 / √rounds.</summary>
public static class NeededRounds
{
    /// <summary>The estimated number of rounds until the verdict is no longer <see cref="Verdict.Unclear"/>, under the
    /// <see cref="SequentialRule"/> of added rounds, whose interval is wider than that of a job with a fixed number of rounds.</summary>
    /// <param name="ratio">The ratio so far.</param>
    /// <param name="rounds">The rounds so far.</param>
    /// <returns>At least 1; null without an interval, and when the maximum of rounds is probably not enough.</returns>
    public static int? Estimate(Ratio ratio, int rounds)
    {
        if (ratio is not { Low: { } low and > 0, High: { } high } || rounds < 1)
        {
            return null;
        }

        var wider = Quantile(SequentialRule.Confidence) / Quantile(ratio.Confidence);
        var half = Math.Log(high / low) / 2 * wider;
        var distance = Math.Abs(Math.Log(ratio.Value));
        // Either the interval leaves 1 out, or it is within the margin.
        var room = Math.Max(distance, Math.Log(Verdicts.SameHigh) - distance);
        var needed = rounds * half * half / (room * room);
        if (needed > SequentialRule.MaxRounds || rounds >= SequentialRule.MaxRounds)
        {
            return null;
        }

        // The next check is after a number of rounds that the rule determines.
        return SequentialRule.NextCheck(Math.Max(rounds, (int)Math.Ceiling(needed) - 1)) - rounds;
    }

    private static double Quantile(double confidence) => Normal.InvCDF(0, 1, (1 + confidence) / 2);
}
