using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>The point of a sweep at which a growing cost has doubled relative to the smallest point.</summary>
public static class Knee
{
    private const double Factor = 2;
    private const double Confidence = 0.95;

    /// <summary>The position from which the cost stays at least twice that of the smallest point. A single slow point before it is noise.
    /// Between two points the position is interpolated on a logarithmic axis.</summary>
    /// <param name="points">Distinct positions above 0, in any order, each with the cost of a call.</param>
    /// <returns>Null when the cost of the largest point has not doubled.</returns>
    public static double? Of(IEnumerable<(double Point, double Cost)> points)
    {
        var curve = points.OrderBy(point => point.Point).ToArray();
        if (curve.Length == 0)
        {
            return null;
        }

        var doubled = Factor * curve[0].Cost;
        var below = Array.FindLastIndex(curve, point => point.Cost < doubled);
        if (below < 0 || below == curve.Length - 1)
        {
            return null;
        }

        var (left, right) = (curve[below], curve[below + 1]);
        var share = (doubled - left.Cost) / (right.Cost - left.Cost);
        return left.Point * Math.Pow(right.Point / left.Point, share);
    }

    /// <summary>The range of the position over the rounds: each round has its own curve. From six rounds on it is the 95% interval of their
    /// median, and with three to five rounds the smallest and the largest one.</summary>
    /// <param name="curve">The cases of one strategy along one axis; those without a summary are ignored.</param>
    /// <param name="rule">How times are compared.</param>
    /// <returns>Null with fewer than three rounds, and when the cost does not double in too many of them.</returns>
    public static (double Low, double High)? RangeOf(IEnumerable<(double Point, CaseResult Case)> curve, ComparisonRule rule)
    {
        var cases = curve.Where(each => each is { Point: > 0, Case.Summary: not null }).ToArray();
        double[] knees =
        [
            .. from each in cases
               from run in each.Case.Runs
               where rule.Includes(run)
               group (each.Point, rule.TimeOf(run)!.Value) by run.Round into round
               where round.Count() == cases.Length
               select Of(round) ?? double.PositiveInfinity,
        ];
        Array.Sort(knees);
        if (knees.Length < Ranking.MinRounds)
        {
            return null;
        }

        var range = MedianInterval.Of(knees, Confidence) ?? (knees[0], knees[^1]);
        return double.IsFinite(range.High) ? range : null;
    }
}
