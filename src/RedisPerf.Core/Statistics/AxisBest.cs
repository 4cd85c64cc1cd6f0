using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>The fastest value of a numeric axis for one strategy, with the range of the values that are not decided to be slower. The rank is
/// that of <see cref="Ranking"/>.</summary>
/// <param name="Best">The fastest value.</param>
/// <param name="Low">The smallest value of the range around the best one. All measured values from it to <paramref name="High"/> have enough
/// runs and are not decided to be slower than the best one.</param>
/// <param name="High">The largest value of that range.</param>
/// <param name="IsLowOpen">Whether the next smaller value is missing or has too few runs, so that it is not decided to be slower. Then a smaller
/// value can be as fast.</param>
/// <param name="IsHighOpen">The same for the next larger value.</param>
/// <param name="OtherTies">The values outside of the range that are not decided to be slower, in ascending order: a slower value or one with
/// too few runs is between them and the range.</param>
/// <param name="Slower">The values that are decided to be slower, in ascending order; empty when no difference along the axis is decided.</param>
public sealed record AxisBest(
    double Best, double Low, double High, bool IsLowOpen, bool IsHighOpen, IReadOnlyList<double> OtherTies, IReadOnlyList<double> Slower)
{
    /// <summary>Whether any value is decided to be slower. Otherwise the axis does not matter as far as the runs show, and there is no best
    /// value to report.</summary>
    public bool IsDecided => Slower.Count > 0;

    /// <param name="points">Distinct finite values of the axis in any order, each with the case of the strategy at it and at the same other
    /// coordinates. The cases are paired by their rounds.</param>
    /// <param name="rule">How times are compared; by operation when the axis changes the number of operations.</param>
    /// <returns>Null when fewer than two values have enough runs.</returns>
    /// <exception cref="ArgumentException">A value is not finite, or occurs twice.</exception>
    public static AxisBest? Of(IEnumerable<(double X, CaseResult Case)> points, ComparisonRule rule)
    {
        var curve = points.OrderBy(point => point.X).ToArray();
        if (curve.Any(point => !double.IsFinite(point.X)) || curve.DistinctBy(point => point.X).Count() < curve.Length)
        {
            throw new ArgumentException("The values of the axis must be finite and distinct.", nameof(points));
        }

        var ranking = Ranking.Of(curve.Select(point => point.Case), floor: null, rule);
        if (ranking.First.Count + ranking.Others.Count < 2)
        {
            return null;
        }

        var best = Array.FindIndex(curve, point => ReferenceEquals(point.Case, ranking.First[0]));
        var (low, high) = (best, best);
        while (low > 0 && IsIn(ranking.First, low - 1))
        {
            low--;
        }

        while (high < curve.Length - 1 && IsIn(ranking.First, high + 1))
        {
            high++;
        }

        return new(
            curve[best].X,
            curve[low].X,
            curve[high].X,
            low == 0 || !IsIn(ranking.Others, low - 1),
            high == curve.Length - 1 || !IsIn(ranking.Others, high + 1),
            [.. Enumerable.Range(0, curve.Length).Where(index => (index < low || index > high) && IsIn(ranking.First, index)).Select(X)],
            [.. Enumerable.Range(0, curve.Length).Where(index => IsIn(ranking.Others, index)).Select(X)]);

        double X(int index) => curve[index].X;

        bool IsIn(IReadOnlyList<CaseResult> cases, int index) => cases.Any(@case => ReferenceEquals(@case, curve[index].Case));
    }
}
