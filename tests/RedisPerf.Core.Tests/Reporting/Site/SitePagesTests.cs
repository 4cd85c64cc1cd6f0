using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Site;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Tests.Reporting.Site;

public sealed partial class SitePagesTests
{
    [Fact]
    public void The_page_of_a_job_is_its_report_with_links_to_each_case()
    {
        var page = Parse(SitePages.OfJob(Samples.Completed, Samples.Info));

        var report = XDocument.Parse(HtmlReport.Write(Samples.Completed, Samples.Info)).Root!.Element("body")!;
        page.Root!.Element("body")!.Element("main")!.Value.ShouldBe(report.Value);
        string[] links = [.. page.Descendants("a").Select(link => link.Attribute("href")!.Value)];
        links.Take(3).ShouldBe(["../index.html", $"{Samples.Completed.Id}.svg", $"{Samples.Completed.Id}.json.gz"]);
        string[] anchors = [.. links.Where(link => link.StartsWith('#')).Select(link => link[1..])];
        anchors.Length.ShouldBe(Samples.Completed.Cases.Count);
        anchors.ShouldContain("case-hset-target-embedded");
        foreach (var anchor in anchors)
        {
            page.Descendants().Count(element => element.Attribute("id")?.Value == anchor).ShouldBe(1, anchor);
        }
    }

    [Fact]
    public void The_index_has_each_job_and_a_script_that_its_policy_allows()
    {
        var job = SiteJob.Of(Samples.Completed with { Schedule = "every <day>" }, Samples.Info, "source");

        var html = SiteIndex.Write([job], [new("every <day>", "trends/one.html", "(insert)")], [new("insert", "compare/two.html")]);
        var page = Parse(html);

        page.Descendants("a").Select(link => link.Attribute("href")!.Value)
            .ShouldBe(["feed.xml", "trends/one.html", "compare/two.html", $"jobs/{job.Id}.html"]);
        page.Descendants("tr").Last().Value.ShouldContain("every <day> · after the move | <quiet> machine");
        var policy = page.Descendants("meta").Single(meta => meta.Attribute("http-equiv") is not null).Attribute("content")!.Value;
        var script = Script().Match(html).Groups["script"].Value;
        policy.ShouldContain($"script-src 'sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(script)))}'");
        html.ShouldNotContain("http://");
        html.ShouldNotContain("https://");
    }

    [Theory]
    [InlineData("https://example.org/site/", "https://example.org/site/trends/one.html#case")]
    [InlineData(null, "trends/one.html#case")]
    public void The_feed_has_an_item_for_each_alert(string? address, string link)
    {
        var alert = new Alert
        {
            Id = Guid.Parse("0198f0a0-0000-7000-8000-000000000009"),
            State = AlertState.Open,
            ScheduleId = Guid.Empty,
            Schedule = "nightly & more",
            Benchmark = "insert",
            Strategy = "batch",
            At = Coordinates.Of("staging"),
            Ratio = new(1.14, 1.08, 1.2),
            Basis = Basis.Itself,
            Since = Samples.Completed.CreatedAt,
            SinceJob = Guid.Empty,
            Job = Guid.Empty,
            ConfirmedBy = Guid.Empty,
            LastJob = Guid.Empty,
            OpenedAt = Samples.Completed.CreatedAt,
            UpdatedAt = Samples.Completed.CreatedAt,
        };

        var feed = XDocument.Parse(SiteFeed.Write([alert], _ => "trends/one.html#case", address is null ? null : new(address)));

        var item = feed.Descendants("item").ShouldHaveSingleItem();
        item.Element("title")!.Value.ShouldStartWith("nightly & more: batch of insert on staging takes 1.14× (1.08–1.20) the usual time");
        item.Element("link")!.Value.ShouldBe(link);
        item.Element("guid")!.Value.ShouldBe($"{alert.Id}");
        item.Element("pubDate")!.Value.ShouldBe("Sat, 21 Nov 2026 10:00:00 GMT");
    }

    private static XDocument Parse(string html) => XDocument.Parse(html);

    [GeneratedRegex("<script>(?<script>.*)</script>", RegexOptions.Singleline)]
    private static partial Regex Script();
}
