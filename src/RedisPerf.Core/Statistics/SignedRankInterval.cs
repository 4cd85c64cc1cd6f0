using MathNet.Numerics.Distributions;

namespace RedisPerf.Core.Statistics;

/// <summary>The interval of the center of values that are distributed symmetrically around it: Wilcoxon's signed-rank test, inverted
/// (Hodges and Lehmann, "Estimates of Location Based on Rank Tests", 1963). It assumes no normal distribution, and it uses more of the
/// values than their order. Time grows with n log n, memory with n.</summary>
public static class SignedRankInterval
{
    /// <summary>Up to this many values the distribution of the rank sum is computed exactly; above, the normal one is used.</summary>
    private const int MaxExact = 200;

    /// <param name="values">In any order.</param>
    /// <param name="confidence">The interval contains the center at least this often.</param>
    /// <returns>Two means of pairs of values (each value also paired with itself); null when there are too few values for the confidence:
    /// fewer than six for 95%.</returns>
    public static (double Low, double High)? Of(IReadOnlyList<double> values, double confidence)
    {
        var cut = Cut(values.Count, (1 - confidence) / 2);
        if (cut == 0)
        {
            return null;
        }

        var sorted = values.Order().ToArray();
        var negated = sorted.Reverse().Select(value => -value).ToArray();
        return (PairMean(sorted, cut), -PairMean(negated, cut));
    }

    // The number of rank sums, from 0 on, that together have at most the probability of the tail.
    private static long Cut(int n, double tail) => n <= MaxExact ? ExactCut(n, tail) : NormalCut(n, tail);

    private static long ExactCut(int n, double tail)
    {
        // The probability of each rank sum: half of the sign vectors contain a rank, half do not. The distribution is
        // symmetric, so the tail is in its lower half.
        var shares = new double[(n * (n + 1) / 4) + 1];
        shares[0] = 1;
        for (var rank = 1; rank <= n; rank++)
        {
            for (var sum = Math.Min(rank * (rank + 1) / 2, shares.Length - 1); sum >= 0; sum--)
            {
                shares[sum] = (shares[sum] + (sum >= rank ? shares[sum - rank] : 0)) / 2;
            }
        }

        var reached = 0.0;
        return shares.TakeWhile(share => (reached += share) <= tail).Count();
    }

    // The normal distribution has heavier tails than the rank sum: the cut is the exact one or a few ranks smaller, so
    // the interval is never too narrow.
    private static long NormalCut(int n, double tail)
    {
        var mean = n * (n + 1.0) / 4;
        var deviation = Math.Sqrt(n * (n + 1.0) * ((2.0 * n) + 1) / 24);
        return (long)Math.Floor(mean + (Normal.InvCDF(0, 1, tail) * deviation) + 0.5);
    }

    // The k-th smallest mean of two values: bisection over the doubles between the extremes, counting pairs in linear time.
    private static double PairMean(double[] sorted, long k)
    {
        var (low, high) = (Ordered(sorted[0]), Ordered(sorted[^1]));
        while (low < high)
        {
            // Between values of both signs, the difference exceeds a signed number.
            var middle = low + (long)(((ulong)high - (ulong)low) >> 1);
            if (CountUpTo(sorted, Value(middle)) >= k)
            {
                high = middle;
            }
            else
            {
                low = middle + 1;
            }
        }

        return Value(low);
    }

    private static long CountUpTo(double[] sorted, double mean)
    {
        var count = 0L;
        var second = sorted.Length - 1;
        for (var first = 0; first < sorted.Length; first++)
        {
            while (second >= first && (sorted[first] + sorted[second]) / 2 > mean)
            {
                second--;
            }

            if (second < first)
            {
                break;
            }

            count += second - first + 1;
        }

        return count;
    }

    // The bits of a double as an integer with the same order.
    private static long Ordered(double value) => BitConverter.DoubleToInt64Bits(value) is var bits && bits < 0 ? long.MinValue - bits : bits;

    private static double Value(long ordered) => BitConverter.Int64BitsToDouble(ordered < 0 ? long.MinValue - ordered : ordered);
}
