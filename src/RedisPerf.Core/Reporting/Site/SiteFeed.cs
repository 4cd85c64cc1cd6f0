using System.Globalization;
using System.Xml.Linq;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Reporting.Site;

/// <summary>The regressions of a site as RSS 2.0 (https://www.rssboard.org/rss-specification): one item for each alert, newest first.</summary>
public static class SiteFeed
{
    public const string FileName = "feed.xml";

    /// <param name="alerts">Alerts that can be read, newest first.</param>
    /// <param name="pageOf">The page of an alert, relative to the index.</param>
    /// <param name="address">The address of the site; null when it is not known. Then links are relative.</param>
    public static string Write(IEnumerable<Alert> alerts, Func<Alert, string> pageOf, Uri? address) => new XElement(
        "rss",
        new XAttribute("version", "2.0"),
        new XElement(
            "channel",
            new XElement("title", "RedisPerf: regressions"),
            new XElement("link", Absolute("index.html", address)),
            new XElement("description", "Cases of scheduled runs that became slower, each confirmed by a rerun, or faster, each in two runs."),
            alerts.Select(alert => new XElement(
                "item",
                new XElement("title", XmlText.Of(AlertDocument.SentenceOf(alert))),
                new XElement("link", Absolute(pageOf(alert), address)),
                new XElement("guid", new XAttribute("isPermaLink", "false"), alert.Id),
                new XElement("pubDate", alert.OpenedAt.UtcDateTime.ToString("R", CultureInfo.InvariantCulture)),
                new XElement("description", XmlText.Of($"{(alert.IsImprovement ? "Faster" : "Slower")} since {NumberFormat.Time(alert.Since)}. "
                    + (alert.IsImprovement ? "An improvement." : alert.EndedAt is { } ended ? $"Ended {NumberFormat.Time(ended)}." : "Active.")))))))
        .ToString();

    private static string Absolute(string page, Uri? address) => address is null ? page : new Uri(address, page).AbsoluteUri;
}
