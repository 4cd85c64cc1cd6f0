namespace RedisPerf.Core.Statistics;

/// <summary>The point of a sweep at which a growing cost has doubled relative to the smallest point.</summary>
public static class Knee
{
    private const double Factor = 2;

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
}
