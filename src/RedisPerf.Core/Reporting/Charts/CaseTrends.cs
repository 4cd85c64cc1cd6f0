using System.Globalization;
using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>The cases of a schedule, each with its last scheduled runs as a strip of dots.</summary>
/// <param name="Rows">The cases with an active alert first, those of the floor last.</param>
/// <param name="Omitted">The number of cases without a row.</param>
/// <param name="Scale">The scale of all times.</param>
/// <param name="Unit">The unit of all times, with the operation that they belong to.</param>
public sealed record CaseTrends(IReadOnlyList<CaseTrend> Rows, int Omitted, ColumnScale Scale, string Unit)
{
    /// <param name="schedule">The schedule.</param>
    /// <param name="info">Its benchmark; null when this version does not have it.</param>
    /// <param name="points">Its last scheduled runs, also the missed ones, oldest first.</param>
    /// <param name="ranges">The expected range of each case with enough earlier runs.</param>
    /// <param name="alerts">Its alerts.</param>
    /// <param name="maxRows">The number of cases with a row, without the floor.</param>
    public static CaseTrends Of(
        Schedule schedule, BenchmarkInfo? info, IReadOnlyList<TrendPoint> points, IReadOnlyDictionary<CaseKey, ExpectedRange> ranges,
        IReadOnlyList<Alert> alerts, int maxRows)
    {
        TrendPoint[] slots = [.. points.TakeLast(TrendStrip.Length)];
        var order = info is null ? [] : StrategyLook.For(info).Select(look => look.Strategy).ToList();
        var cases = points.SelectMany(point => point.Medians.Keys).Distinct()
            .OrderBy(@case => alerts.All(alert => !alert.IsActive || alert.Case != @case))
            .ThenBy(@case => order.IndexOf(@case.Strategy) is >= 0 and var place ? place : int.MaxValue)
            .ThenBy(@case => @case.At, schedule.Request.Order)
            .ToArray();
        CaseKey[] results = [.. cases.Where(@case => @case.Strategy != info?.Floor)];
        CaseKey[] shown = [.. results.Take(maxRows), .. cases.Where(@case => @case.Strategy == info?.Floor).Take(1)];
        var scale = ColumnScale.OfSeconds(shown.SelectMany(@case => points.Select(point => point.MedianOf(@case))));
        return new(
            [.. shown.Select(Row)], cases.Length - shown.Length, scale, scale.Unit + (info?.TimePer is { } operation ? $"/{operation}" : ""));

        CaseTrend Row(CaseKey @case)
        {
            var (own, range) = (alerts.Where(alert => alert.Case == @case).ToArray(), ranges.GetValueOrDefault(@case));
            var last = points.Select(point => point.MedianOf(@case)).LastOrDefault(median => median is not null);
            var where = CoordinatesText.After(schedule.Request.PanelOf(@case.At), schedule.Request)
                + (schedule.Request.PointOf(@case.At) is null ? "" : $" at {CoordinatesText.Point(@case.At, schedule.Request)}");
            var text = $"{@case.Strategy}{where}: {NumberFormat.Count(slots.Count(slot => slot.Missed is null), "scheduled run")}, "
                + $"last median {scale.Text(last)} {scale.Unit}"
                + $"{(range is null ? "" : $", expected {scale.Text(range.Low)} to {scale.Text(range.High)} {scale.Unit}")}.";
            return new(
                @case,
                @case.Strategy == info?.Floor,
                where,
                TrendStrip.Draw([.. slots.Select(slot => SlotOf(slot, @case, own, scale))], range, text),
                scale.Text(last),
                own.Where(alert => alert.Ratio is not null && (alert.IsActive
                    || (alert.IsImprovement && Array.Exists(slots, slot => slot.Job == alert.SinceJob)))).MaxBy(alert => alert.Since));
        }
    }

    private static TrendSlot SlotOf(TrendPoint point, CaseKey @case, Alert[] alerts, ColumnScale scale)
    {
        var time = point.At.UtcDateTime.ToString("d MMM HH:mm 'UTC'", CultureInfo.InvariantCulture);
        if (point.Missed is { } reason)
        {
            return new(null, IsMissed: true, Text: $"{time}: missed. {reason}");
        }

        var (median, id) = (point.MedianOf(@case), point.Job);
        var isSlow = Array.Exists(alerts, alert => !alert.IsImprovement && id.CompareTo(alert.SinceJob) >= 0
            && (alert.IsActive || id.CompareTo(alert.LastJob) <= 0));
        return new(median, IsSlow: isSlow, IsStep: Array.Exists(alerts, alert => alert.SinceJob == id),
            IsFaster: Array.Exists(alerts, alert => alert.IsImprovement && alert.SinceJob == id),
            Text: $"#{point.Number}, {time}: {scale.Text(median)} {scale.Unit}");
    }
}

/// <summary>A scheduled run of a schedule, or a missed run.</summary>
/// <param name="At">When it started, or was due.</param>
/// <param name="Job">Its job; empty for a missed run.</param>
/// <param name="Number">The number of its job.</param>
/// <param name="Medians">Seconds of each case; null without a counted run.</param>
/// <param name="Missed">Why it did not take place; null for a run.</param>
public sealed record TrendPoint(
    DateTimeOffset At, Guid Job, long? Number, IReadOnlyDictionary<CaseKey, double?> Medians, string? Missed = null)
{
    /// <summary>Null without a counted run of the case.</summary>
    public double? MedianOf(CaseKey @case) => Medians.GetValueOrDefault(@case);
}

/// <summary>One case of a schedule.</summary>
/// <param name="IsFloor">Whether it measures the machine.</param>
/// <param name="Where">The coordinates that differ within the job, with a leading space; empty without one.</param>
/// <param name="Chart">Null without a time.</param>
/// <param name="Last">The last median, in the unit of the schedule.</param>
/// <param name="Changed">The last active alert or shown improvement of the case; null without one.</param>
public sealed record CaseTrend(CaseKey Case, bool IsFloor, string Where, XElement? Chart, string Last, Alert? Changed)
{
    /// <summary>How much slower or faster the case is, for example <c>+14%</c>; null without <see cref="Changed"/>.</summary>
    public string? Change => Changed is null ? null : string.Create(CultureInfo.InvariantCulture, $"{100 * (Changed.Ratio!.Value - 1):+0;−0}%");

    /// <summary>What confirmed the change; null without <see cref="Changed"/>.</summary>
    public string? Confirmation => Changed is null ? null : Changed.IsImprovement ? "two runs agree" : "rerun confirmed";
}
