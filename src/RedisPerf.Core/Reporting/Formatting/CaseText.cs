using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Formatting;

/// <summary>Text about a case, in addition to its summary.</summary>
public static class CaseText
{
    /// <summary>Maximum number of reasons in a line.</summary>
    private const int Named = 2;

    /// <summary>For example: <c>mget on embedded at 1,000 keys per call</c>.</summary>
    /// <param name="axes">With the labels and units of its options; the names of others are shown.</param>
    public static string Name(CaseKey key, IReadOnlyList<Axis> axes) => $"{key.Strategy} on {CoordinatesText.Full(key.At, axes)}";

    /// <summary>For example: <c>2 of 5 runs were disturbed, 1 of them excluded: …</c>; null when no run was disturbed.</summary>
    public static string? Disturbances(CaseResult @case) => Disturbances(CaseStatistics.Timed(@case));

    /// <summary>The same for any timed runs.</summary>
    public static string? Disturbances(IReadOnlyList<Run> timed)
    {
        var disturbed = timed.Where(CaseStatistics.IsDisturbed).ToArray();
        return disturbed.Length == 0 ? null : $"{Count(disturbed, timed.Count)}: {Reasons(disturbed)}";
    }

    /// <summary>One line for several cases: <c>12 of 340 runs were disturbed, in 9 of 34 cases: …</c>; null when no run was disturbed.</summary>
    public static string? Disturbances(IReadOnlyList<CaseResult> cases)
    {
        var disturbed = cases.SelectMany(CaseStatistics.Disturbed).ToArray();
        return disturbed.Length == 0 ? null : cases is [var only] ? Disturbances(only) : string.Create(
            CultureInfo.InvariantCulture,
            $"{Count(disturbed, cases.Sum(@case => CaseStatistics.Timed(@case).Count))}, "
                + $"in {cases.Count(@case => CaseStatistics.Disturbed(@case).Count > 0)} of {cases.Count} cases: {Reasons(disturbed)}");
    }

    private static string Count(Run[] disturbed, int all)
    {
        var (excluded, scaled) = (disturbed.Count(run => run.IsFullyExcludedByUser), disturbed.Count(run => run.IsPartlyExcludedByUser));
        return string.Create(CultureInfo.InvariantCulture, $"{disturbed.Length} of {all} runs {(disturbed.Length == 1 ? "was" : "were")} disturbed")
            + (excluded == 0
                ? ""
                : excluded == disturbed.Length ? " and excluded"
                : string.Create(CultureInfo.InvariantCulture, $", {excluded} of them excluded"))
            + (scaled == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $", {scaled} of them scaled from the undisturbed slices"));
    }

    /// <summary>Whether a disturbed run is in the summary: <c>disturbed</c>, <c>disturbed, excluded</c> or <c>disturbed, scaled
    /// from 8 of 10 slices</c>.</summary>
    public static string Disturbed(Run run) =>
        run.IsPartlyExcludedByUser
            ? string.Create(
                CultureInfo.InvariantCulture, $"disturbed, scaled from {run.Slices!.Count - run.DisturbedSlices!.Count} of {run.Slices.Count} slices")
        : run.IsFullyExcludedByUser ? "disturbed, excluded"
        : "disturbed";

    private static string Reasons(Run[] disturbed)
    {
        var groups = disturbed.SelectMany(run => run.Disturbed).GroupBy(ReasonText.GroupOf).OrderByDescending(group => group.Count()).ToArray();
        return string.Join(" ", groups.Take(Named).Select(group => ReasonText.ToText([.. group], group.Count())))
            + (groups.Length > Named ? " Other reasons are listed with the runs." : "");
    }

    /// <summary>CPU time over elapsed time of both sides: <c>client 45%, server 98%</c>; empty when both are unknown.</summary>
    public static string Busy(Summary summary) =>
        summary is { ClientBusy: null, ServerBusy: null } ? "" : $"client {Share(summary.ClientBusy)}, server {Share(summary.ServerBusy)}";

    private static string Share(double? share) =>
        share is null ? NumberFormat.NotReported : string.Create(CultureInfo.InvariantCulture, $"{100 * share:0}%");
}
