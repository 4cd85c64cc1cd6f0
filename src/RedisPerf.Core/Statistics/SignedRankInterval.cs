namespace RedisPerf.Core.Statistics;

/// <summary>
/// The confidence interval of the center of a symmetric distribution: the inverted Wilcoxon signed-rank test (Hodges and
/// Lehmann, "Estimates of Location Based on Rank Tests", 1963). Like the sign test it does not assume a normal
/// distribution, but it uses the magnitudes as well as the order.
/// </summary>
public static class SignedRankInterval
{
    /// <param name="values">In any order.</param>
    /// <param name="confidence">Minimum probability that the interval contains the center.</param>
    /// <returns>Two of the pairwise means, in which each value is also paired with itself; null when there are too few values for the confidence: fewer than six for 95%.</returns>
    public static (double Low, double High)? Of(IReadOnlyList<double> values, double confidence)
    {
        var n = values.Count;
        var cut = Cut(n, (1 - confidence) / 2);
        if (cut == 0)
        {
            return null;
        }

        var means = new double[n * (n + 1) / 2];
        for (int first = 0, mean = 0; first < n; first++)
        {
            for (var second = first; second < n; second++)
            {
                means[mean++] = (values[first] + values[second]) / 2;
            }
        }

        Array.Sort(means);
        return (means[cut - 1], means[^cut]);
    }

    // The number of rank sums, from 0 on, whose joint probability is within the tail.
    private static int Cut(int n, double tail)
    {
        var most = n * (n + 1) / 2;

        // The probability of each rank sum over all 2ⁿ combinations of signs. Each rank is included in half of them.
        var shares = new double[most + 1];
        shares[0] = 1;
        for (var rank = 1; rank <= n; rank++)
        {
            for (var sum = most; sum >= 0; sum--)
            {
                shares[sum] = (shares[sum] + (sum >= rank ? shares[sum - rank] : 0)) / 2;
            }
        }

        var reached = 0.0;
        return shares.TakeWhile(share => (reached += share) <= tail).Count();
    }
}
