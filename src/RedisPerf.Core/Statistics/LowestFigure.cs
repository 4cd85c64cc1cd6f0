using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>The case with the lowest value of a figure, such as memory, by the same rule as for times: the ratios of the rounds decide.</summary>
public static class LowestFigure
{
    /// <param name="cases">Cases that can be compared, each with its runs.</param>
    /// <param name="figure">The value of a run; null when it has none. Only values above 0 count.</param>
    /// <param name="rule">The runs that count, and the confidence.</param>
    /// <returns>Null when no case is decided to have less than each other one. Cases without the figure are not compared.</returns>
    public static CaseResult? Of(IEnumerable<CaseResult> cases, Func<Run, double?> figure, ComparisonRule rule)
    {
        var known = cases.Select(@case => (Case: @case, Values: ValuesOf(@case, figure, rule)))
            .Where(each => each.Values.Length >= Ranking.MinRounds).ToArray();
        if (known.Length < 2)
        {
            return null;
        }

        var lowest = known.MinBy(each => each.Values.Select(run => run.Value).Median());
        return known.Where(each => !ReferenceEquals(each.Case, lowest.Case)).All(IsMore) ? lowest.Case : null;

        bool IsMore((CaseResult Case, (int Round, double Value)[] Values) other) => RatioEstimator.FromRounds(
            other.Case.Strategy,
            [.. lowest.Values.Join(other.Values, run => run.Round, run => run.Round, (own, peer) => own.Value / peer.Value)],
            rule.Confidence) is { Verdict: Verdict.Faster };
    }

    private static (int Round, double Value)[] ValuesOf(CaseResult @case, Func<Run, double?> figure, ComparisonRule rule) =>
    [
        .. from run in @case.Runs
           where rule.Includes(run)
           let value = figure(run)
           where value is > 0 && double.IsFinite(value.Value)
           select (run.Round, value.Value),
    ];
}
