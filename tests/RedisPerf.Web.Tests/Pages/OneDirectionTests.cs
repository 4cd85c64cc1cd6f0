using System.Net;
using AngleSharp.Html.Dom;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Web.Tests.Pages;

/// <summary>One job has the same answer, ratios and units on its page, in its reports and on the command line.</summary>
public sealed class OneDirectionTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private static readonly StoredJob Job = new()
    {
        Cases =
        [
            ("multi-exec", null, [1.26, 1.30, 1.22, 1.28]), ("batch", null, [1.0, 1.01, 0.99, 1.02]), ("hset", null, [1.0, 1.08, 1.02, 0.97]),
            ("lua", null, [1.2, 1.35, 1.25, 1.3]), ("gzip", null, [12.6, 12.5, 12.9, 12.7]),
        ],
    };

    private readonly WebHost _host = shared.Host;

    [Fact]
    public async Task All_renderings_have_the_same_verdict_and_ratios()
    {
        var id = await Job.AddAsync(_host.Folder, Ct);
        var document = JsonReport.Read(await _host.Client.GetStringAsync($"/api/jobs/{id}/report.json", Ct));
        string[] ratios = [.. document.Cases.Select(@case => @case.Summary?.Ratio).OfType<Core.Model.Ratio>().Select(NumberFormat.Comparison)];
        var renderings = new Dictionary<string, string>
        {
            ["page"] = Text(await _host.PageAsync($"/jobs/{id}")),
            ["report.html"] = Text(await _host.PageAsync($"/api/jobs/{id}/report.html")),
            ["report.md"] = (await _host.Client.GetStringAsync($"/api/jobs/{id}/report.md", Ct)).Replace("`", "", StringComparison.Ordinal),
            ["command line"] = TextReport.Write(document).Replace("`", "", StringComparison.Ordinal),
        };

        // The golden strings. Each of them is in every rendering.
        ratios.Length.ShouldBeGreaterThanOrEqualTo(4);
        ratios.Select(ratio => ratio.Split(' ')[^1]).ShouldBe(["faster", "faster", "unclear", "slower"], ignoreOrder: true);
        var verdict = JobVerdict.Of(document, Core.Benchmarks.Catalogue.Default.Find("insert")!.Info);
        var card = verdict.Cards.ShouldHaveSingleItem();
        card.Text.ShouldStartWith("Not decided: lowest so far `batch`, 1.00 s for 1,000 documents. `hset` can be as fast or faster. `batch` is 1.");
        string[] golden = [.. ratios, .. card.Notes.Append(card.Sentence).Concat(verdict.Sentences.Skip(1))
            .Select(sentence => sentence.Replace("`", "", StringComparison.Ordinal)),
            JobVerdict.PairedNote(document.Request), "paired"];
        foreach (var (name, text) in renderings)
        {
            foreach (var expected in golden)
            {
                text.ShouldContain(expected, customMessage: name);
            }

            text.ShouldNotContain("× faster", customMessage: name);
            text.ShouldNotContain("× slower", customMessage: name);
        }
    }

    [Fact]
    public async Task The_list_shows_an_undecided_lead_as_such_and_no_winner_without_enough_rounds()
    {
        var tie = await Job.AddAsync(_host.Folder, Ct);
        var clear =
            await new StoredJob { Cases = [("multi-exec", null, [2.0, 2.01, 1.99]), ("batch", null, [1.0, 1.01, 0.99])] }.AddAsync(_host.Folder, Ct);
        var short1 = await new StoredJob { Cases = [("multi-exec", null, [2.0]), ("batch", null, [1.0])] }.AddAsync(_host.Folder, Ct);

        var list = await _host.PageAsync("/jobs");

        Words(list, tie).ShouldContain("not decided, lowest: batch");
        list.QuerySelector($"#job-{clear} strong.name")!.TextContent.ShouldBe("batch");
        list.QuerySelector($"#job-{short1}")!.TextContent.ShouldNotContain("batch");
        (await _host.PageAsync($"/jobs/{short1}")).QuerySelector(".verdict-card")!.TextContent
            .ShouldContain("3 rounds are needed for a comparison");
    }

    [Fact]
    public async Task The_next_step_opens_the_form_of_the_job_with_more_rounds()
    {
        var unclear = Job with
        { Cases = [.. Job.Cases.Select(@case => @case.Strategy == "hset" ? @case with { Seconds = [1.0, 1.1, 0.95, 1.02] } : @case)] };
        var page = await _host.PageAsync($"/jobs/{await unclear.AddAsync(_host.Folder, Ct)}");

        var link = page.QuerySelectorAll(".verdict-card .next a").First(step => step.TextContent == "run it with 10 rounds").GetAttribute("href")!;

        var form = await _host.PageAsync(link);
        ((IHtmlInputElement)form.QuerySelector("#runs")!).Value.ShouldBe("10");
        ((IHtmlInputElement)form.QuerySelector("#options-items")!).Value.ShouldBe("60");
        form.QuerySelectorAll("input[name=strategies]").OfType<IHtmlInputElement>().Where(box => box.IsChecked).Select(box => box.Value)
            .ShouldBe(["multi-exec", "batch", "gzip", "lua", "hset"]);
    }

    [Fact]
    public async Task Rows_are_sorted_and_columns_chosen_by_the_address()
    {
        var id = await Job.AddAsync(_host.Folder, Ct);

        var page = await _host.PageAsync($"/jobs/{id}?sort=-median&columns=all&against=batch");

        page.QuerySelectorAll("[data-summary] [data-case]").Select(row => row.GetAttribute("data-strategy")).ShouldBe(
            ["gzip", "lua", "multi-exec", "hset", "batch", "floor"], ignoreOrder: false);
        page.QuerySelector("th[data-column=median]")!.GetAttribute("aria-sort").ShouldBe("descending");
        page.QuerySelector("th[data-column=median] a")!.GetAttribute("href").ShouldBe(
            "?against=batch&columns=all#summary", "the third click restores the rank");
        page.QuerySelector("th[data-column=cv]").ShouldNotBeNull();
        (await _host.PageAsync($"/jobs/{id}")).QuerySelector("th[data-column=cv]").ShouldBeNull();
        page.QuerySelector("[data-strategy=batch] [data-f=against]")!.TextContent.ShouldBe("baseline");
    }

    // A column has one unit in its header, and its cells are numbers with the same decimals.
    [Fact]
    public async Task No_cell_has_another_unit_than_its_column()
    {
        var id = await new StoredJob
        {
            Benchmark = "mget",
            Cases = [("mget", 1, [0.05, 0.051, 0.049]), ("mget", 100, [2.0, 2.1, 1.9]),
            ("hmget", 1, [0.9, 0.91, 0.89])]
        }.AddAsync(_host.Folder, Ct);

        var page = await _host.PageAsync($"/jobs/{id}?columns=all&open=runs");

        page.QuerySelector("th[data-column=median] .unit")!.TextContent.ShouldBe("ms/call");
        foreach (var column in new[] { "median", "min", "mean", "max" })
        {
            var cells = page.QuerySelectorAll($"[data-f={column}]").Select(cell => cell.TextContent).Where(text => text != "–").ToArray();
            cells.Length.ShouldBe(3);
            cells.ShouldAllBe(text => text.All(character => char.IsAsciiDigit(character) || character == '.'));
            cells.Select(text => text.Length - text.IndexOf('.', StringComparison.Ordinal)).Distinct().Count().ShouldBe(1);
        }

        page.QuerySelectorAll(".pivot tbody td").Select(cell => cell.TextContent).ShouldBe(["0.050", "0.900", "2.000", "–"], ignoreOrder: true);
        page.QuerySelectorAll("[data-runs=client] .hero")
            .ShouldAllBe(cell => cell.TextContent.All(character => char.IsAsciiDigit(character) || character == '.'));
    }

    private static string Words(IHtmlDocument list, Guid id) => Plain(list.QuerySelector($"#job-{id}")!.TextContent);

    private static string Text(IHtmlDocument page) => Plain(page.Body!.TextContent);

    private static string Plain(string text) =>
        string.Join(' ', WebUtility.HtmlDecode(text).Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
}
