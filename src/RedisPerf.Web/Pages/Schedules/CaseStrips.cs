using System.Globalization;
using System.Xml.Linq;
using MathNet.Numerics.Statistics;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Schedules;
using RedisPerf.Web.Alerts;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Pages.Schedules;

/// <summary>The cases of a schedule, each with its last scheduled runs as a strip of dots.</summary>
/// <param name="Rows">The cases with an active alert first, those of the floor last.</param>
/// <param name="Omitted">The number of cases that only the trend page shows.</param>
/// <param name="Unit">The unit of all times.</param>
/// <param name="RunsSoFar">The comparable runs so far, until changes are detected; null from then on.</param>
public sealed record CaseStrips(IReadOnlyList<CaseStrip> Rows, int Omitted, string Unit, int? RunsSoFar)
{
    private const int MaxRows = 8;

    /// <param name="schedule">The schedule.</param>
    /// <param name="info">Its benchmark; null when this version does not have it.</param>
    /// <param name="runs">Its last scheduled runs, oldest first; not empty.</param>
    /// <param name="missed">Its missed runs.</param>
    /// <param name="alerts">Its alerts.</param>
    /// <param name="numbers">The numbers of the jobs that the alerts name.</param>
    public static CaseStrips Of(
        Schedule schedule, BenchmarkInfo? info, IReadOnlyList<ScheduledRunRecord> runs, IReadOnlyList<MissedRun> missed,
        IReadOnlyList<Alert> alerts, IReadOnlyDictionary<Guid, long> numbers)
    {
        var comparable = ScheduledRunHistory.Comparable(runs);
        var ranges = RegressionDetector.FindExpectedRanges(ScheduledRunHistory.Usual(comparable, alerts));
        var first = TimeOf(runs[0]);
        var slots = runs.Select(run => (At: TimeOf(run), Run: (ScheduledRunRecord?)run, Missed: (MissedRun?)null))
            .Concat(missed.Where(each => each.DueAt > first)
                .Select(each => (At: each.DueAt, Run: (ScheduledRunRecord?)null, Missed: (MissedRun?)each)))
            .OrderBy(slot => slot.At).TakeLast(TrendStrip.Length).ToArray();
        var looks = info is null ? [] : StrategyStyle.For(info);
        var order = looks.Select(look => look.Name).ToList();
        var cases = runs.SelectMany(run => run.Times.Keys).Distinct()
            .OrderBy(@case => alerts.All(alert => !alert.IsActive || alert.Case != @case))
            .ThenBy(@case => order.IndexOf(@case.Strategy) is >= 0 and var place ? place : int.MaxValue)
            .ThenBy(@case => @case.At, schedule.Request.Order)
            .ToArray();
        CaseKey[] results = [.. cases.Where(@case => @case.Strategy != info?.Floor)];
        CaseKey[] shown = [.. results.Take(MaxRows), .. cases.Where(@case => @case.Strategy == info?.Floor).Take(1)];
        var scale = ColumnScale.OfSeconds(shown.SelectMany(@case => runs.Select(run => MedianOf(run, @case))));
        return new(
            [.. shown.Select(Row)],
            cases.Length - shown.Length,
            scale.Unit + (info?.TimePer is { } operation ? $"/{operation}" : ""),
            comparable.Count < RegressionDetector.MinimumRuns ? comparable.Count : null);

        CaseStrip Row(CaseKey @case)
        {
            var (own, range) = (alerts.Where(alert => alert.Case == @case).ToArray(), ranges.GetValueOrDefault(@case));
            var step = own.Where(alert => alert is { IsActive: true, Ratio: not null }).MaxBy(alert => alert.Since);
            var last = runs.Select(run => MedianOf(run, @case)).LastOrDefault(median => median is not null);
            var where = CoordinatesText.After(schedule.Request.PanelOf(@case.At), schedule.Request)
                + (schedule.Request.PointOf(@case.At) is null ? "" : $" at {CoordinatesText.Point(@case.At, schedule.Request)}");
            var name = @case.Strategy + where;
            var text = $"{name}: {NumberFormat.Count(slots.Count(slot => slot.Run is not null), "scheduled run")}, last median {scale.Text(last)} "
                + $"{scale.Unit}{(range is null ? "" : $", expected {scale.Text(range.Low)} to {scale.Text(range.High)} {scale.Unit}")}.";
            return new(
                looks.FirstOrDefault(look => look.Name == @case.Strategy) ?? StrategyStyle.Unknown(@case.Strategy),
                where,
                TrendStrip.Draw([.. slots.Select(slot => SlotOf(slot.At, slot.Run, slot.Missed, @case, own, scale))], range, text),
                scale.Text(last),
                step is null ? null : new(
                    string.Create(CultureInfo.InvariantCulture, $"+{100 * (step.Ratio!.Value - 1):0}%"), step.Since,
                    new(step.SinceJob, numbers.TryGetValue(step.SinceJob, out var number) ? number : null)),
                AddressOf(schedule, @case));
        }
    }

    private static TrendSlot SlotOf(
        DateTimeOffset at, ScheduledRunRecord? run, MissedRun? missed, CaseKey @case, Alert[] alerts, ColumnScale scale)
    {
        var time = at.UtcDateTime.ToString("d MMM HH:mm 'UTC'", CultureInfo.InvariantCulture);
        if (run is null)
        {
            return new(null, IsMissed: true, Text: $"{time}: missed. {missed!.Reason.ToText()}");
        }

        var (median, id) = (MedianOf(run, @case), run.Job.Id);
        var isSlow = Array.Exists(alerts, alert => id.CompareTo(alert.SinceJob) >= 0 && (alert.IsActive || id.CompareTo(alert.LastJob) <= 0));
        return new(median, IsSlow: isSlow, IsStep: Array.Exists(alerts, alert => alert.SinceJob == id),
            Text: $"#{run.Job.Number}, {time}: {scale.Text(median)} {scale.Unit}");
    }

    private static DateTimeOffset TimeOf(ScheduledRunRecord run) => run.Job.StartedAt ?? run.Job.CreatedAt;

    private static double? MedianOf(ScheduledRunRecord run, CaseKey @case) =>
        run.Times.GetValueOrDefault(@case) is { Count: > 0 } times ? times.Median() : null;

    private static string AddressOf(Schedule schedule, CaseKey @case)
    {
        var query = new (string Name, string? Value)[]
        {
            ("strategy", @case.Strategy), ("target", @case.At.Target), ("client", @case.At.Client),
            ("point", CaseKey.PointOf(@case.At)?.ToString(CultureInfo.InvariantCulture)), ("at", OtherCoordinates.TextOf(@case.At)),
        };
        return $"/schedules/{schedule.Id}"
            + QueryString.Create(query.Where(part => part.Value is not null).Select(part => KeyValuePair.Create(part.Name, part.Value)));
    }
}

/// <summary>One case of a schedule.</summary>
/// <param name="Look">How the strategy looks.</param>
/// <param name="Where">The coordinates that differ within the job, with a leading space; empty without one.</param>
/// <param name="Chart">Null without a time.</param>
/// <param name="Last">The last median, in the unit of the schedule.</param>
/// <param name="Step">The start of its active alert; null without one.</param>
/// <param name="Address">The trend of the case.</param>
public sealed record CaseStrip(StrategyStyle Look, string Where, XElement? Chart, string Last, StripStep? Step, string Address);

/// <param name="Change">For example <c>+14%</c>.</param>
/// <param name="Since">The start of the first slow run.</param>
/// <param name="Job">The job of that run.</param>
public sealed record StripStep(string Change, DateTimeOffset Since, Alerts.NumberedJob Job);
