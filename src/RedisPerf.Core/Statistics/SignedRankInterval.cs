namespace RedisPerf.Core.Statistics;

/// <summary>
/// Where the middle of values lies that fall as often so far above it as below: Wilcoxon's signed-rank test turned round
/// (Hodges and Lehmann, "Estimates of Location Based on Rank Tests", 1963). Like the sign test it needs no bell, and it
/// makes more of the values than the order.
/// </summary>
public static class SignedRankInterval
{
    /// <param name="values">In any order.</param>
    /// <param name="confidence">At least so often the interval holds the middle.</param>
    /// <returns>Two of the means of every two values, each with itself too; null when there are too few values for the confidence: fewer than six for 95 %.</returns>
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

    // How many sums of ranks, from 0 on, coins reach together no more often than the tail has it.
    private static int Cut(int n, double tail)
    {
        var most = n * (n + 1) / 2;

        // Of each sum of ranks the share of all 2ⁿ signs that make it: with each rank, half have it and half have not.
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
