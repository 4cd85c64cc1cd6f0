using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;

namespace RedisPerf.Web.Pages.Schedules;

/// <summary>The scheduled runs of a schedule at the same coordinates, oldest first, with the expected range of one strategy.</summary>
public sealed class Trend
{
    private Trend(IReadOnlyList<TrendRun> runs) => Runs = runs;

    public IReadOnlyList<TrendRun> Runs { get; }

    /// <param name="runs">Oldest first: the shown runs, after the earlier runs that their expected ranges depend on.</param>
    /// <param name="shown">The number of shown runs.</param>
    /// <param name="chosen">The case with an expected range.</param>
    /// <param name="at">The coordinates of all shown cases; a case that an axis does not affect belongs to each of its values.</param>
    /// <param name="alerts">All alerts of the schedule.</param>
    public static Trend Of(IReadOnlyList<ScheduledRunRecord> runs, int shown, CaseKey chosen, Coordinates at, IReadOnlyList<Alert> alerts)
    {
        var groups = GroupsOf(runs);
        ScheduledRun[] levels = [.. runs.Select(run => ScheduledRunHistory.Of(run, [chosen]))];
        var view = new List<TrendRun>();
        for (var index = Math.Max(0, runs.Count - shown); index < runs.Count; index++)
        {
            var run = runs[index];
            ScheduledRun[] comparable = [.. Enumerable.Range(0, index + 1).Where(each => groups[each] == groups[index]).Select(each => levels[each])
                .TakeLast(RegressionDetector.MaximumRuns + 1)];
            view.Add(new(
                run.Job.Id,
                run.Job.Number,
                levels[index].At,
                run.State,
                run.Reason.ToText(),
                run.Times.Where(@case => @case.Key.At.IsWithin(at)).ToDictionary(
                    @case => @case.Key.Strategy, @case => CaseLevel.Of(@case.Value)),
                RegressionDetector.FindExpectedRanges(ScheduledRunHistory.Usual(comparable, alerts)).GetValueOrDefault(chosen),
                index > 0 && groups[index] != groups[index - 1] ? ChangesBetween(runs[index - 1], run) : []));
        }

        return new(view);
    }

    private static string[] ChangesBetween(ScheduledRunRecord before, ScheduledRunRecord run) =>
        [.. Comparability.DifferencesBetween(before.Job, run.Job)
            .Select(difference => Difference.Of(difference, Catalogue.Default.Find(run.Job.Benchmark)?.Info))
            .Select(difference => $"{difference.Label}: {difference.Base}, then {difference.With}")];

    // Comparable runs have the same environment and options, so each run is compared with one run of each group.
    private static int[] GroupsOf(IReadOnlyList<ScheduledRunRecord> runs)
    {
        var groupHeads = new List<ScheduledRunRecord>();
        var groups = new int[runs.Count];
        for (var index = 0; index < runs.Count; index++)
        {
            var group = groupHeads.FindIndex(known => Comparability.DifferencesBetween(known.Job, runs[index].Job).Count == 0);
            if (group < 0)
            {
                groupHeads.Add(runs[index]);
                group = groupHeads.Count - 1;
            }

            groups[index] = group;
        }

        return groups;
    }
}
