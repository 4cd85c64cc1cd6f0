using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger;

namespace RedisPerf.Web.Alerts;

/// <summary>The nights that one night may be held against, as the judgement wants them.</summary>
public static class NightHistory
{
    /// <summary>The comparable ones of the nights up to the last of them, each with all its levels.</summary>
    /// <param name="nights">Oldest first, not empty.</param>
    public static IReadOnlyList<Night> Comparable(IReadOnlyList<KeptNight> nights) =>
        [.. nights.Where(night => night == nights[^1] || Comparability.Obstacles(night.Job, nights[^1].Job).Count == 0).Select(Of)];

    /// <summary>The same without the levels that are no measure of a case's usual one: those of its slow nights, and those before a new baseline.</summary>
    /// <param name="nights">Comparable ones, oldest first.</param>
    /// <param name="alerts">All of the schedule.</param>
    public static IReadOnlyList<Night> Usual(IReadOnlyList<Night> nights, IReadOnlyList<Alert> alerts)
    {
        var byCase = alerts.ToLookup(alert => alert.Case);
        return
        [
            .. nights.SkipLast(1).Select(night => night with
            {
                Levels = night.Levels.Where(level => !byCase[level.Key].Any(alert => IsLeftOut(night.Job, alert))).ToDictionary(),
            }),
            .. nights.TakeLast(1),
        ];
    }

    /// <summary>A night with the levels of some of its cases.</summary>
    public static Night Of(KeptNight night, IReadOnlyCollection<CaseKey> cases) => Of(night with
    {
        Times = night.Times.Where(@case => cases.Contains(@case.Key)).ToDictionary(),
        Again = night.Again?.Where(@case => cases.Contains(@case.Key)).ToDictionary(),
    });

    private static Night Of(KeptNight night) => new(
        night.Job.Id,
        night.Job.StartedAt ?? night.Job.CreatedAt,
        night.Times.ToDictionary(@case => @case.Key, @case => Level([.. @case.Value, .. night.Again?.GetValueOrDefault(@case.Key) ?? []])))
    {
        Again = night.Again?.ToDictionary(@case => @case.Key, @case => Level(@case.Value)),
    };

    private static double Level(IReadOnlyList<double> seconds) => Math.Log(seconds.Median());

    // An id tells the order of jobs.
    private static bool IsLeftOut(Guid job, Alert alert) => alert.Resolution is Resolution.NewBaseline or Resolution.Forgotten
        ? job.CompareTo(alert.SinceJob) < 0
        : job.CompareTo(alert.SinceJob) >= 0 && (alert.Lasts || job.CompareTo(alert.LastJob) <= 0);
}
