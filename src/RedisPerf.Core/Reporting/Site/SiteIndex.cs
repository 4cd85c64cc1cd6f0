using System.Globalization;
using System.Xml.Linq;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Site;

/// <summary>The start page of a site: its trends, its comparisons and its jobs, newest first. Filters need a script; without it, the list
/// is complete.</summary>
public static class SiteIndex
{
    public const string FileName = "index.html";

    private const string Title = "RedisPerf: published results";

    private static readonly string[] Columns = ["job", "started", "duration", "state", "fastest", "schedule and note"];

    /// <summary>The filters are the fragment of the address. It has no character that XML escapes: see <see cref="PageFrame.Script"/>.</summary>
    private const string Script = """

        (function () {
          var form = document.querySelector('form.filters');
          var rows = Array.from(document.querySelectorAll('tr[data-benchmark]'));
          var count = document.querySelector('[data-count]');
          function show() {
            var shown = 0;
            var words = form.elements.search.value.toLowerCase().split(' ').filter(Boolean);
            rows.forEach(function (row) {
              var text = row.textContent.toLowerCase();
              var fits = ['benchmark', 'target', 'state', 'schedule'].every(function (name) {
                var field = form.elements[name];
                return !field || !field.value || row.dataset[name].split('\n').includes(field.value);
              });
              row.hidden = !fits || !words.every(function (word) { return text.includes(word); });
              shown += row.hidden ? 0 : 1;
            });
            count.textContent = shown + ' of ' + rows.length + ' jobs';
          }
          function read() {
            var given = new URLSearchParams(location.hash.slice(1));
            Array.from(form.elements).forEach(function (field) { field.value = given.get(field.name) || ''; });
            show();
          }
          form.addEventListener('input', function () {
            var chosen = new URLSearchParams();
            Array.from(form.elements).forEach(function (field) { if (field.value) { chosen.set(field.name, field.value); } });
            history.replaceState(null, '', '#' + chosen);
            show();
          });
          form.addEventListener('submit', function (event) { event.preventDefault(); });
          addEventListener('hashchange', read);
          form.hidden = false;
          read();
        }());

        """;

    /// <param name="jobs">Newest first.</param>
    /// <param name="trends">The pages of the schedules.</param>
    /// <param name="comparisons">The pages with compared jobs.</param>
    public static string Write(IReadOnlyList<SiteJob> jobs, IReadOnlyList<SiteLink> trends, IReadOnlyList<SiteLink> comparisons) => HtmlReport.Page(
        Title,
        [
            HtmlReport.Element("h1", Title),
            Links("Trends", trends),
            Links("Comparisons", comparisons),
            HtmlReport.Element("h2", "Jobs"),
            Filters(jobs),
            new XElement("p", new XAttribute("class", "quiet"), new XAttribute("data-count", ""), NumberFormat.Count(jobs.Count, "job")),
            Table(jobs),
        ],
        new PageFrame(("Regressions (RSS)", SiteFeed.FileName))
        {
            Head = [new("link", new XAttribute("rel", "alternate"), new XAttribute("type", "application/rss+xml"),
                new XAttribute("title", "Regressions"), new XAttribute("href", SiteFeed.FileName))],
            Script = Script,
        });

    private static XElement[] Links(string heading, IReadOnlyList<SiteLink> links) => links.Count == 0 ? [] :
    [
        HtmlReport.Element("h2", heading),
        new("ul", links.Select(link => new XElement(
            "li",
            HtmlReport.Link(link.Text, link.Page),
            link.Note is null ? null : $" {XmlText.Of(link.Note)}"))),
    ];

    private static XElement Filters(IReadOnlyList<SiteJob> jobs) => new(
        "form",
        new XAttribute("class", "filters"), new XAttribute("role", "search"), new XAttribute("hidden", "hidden"),
        Filter("benchmark", jobs.Select(job => job.Benchmark)),
        Filter("target", jobs.SelectMany(job => job.Targets)),
        Filter("state", jobs.Select(job => job.State.ToWord())),
        Filter("schedule", jobs.Select(job => job.Schedule ?? "")),
        new XElement("label", "search ", new XElement("input", new XAttribute("type", "search"), new XAttribute("name", "search"))));

    private static XElement? Filter(string name, IEnumerable<string> values) =>
        values.Where(value => value.Length > 0).Distinct().Order(StringComparer.Ordinal).ToArray() is { Length: > 1 } choices
            ? new("label", $"{name} ", new XElement("select", new XAttribute("name", name),
                choices.Prepend("").Select(choice => new XElement(
                    "option", new XAttribute("value", XmlText.Of(choice)), XmlText.Of(choice.Length == 0 ? "all" : choice)))))
            : null;

    private static XElement Table(IReadOnlyList<SiteJob> jobs) => new(
        "div",
        new XAttribute("class", "table"),
        new XElement(
            "table",
            new XElement("thead", new XElement("tr", Columns.Select(
                header => new XElement("th", new XAttribute("scope", "col"), header)))),
            new XElement("tbody", jobs.Select(job => new XElement(
                "tr",
                new XAttribute("data-benchmark", XmlText.Of(job.Benchmark)),
                new XAttribute("data-target", XmlText.Of(string.Join('\n', job.Targets))),
                new XAttribute("data-state", job.State.ToWord()),
                new XAttribute("data-schedule", XmlText.Of(job.Schedule ?? "")),
                new XElement("td", HtmlReport.Link(NameOf(job), job.Page)),
                HtmlReport.Element("td", NumberFormat.Time(job.At)),
                HtmlReport.Element("td", job.Duration ?? NumberFormat.None),
                HtmlReport.Element("td", job.State.ToWord()),
                new XElement("td", job.State != JobState.Completed ? NumberFormat.None
                    : job.IsDecided ? new XElement("strong", XmlText.Of(job.Answer)) : XmlText.Of(job.Answer)),
                HtmlReport.Element("td", string.Join(" · ", new[] { job.Schedule, job.Note }.OfType<string>())))))));

    private static string NameOf(SiteJob job) =>
        job.Number is { } number ? string.Create(CultureInfo.InvariantCulture, $"#{number} {job.Title}") : job.Title;
}

/// <summary>A link of the index to a page of the site.</summary>
/// <param name="Text">The link.</param>
/// <param name="Page">The page, relative to the index.</param>
/// <param name="Note">What follows the link; null for nothing.</param>
public sealed record SiteLink(string Text, string Page, string? Note = null)
{
    /// <summary>Identifies the content of the page; null when it is not known.</summary>
    public string? Source { get; init; }
}
