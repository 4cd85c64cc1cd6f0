using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;

namespace RedisPerf.Ledger.Alerts;

/// <summary>The scheduled runs as input of the regression detection.</summary>
public static class ScheduledRunHistory
{
    /// <summary>The runs that are comparable with the last one, with all levels.</summary>
    /// <param name="runs">Oldest first, not empty.</param>
    public static IReadOnlyList<ScheduledRun> Comparable(IReadOnlyList<ScheduledRunRecord> runs) =>
        [.. runs.Where(run => run == runs[^1] || Comparability.DifferencesBetween(run.Job, runs[^1].Job).Count == 0).Select(Of)];

    /// <summary>The same runs without the levels that are not part of the usual level of a case: those of its slow runs, and those
    /// before a new baseline.</summary>
    /// <param name="runs">Comparable runs, oldest first.</param>
    /// <param name="alerts">All alerts of the schedule.</param>
    public static IReadOnlyList<ScheduledRun> Usual(IReadOnlyList<ScheduledRun> runs, IReadOnlyList<Alert> alerts)
    {
        var byCase = alerts.ToLookup(alert => alert.Case);
        return
        [
            .. runs.SkipLast(1).Select(run => run with
            {
                Levels = run.Levels.Where(level => !byCase[level.Key].Any(alert => IsBeforeNewLevel(run.Job, alert))).ToDictionary(),
                AllLevels = run.AllLevels,
            }),
            .. runs.TakeLast(1),
        ];
    }

    /// <summary>A run with the levels of the given cases.</summary>
    public static ScheduledRun Of(ScheduledRunRecord run, IReadOnlyCollection<CaseKey> cases) => Of(run with
    {
        Times = run.Times.Where(@case => cases.Contains(@case.Key)).ToDictionary(),
        RerunTimes = run.RerunTimes?.Where(@case => cases.Contains(@case.Key)).ToDictionary(),
    });

    private static ScheduledRun Of(ScheduledRunRecord run) => new(
        run.Job.Id,
        run.Job.StartedAt ?? run.Job.CreatedAt,
        run.Times.ToDictionary(@case => @case.Key, @case => Level([.. @case.Value, .. run.RerunTimes?.GetValueOrDefault(@case.Key) ?? []])))
    {
        RerunLevels = run.RerunTimes?.ToDictionary(@case => @case.Key, @case => Level(@case.Value)),
    };

    private static double Level(IReadOnlyList<double> seconds) => Math.Log(seconds.Median());

    // Ids are in the order of the jobs.
    private static bool IsBeforeNewLevel(Guid job, Alert alert) => alert.Resolution switch
    {
        Resolution.Improved => false,
        Resolution.NewBaseline or Resolution.Forgotten => job.CompareTo(alert.SinceJob) < 0,
        _ => job.CompareTo(alert.SinceJob) >= 0 && (alert.IsActive || job.CompareTo(alert.LastJob) <= 0),
    };
}
