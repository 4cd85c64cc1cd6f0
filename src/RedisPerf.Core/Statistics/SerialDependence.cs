namespace RedisPerf.Core.Statistics;

/// <summary>How much neighbouring values depend on each other, and how much wider an interval must be for it.</summary>
public static class SerialDependence
{
    /// <summary>Limits the widening, to a factor of 4.4.</summary>
    private const double Max = 0.9;

    /// <summary>The correlation of the ranks of neighbouring values within the same series. Ranks, because a few delayed values would
    /// decide the correlation of the values themselves.</summary>
    /// <param name="series">The last value of a series is not a neighbour of the first one of the next.</param>
    /// <returns>−1 to 1; 0 when no series has two values, or when all values are equal.</returns>
    public static double Correlation(IReadOnlyList<IReadOnlyList<double>> series)
    {
        var ranks = CenteredRanks(series);
        var variance = ranks.Sum(one => one.Sum(rank => rank * rank)) / ranks.Sum(one => one.Length);
        var neighbours = ranks.SelectMany(one => one.Zip(one.Skip(1), (rank, next) => rank * next)).ToArray();
        return neighbours.Length == 0 || variance == 0 ? 0 : Math.Clamp(neighbours.Average() / variance, -1, 1);
    }

    /// <summary>The factor for the interval of the center of dependent values: √((1 + r) ÷ (1 − r)), where n values with the correlation r
    /// between neighbours are equivalent to n (1 − r) ÷ (1 + r) independent ones (Bayley and Hammersley, "The Effective Number of
    /// Independent Observations in an Autocorrelated Time Series", 1946). A negative correlation does not narrow the interval.</summary>
    /// <returns>1 or more.</returns>
    public static double VarianceInflation(IReadOnlyList<IReadOnlyList<double>> series)
    {
        var correlation = Math.Clamp(Correlation(series), 0, Max);
        return Math.Sqrt((1 + correlation) / (1 - correlation));
    }

    // Equal values get the mean of their ranks.
    private static double[][] CenteredRanks(IReadOnlyList<IReadOnlyList<double>> series)
    {
        var sorted = series.SelectMany(one => one).Order().ToArray();
        var rankOf = sorted
            .Select((value, index) => (value, index))
            .GroupBy(each => each.value, each => (double)each.index)
            .ToDictionary(group => group.Key, group => group.Average() - ((sorted.Length - 1) / 2.0));
        return [.. series.Select(one => one.Select(value => rankOf[value]).ToArray())];
    }
}
