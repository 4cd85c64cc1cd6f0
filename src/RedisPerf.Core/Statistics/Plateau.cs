using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>The point of a sweep beyond which no larger point increases the throughput.</summary>
public static class Plateau
{
    /// <summary>A smaller increase of the throughput is not a gain.</summary>
    public const double MinGain = 0.05;

    private const double MaxRatio = 1 / (1 + MinGain);

    /// <summary>The smallest point that no larger point exceeds by this gain. The intervals decide both: that a smaller point is exceeded,
    /// and that this one is not.</summary>
    /// <param name="curve">The cases of one strategy along one axis, of which each does the same work; those without a summary are ignored.</param>
    /// <param name="rule">How times are compared. The runs are paired by their rounds.</param>
    /// <returns>Null when the throughput increases up to the largest point, and when a comparison that matters is not decided.</returns>
    public static double? Of(IEnumerable<(double Point, CaseResult Case)> curve, ComparisonRule rule) => Find(curve, rule).Point;

    /// <summary>Whether the runs decide where the point is, or that the throughput increases up to the largest point.</summary>
    public static bool IsDecided(IEnumerable<(double Point, CaseResult Case)> curve, ComparisonRule rule) => Find(curve, rule).IsDecided;

    private static (double? Point, bool IsDecided) Find(IEnumerable<(double Point, CaseResult Case)> curve, ComparisonRule rule)
    {
        var points = curve.Where(each => each.Case.Summary is not null).OrderBy(each => each.Point).ToArray();
        foreach (var (index, (point, @case)) in points.SkipLast(1).Index())
        {
            var gains = points[(index + 1)..].Select(larger => IsGain(larger.Case, @case, rule)).ToArray();
            if (!gains.Contains(true))
            {
                return gains.Contains(null) ? (null, false) : (point, true);
            }
        }

        return (null, true);
    }

    // Null: the runs are too few or vary too much to decide it.
    private static bool? IsGain(CaseResult larger, CaseResult @case, ComparisonRule rule) => Summaries.Against(larger, @case, rule) switch
    {
        { Low: > MaxRatio } => false,
        { Value: <= MaxRatio, Verdict: Verdict.Faster } => true,
        _ => null,
    };
}
