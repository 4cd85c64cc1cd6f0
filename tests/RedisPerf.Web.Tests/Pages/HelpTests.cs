using System.Net;
using AngleSharp.Html.Dom;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Web.Tests.Pages;

/// <summary>The explanations of terms, and the pages of the documentation that they lead to.</summary>
public sealed class HelpTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    [Theory]
    [InlineData("/", "floor", "round", "warm-up", "slice", "until decided", "baseline")]
    [InlineData("/jobs", "trend", "not decided")]
    [InlineData(
        "/jobs/{insert}", "paired", "floor", "times as fast", "not decided", "bound by", "CV", "interval", "verified", "warm-up")]
    [InlineData("/jobs/{insert}?columns=all", "CV", "bound by")]
    [InlineData("/jobs/{mget}", "knee")]
    [InlineData("/compare?base={insert}&with={insert}", "unpaired", "verdict")]
    public async Task Each_button_opens_an_explanation_in_the_page(string address, params string[] terms)
    {
        var page = await _host.PageAsync(await FillAsync(address));

        var buttons = page.QuerySelectorAll("button.term");
        buttons.ShouldNotBeEmpty();
        buttons.ShouldAllBe(button => page.QuerySelectorAll($"[popover][id='{button.GetAttribute("popovertarget")}']").Length == 1);
        buttons.ShouldAllBe(
            button => button.TextContent.Length > 0 || button.GetAttribute("aria-label")!.StartsWith("Help: ", StringComparison.Ordinal));
        page.QuerySelectorAll(".term-text strong").Select(name => name.TextContent).ShouldBeSubsetOf(Glossary.All.Select(term => term.Name));
        terms.ShouldBeSubsetOf(page.QuerySelectorAll(".term-text strong").Select(name => name.TextContent));
    }

    [Fact]
    public async Task Each_explanation_leads_to_its_section_of_the_documentation()
    {
        foreach (var sections in Glossary.All.Select(term => term.Docs.Split('#')).GroupBy(parts => parts[0], parts => parts[1]))
        {
            var page = await _host.PageAsync($"/docs/{sections.Key}");

            sections.ShouldAllBe(section => page.GetElementById(section) != null);
            page.QuerySelectorAll(".docs table").ShouldAllBe(table => table.ParentElement!.ClassName == "scroll");
        }
    }

    [Fact]
    public async Task Each_page_of_the_documentation_has_its_title_and_working_links_to_the_others()
    {
        var pages = typeof(Program).Assembly.GetManifestResourceNames().Where(name => name.StartsWith("docs/", StringComparison.Ordinal))
            .Select(name => name["docs/".Length..]).ToArray();
        pages.ShouldContain("method.md");
        Catalogue.Default.Benchmarks.Select(benchmark => $"benchmarks/{benchmark.Info.Name}.md").ShouldBeSubsetOf(pages);
        var documents = new Dictionary<Uri, IHtmlDocument>();
        foreach (var file in pages)
        {
            documents[new($"http://localhost/docs/{file}")] = await _host.PageAsync($"/docs/{file}");
        }

        foreach (var (address, page) in documents)
        {
            page.Title.ShouldBe($"{page.QuerySelector("h1")!.TextContent} · RedisPerf");
            var links = page.QuerySelectorAll(".docs a").Select(link => new Uri(address, link.GetAttribute("href")));
            foreach (var link in links.Where(link => link.Host == address.Host))
            {
                documents.ShouldContainKey(new(link.GetLeftPart(UriPartial.Path)), $"{address} links to {link}");
                var target = documents[new(link.GetLeftPart(UriPartial.Path))];
                (link.Fragment.Length == 0 || target.GetElementById(link.Fragment[1..]) is not null).ShouldBeTrue($"{address} links to {link}");
            }
        }
    }

    [Fact]
    public async Task A_link_to_a_file_outside_the_documentation_is_text()
    {
        var page = await _host.PageAsync("/docs/targets.md");
        var benchmark = await _host.PageAsync("/docs/benchmarks/insert.md");

        page.QuerySelectorAll(".docs td").ShouldContain(cell => cell.TextContent == "an existing server from the configuration or added on the page");
        page.QuerySelectorAll(".docs a[href^='../']").ShouldBeEmpty();
        benchmark.QuerySelectorAll(".docs a[href^='../method.md']").ShouldNotBeEmpty();
    }

    [Theory]
    [InlineData("/docs/nosuch.md")]
    [InlineData("/docs/..%2Fappsettings.json")]
    public async Task Another_file_is_not_found(string address)
    {
        using var answer = await _host.Client.GetAsync(address, Ct);

        answer.StatusCode.ShouldBe(HttpStatusCode.NotFound);
    }

    private async Task<string> FillAsync(string address)
    {
        double[] level = [1.0, 1.01, 0.99];
        var insert = await new StoredJob { Disturbed = 1, Cases = [("multi-exec", null, level), ("batch", null, level), ("floor", null, level)] }
            .AddAsync(_host.Folder, Ct);
        var mget = await new StoredJob { Benchmark = "mget", Cases = [("mget", 1, level), ("mget", 100, level)] }.AddAsync(_host.Folder, Ct);
        return address.Replace("{insert}", $"{insert}", StringComparison.Ordinal).Replace("{mget}", $"{mget}", StringComparison.Ordinal);
    }
}
