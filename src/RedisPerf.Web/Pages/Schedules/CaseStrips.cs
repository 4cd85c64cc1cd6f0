using System.Globalization;
using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Schedules;
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
        var trends = CaseTrends.Of(
            schedule, info, ScheduledRunPoints.Of(runs, missed), RegressionDetector.FindExpectedRanges(
                ScheduledRunHistory.Usual(comparable, alerts)), alerts, MaxRows);
        var looks = info is null ? [] : StrategyStyle.For(info);
        return new(
            [.. trends.Rows.Select(Row)], trends.Omitted, trends.Unit,
            comparable.Count < RegressionDetector.MinimumRuns ? comparable.Count : null);

        CaseStrip Row(CaseTrend row) => new(
            looks.FirstOrDefault(look => look.Name == row.Case.Strategy) ?? StrategyStyle.Unknown(row.Case.Strategy),
            row.Where,
            row.Chart,
            row.Last,
            row.Changed is not { } changed ? null : new(
                row.Change!, row.Confirmation!, changed.IsImprovement, changed.Since,
                new(changed.SinceJob, numbers.TryGetValue(changed.SinceJob, out var number) ? number : null)),
            AddressOf(schedule, row.Case));
    }

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
/// <param name="Step">The start of its active alert, or of an improvement that is shown; null without one.</param>
/// <param name="Address">The trend of the case.</param>
public sealed record CaseStrip(StrategyStyle Look, string Where, XElement? Chart, string Last, StripStep? Step, string Address);

/// <param name="Change">For example <c>+14%</c>.</param>
/// <param name="Confirmation">What confirmed it.</param>
/// <param name="IsFaster">Whether it is an improvement.</param>
/// <param name="Since">The start of the first slow or fast run.</param>
/// <param name="Job">The job of that run.</param>
public sealed record StripStep(string Change, string Confirmation, bool IsFaster, DateTimeOffset Since, Alerts.NumberedJob Job);
