using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>The rank of cases that do the same work, by their medians and the comparisons with the fastest one. All tables, charts, texts
/// and lists use it, so that they name the same winner. The floor is not ranked.</summary>
/// <param name="First">The fastest case, followed by the cases whose difference from it is not decided, without each case that is slower
/// than another one of them in a comparison with the baseline; empty when no case has enough runs.</param>
/// <param name="Others">The cases that are slower than one of the first, by their medians.</param>
/// <param name="Unranked">The cases with a median but too few runs for a comparison.</param>
public sealed record Ranking(IReadOnlyList<CaseResult> First, IReadOnlyList<CaseResult> Others, IReadOnlyList<CaseResult> Unranked)
{
    /// <summary>With fewer rounds in common, a ratio has no interval, so nothing is decided.</summary>
    public const int MinRounds = RatioEstimator.MinValues;

    /// <summary>Whether the lead of the fastest case is not decided.</summary>
    public bool IsTie => First.Count > 1;

    /// <summary>The case that is faster than all others; null for a tie, and when there is no other case.</summary>
    public CaseResult? Winner => First.Count == 1 && Others.Count > 0 ? First[0] : null;

    /// <summary>Whether the comparison of the fastest case with the second one is decided, or both are the same; true without a second one.</summary>
    /// <param name="rule">How times are compared.</param>
    public bool IsLeadDecided(ComparisonRule rule) =>
        First.Count > 0 && First.Skip(1).All(tied => Summaries.Against(tied, First[0], rule) is { Verdict: Verdict.Same });

    /// <param name="cases">Cases with summaries, of which each does the same work.</param>
    /// <param name="floor">The strategy that is not ranked; null when the benchmark has no floor.</param>
    /// <param name="rule">How times are compared.</param>
    public static Ranking Of(IEnumerable<CaseResult> cases, string? floor, ComparisonRule rule)
    {
        var measured = cases.Where(@case => @case.Summary is not null && @case.Strategy != floor).OrderBy(@case => @case.Summary!.Median).ToArray();
        if (Array.Find(measured, @case => @case.Summary!.Count >= MinRounds) is not { } leader)
        {
            return new([], [], measured);
        }

        var ratios = RatiosTo(leader);
        // A case that needs less time in most turns can have the larger median. The bound is for three cases of which each is faster than the next.
        for (var changes = 1; changes < measured.Length
            && Array.Find(ratios, each => each.Ratio is { Verdict: Verdict.Faster }).Case is { } faster; changes++)
        {
            (leader, ratios) = (faster, RatiosTo(faster));
        }

        CaseResult[] undecided = [.. ratios.Where(each => each.Ratio is { Low: not null, Verdict: not Verdict.Slower }).Select(each => each.Case)];
        // The comparison of a case with the leader can be undecided although the job's comparison with the baseline is decided.
        CaseResult[] tied = [.. undecided.Where(@case => !undecided.Append(leader).Any(other => IsSlower(@case, other)))];
        CaseResult[] unranked = [.. ratios.Where(each => each.Ratio?.Low is null).Select(each => each.Case)];
        return new(
            [leader, .. tied], [.. measured.Except([leader, .. tied, .. unranked], ReferenceEqualityComparer.Instance).Cast<CaseResult>()], unranked);

        (CaseResult Case, Ratio? Ratio)[] RatiosTo(CaseResult first) =>
            [.. measured.Where(@case => !ReferenceEquals(@case, first)).Select(@case => (@case, Summaries.Against(@case, first, rule)))];
    }

    /// <summary>The cases at the largest value of the curve's axis that any case reached, with the level ones; all cases without a curve.</summary>
    public static IReadOnlyList<CaseResult> AtLargestPoint(IReadOnlyList<CaseResult> cases, JobRequest request) =>
        AtPoint(cases, request, LargestPoint(cases, request));

    /// <summary>The largest value of the curve's axis that any case reached; null without a curve.</summary>
    public static double? LargestPoint(IReadOnlyList<CaseResult> cases, JobRequest request) =>
        cases.Where(@case => @case.Summary is not null).Max(@case => request.PointOf(@case.At));

    /// <summary>The cases at a value of the curve's axis, with the cases of strategies that this axis does not affect.</summary>
    public static IReadOnlyList<CaseResult> AtPoint(IReadOnlyList<CaseResult> cases, JobRequest request, double? point) =>
        [.. cases.Where(@case => request.PointOf(@case.At) is var own && (own == point || own is null))];

    /// <summary>The order of the rows of all tables: by the coordinates, the floor last, then by the median.</summary>
    /// <param name="cases">The cases of one job.</param>
    /// <param name="request">Its request.</param>
    /// <param name="floor">The strategy that comes last; null when the benchmark has no floor.</param>
    public static IEnumerable<CaseResult> Sort(IEnumerable<CaseResult> cases, JobRequest request, string? floor) => cases
        .OrderBy(@case => @case.At, request.Order)
        .ThenBy(@case => @case.Strategy == floor)
        .ThenBy(@case => @case.Summary?.Median ?? double.PositiveInfinity);

    // A ratio refers to the baseline at the same coordinates.
    private static bool IsSlower(CaseResult @case, CaseResult other) =>
        (@case.At.IsWithin(other.At) || other.At.IsWithin(@case.At))
        && ((@case.Summary!.Ratio is { Verdict: Verdict.Slower } ratio && ratio.Baseline == other.Strategy)
            || (other.Summary!.Ratio is { Verdict: Verdict.Faster } inverse && inverse.Baseline == @case.Strategy));
}
