namespace RedisPerf.Core.Statistics;

/// <summary>Where a cost that grows along a sweep has doubled against the smallest point.</summary>
public static class Knee
{
    private const double Factor = 2;

    /// <summary>
    /// The place on the sweep from which on the cost is at least twice that of the smallest point, and stays so: one slow
    /// point before is noise. Between two points it lies on the straight line that a logarithmic axis shows.
    /// </summary>
    /// <param name="points">Places above 0, each once, in any order, with the cost of a call there.</param>
    /// <returns>Null when the cost of the largest point has not doubled.</returns>
    public static double? Of(IEnumerable<(long Point, double Cost)> points)
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
        return left.Point * Math.Pow((double)right.Point / left.Point, share);
    }
}
