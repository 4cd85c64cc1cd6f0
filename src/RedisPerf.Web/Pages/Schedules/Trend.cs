using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger;
using RedisPerf.Web.Alerts;

namespace RedisPerf.Web.Pages.Schedules;

/// <summary>The nights of a schedule at one target and point, oldest first, with the band of one strategy.</summary>
public sealed class Trend
{
    private Trend(IReadOnlyList<TrendNight> nights) => Nights = nights;

    public IReadOnlyList<TrendNight> Nights { get; }

    /// <param name="nights">Oldest first: those that are shown, and before them those that their bands rest on.</param>
    /// <param name="shown">So many of the last ones are shown.</param>
    /// <param name="chosen">The case whose band is computed; all are of its target.</param>
    /// <param name="point">Of all; a case that the sweep does not touch belongs to every point.</param>
    /// <param name="alerts">All of the schedule.</param>
    public static Trend Of(IReadOnlyList<KeptNight> nights, int shown, CaseKey chosen, long? point, IReadOnlyList<Alert> alerts)
    {
        var groups = GroupsOf(nights);
        Night[] levels = [.. nights.Select(night => NightHistory.Of(night, [chosen]))];
        var view = new List<TrendNight>();
        for (var place = Math.Max(0, nights.Count - shown); place < nights.Count; place++)
        {
            var night = nights[place];
            Night[] comparable = [.. Enumerable.Range(0, place + 1).Where(each => groups[each] == groups[place]).Select(each => levels[each]).TakeLast(NightJudge.MostNights + 1)];
            view.Add(new(
                night.Job.Id,
                levels[place].At,
                night.State,
                night.Note,
                night.Times.Where(@case => @case.Key.Target == chosen.Target && (@case.Key.Point == point || @case.Key.Point is null)).ToDictionary(@case => @case.Key.Strategy, @case => NightLevel.Of(@case.Value)),
                NightJudge.Bands(NightHistory.Usual(comparable, alerts)).GetValueOrDefault(chosen),
                place > 0 && groups[place] != groups[place - 1] ? ChangesBetween(nights[place - 1], night) : []));
        }

        return new(view);
    }

    private static string[] ChangesBetween(KeptNight before, KeptNight night) =>
        [.. Comparability.Obstacles(before.Job, night.Job).Select(Difference.Of).Select(difference => $"{difference.What}: {difference.Base}, then {difference.With}")];

    // To be comparable is to be alike in everything, so one night of each kind stands for all of it.
    private static int[] GroupsOf(IReadOnlyList<KeptNight> nights)
    {
        var kinds = new List<KeptNight>();
        var groups = new int[nights.Count];
        for (var place = 0; place < nights.Count; place++)
        {
            var kind = kinds.FindIndex(known => Comparability.Obstacles(known.Job, nights[place].Job).Count == 0);
            if (kind < 0)
            {
                kinds.Add(nights[place]);
                kind = kinds.Count - 1;
            }

            groups[place] = kind;
        }

        return groups;
    }
}
