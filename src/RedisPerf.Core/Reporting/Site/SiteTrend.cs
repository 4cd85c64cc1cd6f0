using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Reporting.Site;

/// <summary>The page of a schedule: each case with its last scheduled runs, the alerts and the table of the runs.</summary>
public sealed class SiteTrend
{
    /// <summary>The folder of the pages.</summary>
    public const string Folder = "trends";

    private const int MaxCases = 100;

    private readonly Schedule _schedule;
    private readonly IReadOnlyList<TrendPoint> _points;
    private readonly IReadOnlyList<Alert> _alerts;
    private readonly IReadOnlySet<Guid> _pages;
    private readonly CaseTrends _trends;

    /// <param name="info">The benchmark of the schedule; null when this version does not have it.</param>
    /// <param name="points">Its scheduled runs, oldest first.</param>
    /// <param name="ranges">The expected range of each case with enough earlier runs.</param>
    /// <param name="alerts">Its alerts, newest first.</param>
    /// <param name="pages">The jobs with a page.</param>
    public SiteTrend(
        Schedule schedule, BenchmarkInfo? info, IReadOnlyList<TrendPoint> points, IReadOnlyDictionary<CaseKey, ExpectedRange> ranges,
        IReadOnlyList<Alert> alerts, IReadOnlySet<Guid> pages)
    {
        (_schedule, _points, _alerts, _pages) = (schedule, points, alerts, pages);
        _trends = CaseTrends.Of(schedule, info, points, ranges, alerts, MaxCases);
    }

    /// <summary>The page of a schedule, relative to the index.</summary>
    public static string PageOf(Guid schedule) => $"{Folder}/{schedule}.html";

    public string Write() => HtmlReport.Page(
        _schedule.Name,
        [
            HtmlReport.Element("h1", _schedule.Name),
            HtmlReport.Element("p", $"{_schedule.Request.Benchmark} on {string.Join(", ", _schedule.Request.Targets)}, {_schedule.Cron}, "
                + $"{_schedule.TimeZone}. Median seconds; the area is the expected range of the last run, × a missed run."),
            Alerts("Active alerts", _alerts.Where(alert => alert.IsActive)),
            new XElement("ul", new XAttribute("class", "strips"), _trends.Rows.Select(Strip)),
            _trends.Omitted == 0 ? null : HtmlReport.Element("p", $"{NumberFormat.Count(_trends.Omitted, "more case")} without a row."),
            Runs(),
            Alerts("Improvements", _alerts.Where(alert => alert.IsImprovement)),
            Alerts("Ended alerts", _alerts.Where(alert => !alert.IsActive && !alert.IsImprovement)),
        ],
        new(PageFrame.ToIndex));

    private XElement Strip(CaseTrend row) => new(
        "li",
        new XAttribute("id", CaseAnchor.Of(row.Case)),
        HtmlReport.Element("span", $"{row.Case.Strategy}{row.Where}{(row.IsFloor ? " (machine)" : "")}"),
        row.Chart ?? HtmlReport.Element("span", "no counted run"),
        HtmlReport.Element("span", $"{row.Last} {_trends.Unit}"),
        row.Changed is { } alert
            ? new XElement("span", HtmlReport.Element("strong", row.Change!), $" since {NumberFormat.Time(alert.Since)}, {row.Confirmation}")
            : null);

    private XElement? Alerts(string heading, IEnumerable<Alert> alerts) => alerts.ToArray() is not { Length: > 0 } some ? null : new(
        "section",
        HtmlReport.Element("h2", heading),
        new XElement("ul", some.Select(alert => new XElement(
            "li", XmlText.Of($"{AlertDocument.FindingOf(alert)}, since {NumberFormat.Time(alert.Since)}"),
            alert.EndedAt is { } ended ? $", ended {NumberFormat.Time(ended)}" : null,
            LinkOf(alert.SinceJob) is { } page
                ? new object[] { ". ", HtmlReport.Link(alert.IsImprovement ? "First fast run" : "First slow run", page) }
                : null))));

    private XElement Runs()
    {
        TrendPoint[] points = [.. _points.Reverse()];
        return HtmlReport.Table(
            _trends.Rows.Select(row => ($"{row.Case.Strategy}{row.Where} {_trends.Unit}", true)).Prepend(("scheduled run", false)),
            points.Select(point => (point.Missed is null ? "" : "reason", (IReadOnlyList<string>)(point.Missed is { } reason
                ? [$"{NumberFormat.Time(point.At)} missed: {reason}"]
                : [NameOf(point), .. _trends.Rows.Select(row => _trends.Scale.Text(point.MedianOf(row.Case)))]))),
            linkOf: place => LinkOf(points[place].Job));
    }

    private static string NameOf(TrendPoint point) => $"#{point.Number} {NumberFormat.Time(point.At)}";

    private string? LinkOf(Guid job) => _pages.Contains(job) ? $"../{SiteJob.Folder}/{job}.html" : null;
}
