using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Ledger.Alerts;

namespace RedisPerf.Ledger.Schedules;

/// <summary>The scheduled runs of a schedule as points of its trends.</summary>
public static class ScheduledRunPoints
{
    private static readonly Dictionary<CaseKey, double?> Nothing = [];

    /// <param name="runs">The last scheduled runs, oldest first; not empty.</param>
    /// <param name="missed">The missed runs; those before the first run are omitted.</param>
    /// <returns>Oldest first.</returns>
    public static IReadOnlyList<TrendPoint> Of(IReadOnlyList<ScheduledRunRecord> runs, IReadOnlyList<MissedRun> missed)
    {
        var points = runs.Select(run => new TrendPoint(
            run.Job.StartedAt ?? run.Job.CreatedAt, run.Job.Id, run.Job.Number,
            run.Times.ToDictionary(@case => @case.Key, @case => @case.Value.Count > 0 ? @case.Value.Median() : (double?)null))).ToArray();
        return
        [
            .. points.Concat(missed.Where(each => each.DueAt > points[0].At)
                .Select(each => new TrendPoint(each.DueAt, Guid.Empty, null, Nothing, each.Reason.ToText()))).OrderBy(point => point.At),
        ];
    }
}
