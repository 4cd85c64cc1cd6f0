using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>Which strategy leads while a job runs, from its second turn on.</summary>
public static class LeadSentence
{
    /// <summary>For example <c>Leading so far: `hset`, 1.9× as fast as `multi-exec` (1.2–3.1), round 2 of 5.</c></summary>
    /// <param name="request">The request of the running job.</param>
    /// <param name="all">Its cases so far.</param>
    /// <param name="slices">The slices of the last run that each case began.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    /// <returns>Null when there is no estimate yet, and for a job that compares strategies at several coordinates or for different work.</returns>
    public static string? Of(
        JobRequest request, IReadOnlyList<CaseResult> all, IReadOnlyDictionary<CaseKey, IReadOnlyList<RunSlice>> slices, BenchmarkInfo? info)
    {
        if (info?.Compares(request) != true)
        {
            return null;
        }

        var cases = CaseStatistics.NotGivenUp(all).Where(@case => @case.Strategy != info.Floor && @case.Unsupported is null);
        if (info.Comparable(cases, request).ToArray() is not [var comparable])
        {
            return null;
        }

        var point = comparable.Max(@case => request.PointOf(@case.At));
        var ranked = Ranking.AtPoint(comparable, request, point);
        var baseline = BenchmarkInfo.BaselineOf(request, info, ranked[0].Strategy);
        return LeadSoFar.Of(ranked, slices, baseline, BenchmarkInfo.RuleOf(request, info)) is { } lead
            ? Sentence(lead, point, request, RoundOf(ranked, slices))
            : null;
    }

    // A job on another node has no slices here.
    private static int RoundOf(IEnumerable<CaseResult> cases, IReadOnlyDictionary<CaseKey, IReadOnlyList<RunSlice>> slices) =>
        cases.Max(@case => slices.GetValueOrDefault(@case.Key, []).Select(slice => slice.Round).Concat(@case.Runs.Select(run => run.Round))
            .DefaultIfEmpty().Max());

    private static string Sentence(LeadSoFar lead, double? point, JobRequest request, int round)
    {
        var at = point is { } value ? $" at {CoordinatesText.PointWithAxis(value, request)}" : "";
        var of = request.Until == RunUntil.Decided ? "" : $" of {request.Runs}";
        var when = lead.IsWarmup ? "warm-up" : string.Create(CultureInfo.InvariantCulture, $"round {round + 1 - request.Warmups}{of}");
        var interval = lead.Speed is { Low: { } low, High: { } high }
            ? $" ({NumberFormat.Significant(low, 2)}–{NumberFormat.Significant(high, 2)})"
            : "";
        return $"{(lead.IsAhead ? "Leading" : "Lowest")} so far{at}: `{lead.Leader.Strategy}`, "
            + $"{NumberFormat.Significant(lead.Speed.Value, 2)}× as fast as `{lead.Other.Strategy}`{interval}, {when}.";
    }
}
