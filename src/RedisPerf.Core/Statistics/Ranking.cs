using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>The rank of cases that do the same work, by their medians and the comparisons with the fastest one. All tables, charts, texts
/// and lists use it, so that they name the same winner. The floor is not ranked.</summary>
/// <param name="First">The leader, followed by the cases that can still be the fastest, by their medians: their comparison with the leader is
/// not decided, or both are the same. They have no other ranked case between them in the order of the medians. Empty when no case has enough
/// runs.</param>
/// <param name="Others">The other ranked cases, by their medians.</param>
/// <param name="Unranked">The cases with a median but too few runs for a comparison.</param>
/// <param name="Lead">The knowledge about the lead of the first one.</param>
public sealed record Ranking(IReadOnlyList<CaseResult> First, IReadOnlyList<CaseResult> Others, IReadOnlyList<CaseResult> Unranked, Lead Lead)
{
    /// <summary>With fewer rounds in common, a ratio has no interval, so nothing is decided.</summary>
    public const int MinRounds = RatioEstimator.MinValues;

    /// <summary>The case that is faster than all others; null when the lead is not decided or shared, and when there is no other case.</summary>
    public CaseResult? Winner => Lead == Lead.Decided && First.Count == 1 && Others.Count > 0 ? First[0] : null;

    /// <summary>The cases that are emphasized: the winner or the cases that are the same, and until that is decided only the lowest one; empty
    /// without a comparison.</summary>
    public IReadOnlyList<CaseResult> Emphasized => First.Count + Others.Count < 2 ? [] : Lead == Lead.Shared ? First : [.. First.Take(1)];

    /// <summary>Whether more runs cannot change the result: a case is faster than each other one, or the same.</summary>
    public bool IsLeadDecided => First.Count > 0 && Lead != Lead.Undecided;

    /// <param name="cases">Cases with summaries, of which each does the same work.</param>
    /// <param name="floor">The strategy that is not ranked; null when the benchmark has no floor.</param>
    /// <param name="rule">How times are compared.</param>
    public static Ranking Of(IEnumerable<CaseResult> cases, string? floor, ComparisonRule rule)
    {
        var measured = cases.Where(@case => @case.Summary is not null && @case.Strategy != floor).OrderBy(@case => @case.Summary!.Median).ToArray();
        if (Array.Find(measured, @case => @case.Summary!.Count >= MinRounds) is not { } leader)
        {
            return new([], [], measured, Lead.Undecided);
        }

        var ratios = RatiosTo(leader);
        // A case that needs less time in most turns can have the larger median. The bound is for three cases of which each is faster than the next.
        for (var changes = 1; changes < measured.Length
            && Array.Find(ratios, each => each.Ratio is { Verdict: Verdict.Faster }).Case is { } faster; changes++)
        {
            (leader, ratios) = (faster, RatiosTo(faster));
        }

        CaseResult[] open = [.. ratios.Where(each => each.Ratio is { Low: not null, Verdict: not Verdict.Slower }).Select(each => each.Case)];
        // The comparison of a case with the leader can be undecided although the job's comparison with the baseline is decided.
        CaseResult[] possible = [.. open.Where(@case => !open.Append(leader).Any(other => IsSlower(@case, other)))];
        CaseResult[] unranked = [.. ratios.Where(each => each.Ratio?.Low is null).Select(each => each.Case)];
        CaseResult[] ranked = [.. measured.Where(@case => !unranked.Contains(@case, ReferenceEqualityComparer.Instance))];
        CaseResult[] first = [.. Neighbors(ranked, leader, possible)];
        var lead = possible.Length > first.Length - 1 || possible.Any(@case => Ratio(@case).Verdict != Verdict.Same) ? Lead.Undecided
            : possible.Length > 0 ? Lead.Shared
            : Lead.Decided;
        return new(
            lead == Lead.Undecided ? first : [leader, .. first.Where(@case => !ReferenceEquals(@case, leader))],
            [.. ranked.Except(first, ReferenceEqualityComparer.Instance).Cast<CaseResult>()], unranked, lead);

        (CaseResult Case, Ratio? Ratio)[] RatiosTo(CaseResult first) =>
            [.. measured.Where(@case => !ReferenceEquals(@case, first)).Select(@case => (@case, Summaries.Against(@case, first, rule)))];

        Ratio Ratio(CaseResult @case) => Array.Find(ratios, each => ReferenceEquals(each.Case, @case)).Ratio!;
    }

    // A case behind one that is slower than the leader has the larger median, and it would be confusing among the first. So the range ends there.
    private static CaseResult[] Neighbors(CaseResult[] ranked, CaseResult leader, CaseResult[] possible)
    {
        var place = Array.FindIndex(ranked, @case => ReferenceEquals(@case, leader));
        var (from, to) = (place, place);
        while (from > 0 && possible.Contains(ranked[from - 1], ReferenceEqualityComparer.Instance))
        {
            from--;
        }

        while (to < ranked.Length - 1 && possible.Contains(ranked[to + 1], ReferenceEqualityComparer.Instance))
        {
            to++;
        }

        return ranked[from..(to + 1)];
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

    /// <summary>The order of the rows of all tables: by the coordinates, the floor last, then by the median. A floor that has fewer coordinates than
    /// the other cases is the last row.</summary>
    /// <param name="cases">The cases of one job.</param>
    /// <param name="request">Its request.</param>
    /// <param name="floor">The strategy that comes last; null when the benchmark has no floor.</param>
    public static IEnumerable<CaseResult> Sort(IReadOnlyCollection<CaseResult> cases, JobRequest request, string? floor) => cases
        .OrderBy(@case => @case.Strategy == floor && cases.Any(other => @case.At.Count < other.At.Count))
        .ThenBy(@case => @case.At, request.Order)
        .ThenBy(@case => @case.Strategy == floor)
        .ThenBy(@case => @case.Summary?.Median ?? double.PositiveInfinity);

    // A ratio refers to the baseline at the same coordinates.
    private static bool IsSlower(CaseResult @case, CaseResult other) =>
        (@case.At.IsWithin(other.At) || other.At.IsWithin(@case.At))
        && ((@case.Summary!.Ratio is { Verdict: Verdict.Slower } ratio && ratio.Baseline == other.Strategy)
            || (other.Summary!.Ratio is { Verdict: Verdict.Faster } inverse && inverse.Baseline == @case.Strategy));
}

/// <summary>The knowledge about the lead of the fastest case.</summary>
public enum Lead
{
    /// <summary>More runs can change which case is the fastest.</summary>
    Undecided,

    /// <summary>Several cases are the same: the interval of each ratio is within the margin of <see cref="Verdicts"/>.</summary>
    Shared,

    /// <summary>One case is faster than each other one; or it is the only one.</summary>
    Decided,
}
