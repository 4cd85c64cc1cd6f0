using System.Globalization;
using MathNet.Numerics.Statistics;
using RedisPerf.Core.Measuring;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reports;

/// <summary>What is shown of a case beside its summary. wwwroot/js/job-rows.js of the web program says the same of a live one.</summary>
public static class CaseFigures
{
    /// <summary>Reasons that a line names; the others stand with their runs.</summary>
    private const int Named = 2;

    /// <summary>For example: <c>mget on embedded at 1,000</c>.</summary>
    public static string Name(string strategy, string target, long? point) => $"{strategy} on {target}{(point is null ? "" : $" at {Figures.Whole(point)}")}";

    /// <summary>The median of a figure over the counted runs that have it; null when none has.</summary>
    public static double? Median(CaseResult @case, Func<Run, double?> figure)
    {
        var known = @case.Runs.Where(Summaries.IsCounted).Select(figure).OfType<double>().ToArray();
        return known.Length > 0 ? known.Median() : null;
    }

    /// <summary>Seconds of encoding in a run, by the median; null where nothing is encoded.</summary>
    public static double? EncodeSeconds(CaseResult @case) => Median(@case, run => run.EncodeSeconds) is > 0 and var seconds ? seconds : null;

    /// <summary>The timed runs that were executed and verified, those that were left out too.</summary>
    public static IReadOnlyList<Run> Timed(CaseResult @case) => [.. @case.Runs.Where(run => Summaries.IsCounted(run with { LeftOut = false }))];

    /// <summary>Whether something disturbed a timed run: such a one can be left out.</summary>
    public static bool IsDisturbed(Run run) => run.Disturbed is not null && Summaries.IsCounted(run with { LeftOut = false });

    /// <summary>Those of the timed runs that something disturbed.</summary>
    public static IReadOnlyList<Run> Disturbed(CaseResult @case) => [.. @case.Runs.Where(IsDisturbed)];

    /// <summary>For example: <c>2 of 5 runs were disturbed, 1 of them left out: …</c>; null when none was.</summary>
    public static string? Disturbances(CaseResult @case)
    {
        var disturbed = Disturbed(@case);
        if (disturbed.Count == 0)
        {
            return null;
        }

        return $"{Count(disturbed, Timed(@case).Count)}: {Reasons(disturbed)}";
    }

    /// <summary>Of several cases, in one line: <c>12 of 340 runs were disturbed, in 9 of 34 cases: …</c>; null when none was.</summary>
    public static string? Disturbances(IReadOnlyList<CaseResult> cases)
    {
        var disturbed = cases.SelectMany(Disturbed).ToArray();
        return disturbed.Length == 0 ? null : string.Create(
            CultureInfo.InvariantCulture,
            $"{Count(disturbed, cases.Sum(@case => Timed(@case).Count))}, in {cases.Count(@case => Disturbed(@case).Count > 0)} of {cases.Count} cases: {Reasons(disturbed)}");
    }

    private static string Count(IReadOnlyList<Run> disturbed, int all)
    {
        var leftOut = disturbed.Count(run => run.LeftOut);
        return string.Create(CultureInfo.InvariantCulture, $"{disturbed.Count} of {all} runs {(disturbed.Count == 1 ? "was" : "were")} disturbed")
            + (leftOut == 0 ? "" : leftOut == disturbed.Count ? " and left out" : string.Create(CultureInfo.InvariantCulture, $", {leftOut} of them left out"));
    }

    private static string Reasons(IReadOnlyList<Run> disturbed)
    {
        var reasons = disturbed.Select(run => run.Disturbed!).Distinct().ToArray();
        return string.Join(" ", reasons.Take(Named)) + (reasons.Length > Named ? " The others stand with their runs." : "");
    }

    /// <summary>Both sides' CPU time over the wall's: <c>client 45 %, server 98 %</c>; empty when neither is known.</summary>
    public static string Busy(Summary summary) =>
        summary is { ClientBusy: null, ServerBusy: null } ? "" : $"client {Share(summary.ClientBusy)}, server {Share(summary.ServerBusy)}";

    private static string Share(double? share) =>
        share is null ? Figures.NotReported : string.Create(CultureInfo.InvariantCulture, $"{100 * share:0} %");
}
