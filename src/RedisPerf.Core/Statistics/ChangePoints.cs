using MathNet.Numerics.Statistics;

namespace RedisPerf.Core.Statistics;

/// <summary>Finds where the distribution of a series changes: E-divisive (Matteson and James, "A Nonparametric Approach for Multiple Change
/// Point Analysis of Multivariate Data", 2014), which Apache Otava also uses. It divides the series where the energy distance of both parts is the
/// largest, and repeats this within the parts, as long as a permutation test finds the division significant. It assumes no distribution of the
/// values, but that they do not depend on each other.</summary>
public static class ChangePoints
{
    /// <summary>The minimum length of a series.</summary>
    public const int MinimumValues = 30;

    /// <summary>The chance with which a series without a change has one.</summary>
    public const double Level = 0.01;

    /// <summary>The minimum number of values on each side of a change.</summary>
    public const int MinimumSegment = 5;

    private const int Permutations = 499;
    private const int Seed = 1;

    /// <summary>The changes in the order of the series; empty with fewer than <see cref="MinimumValues"/> values. The same values give the same
    /// changes.</summary>
    public static IReadOnlyList<ChangePoint> Find(IReadOnlyList<double> values)
    {
        if (values.Count < MinimumValues)
        {
            return [];
        }

        var (series, sums, random) = (values.ToArray(), new double[(values.Count + 1) * (values.Count + 1)], new Random(Seed));
        var (bounds, chances) = (new List<int> { 0, series.Length }, new Dictionary<int, double>());
        while (Best(series, bounds, sums) is { Index: > 0 } best && Chance(series, bounds, sums, best.Statistic, random) is { } chance)
        {
            bounds.Add(best.Index);
            bounds.Sort();
            chances[best.Index] = chance;
        }

        return
        [
            .. Enumerable.Range(1, bounds.Count - 2).Select(place => new ChangePoint(
                bounds[place],
                series[bounds[place - 1]..bounds[place]].Median(),
                series[bounds[place]..bounds[place + 1]].Median(),
                chances[bounds[place]])),
        ];
    }

    // Null when it is not below the level. The values are shuffled within the segments, so that known changes remain.
    private static double? Chance(double[] series, List<int> bounds, double[] sums, double statistic, Random random)
    {
        var (shuffled, reached) = (series.ToArray(), 1);
        for (var permutation = 0; permutation < Permutations; permutation++)
        {
            for (var place = 1; place < bounds.Count; place++)
            {
                random.Shuffle(shuffled.AsSpan(bounds[place - 1]..bounds[place]));
            }

            if (Best(shuffled, bounds, sums).Statistic >= statistic && ++reached > Level * (Permutations + 1))
            {
                return null;
            }
        }

        return reached / (Permutations + 1.0);
    }

    private static (int Index, double Statistic) Best(double[] series, List<int> bounds, double[] sums) =>
        Enumerable.Range(1, bounds.Count - 1).Select(place => Best(series.AsSpan(bounds[place - 1]..bounds[place]), bounds[place - 1], sums))
            .MaxBy(best => best.Statistic);

    // The second part may end before the segment: otherwise a level that returns would hide its change.
    private static (int Index, double Statistic) Best(ReadOnlySpan<double> segment, int start, double[] sums)
    {
        var (length, best) = (segment.Length, (Index: 0, Statistic: 0.0));
        var width = length + 1;
        for (var row = 1; row <= length; row++)
        {
            var line = 0.0;
            for (var column = 1; column <= length; column++)
            {
                line += Math.Abs(segment[row - 1] - segment[column - 1]);
                sums[(row * width) + column] = sums[((row - 1) * width) + column] + line;
            }
        }

        for (var change = MinimumSegment; change <= length - MinimumSegment; change++)
        {
            var first = sums[(change * width) + change];
            for (var end = change + MinimumSegment; end <= length; end++)
            {
                var (n, m, both) = ((double)change, (double)(end - change), sums[(change * width) + end]);
                // The sums contain each distance within a part twice.
                var energy = (2 / (n * m) * (both - first)) - (first / (n * (n - 1)))
                    - ((sums[(end * width) + end] - (2 * both) + first) / (m * (m - 1)));
                var statistic = n * m / (n + m) * energy;
                if (statistic > best.Statistic)
                {
                    best = (start + change, statistic);
                }
            }
        }

        return best;
    }
}

/// <summary>A change of a series.</summary>
/// <param name="Index">The index of the first value after the change.</param>
/// <param name="Before">The median from the previous change to this one.</param>
/// <param name="After">The median from this change to the next one.</param>
/// <param name="Chance">The chance of such a change in a series without one, from the permutation test.</param>
public sealed record ChangePoint(int Index, double Before, double After, double Chance);
