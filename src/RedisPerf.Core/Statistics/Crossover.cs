using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>A change of the verdict of a strategy against its baseline along a numeric axis. It is between two values at which the
/// verdict is decided.</summary>
/// <param name="Low">The largest value with the verdict <paramref name="Below"/>.</param>
/// <param name="High">The smallest value with the verdict <paramref name="Above"/>.</param>
/// <param name="Below">The verdict up to <paramref name="Low"/>; never <see cref="Verdict.Unclear"/>.</param>
/// <param name="Above">The verdict from <paramref name="High"/>; never <see cref="Verdict.Unclear"/>.</param>
/// <param name="At">An estimate, from <paramref name="Low"/> to <paramref name="High"/>: where the ratio is 1. Null when one of the verdicts
/// is <see cref="Verdict.Same"/>, because then no decided ratio is on the other side of 1.</param>
public sealed record Crossover(double Low, double High, Verdict Below, Verdict Above, double? At);

/// <summary>Where the verdict of a strategy against its baseline changes along a numeric axis. Only decided verdicts count: an undecided
/// value between two different verdicts makes the interval of the change wider.</summary>
/// <param name="Changes">Each change between two neighboring decided values, by the value of the axis. Without a monotonic order these are
/// facts about the measured values, not about all values beyond them.</param>
/// <param name="IsMonotonic">Whether the decided verdicts only go from slower over the same to faster, or only the other way. True when
/// nothing is decided.</param>
/// <param name="Winner">The change from slower to faster or from faster to slower. Its interval can include values that are the same. Null
/// when the verdicts are not monotonic: a single contradiction among many values is enough.</param>
/// <param name="Gain">The change to or from faster: from which value on, or up to which value, the strategy is faster than its baseline.
/// Null when the verdicts are not monotonic.</param>
public sealed record Crossovers(IReadOnlyList<Crossover> Changes, bool IsMonotonic, Crossover? Winner, Crossover? Gain)
{
    /// <param name="points">Distinct finite values of the axis in any order, each with the ratio of the strategy to its baseline at the same
    /// value; null without one.</param>
    /// <exception cref="ArgumentException">A value is not finite, or occurs twice.</exception>
    public static Crossovers Of(IEnumerable<(double X, Ratio? Ratio)> points)
    {
        var curve = points.OrderBy(point => point.X).ToArray();
        if (curve.Any(point => !double.IsFinite(point.X)) || curve.DistinctBy(point => point.X).Count() < curve.Length)
        {
            throw new ArgumentException("The values of the axis must be finite and distinct.", nameof(points));
        }

        (double X, Verdict Verdict)[] decided =
            [.. curve.Where(point => point.Ratio is { Verdict: not Verdict.Unclear }).Select(point => (point.X, point.Ratio!.Verdict))];
        var changes = decided.Zip(decided.Skip(1)).Where(pair => pair.First.Verdict != pair.Second.Verdict)
            .Select(pair => Between(curve, pair.First, pair.Second)).ToArray();
        var isMonotonic = changes.Select(change => Rank(change.Above) > Rank(change.Below)).Distinct().Count() <= 1;
        if (!isMonotonic || changes.Length == 0)
        {
            return new(changes, isMonotonic, null, null);
        }

        var (below, above) = (changes[0].Below, changes[^1].Above);
        return new(
            changes,
            isMonotonic,
            below != Verdict.Same && above != Verdict.Same ? Between(curve, (changes[0].Low, below), (changes[^1].High, above)) : null,
            Array.Find(changes, change => change.Below == Verdict.Faster || change.Above == Verdict.Faster));
    }

    private static int Rank(Verdict verdict) => verdict switch
    {
        Verdict.Slower => -1,
        Verdict.Faster => 1,
        _ => 0,
    };

    private static Crossover Between((double X, Ratio? Ratio)[] curve, (double X, Verdict Verdict) low, (double X, Verdict Verdict) high)
    {
        var at = low.Verdict == Verdict.Same || high.Verdict == Verdict.Same
            ? null
            : Estimate([.. curve.Where(point => point.X >= low.X && point.X <= high.X && point.Ratio is { Value: > 0 and < double.PositiveInfinity })
                .Select(point => (point.X, Math.Log(point.Ratio!.Value)))], isLogarithmic: curve[0].X > 0);
        return new(low.X, high.X, low.Verdict, high.Verdict, at is { } x ? Math.Clamp(x, low.X, high.X) : null);
    }

    // Undecided ratios between the ends can be on both sides of 1 in any order. The ends are on different sides, so the number of the
    // crossings is odd, and one of them is in the middle.
    private static double? Estimate((double X, double Log)[] points, bool isLogarithmic)
    {
        var crossings = points.Zip(points.Skip(1)).Where(pair => pair.First.Log > 0 != pair.Second.Log > 0).ToArray();
        if (crossings.Length % 2 == 0)
        {
            return null;
        }

        var (left, right) = crossings[crossings.Length / 2];
        var share = left.Log / (left.Log - right.Log);
        return isLogarithmic ? left.X * Math.Pow(right.X / left.X, share) : left.X + (share * (right.X - left.X));
    }
}
