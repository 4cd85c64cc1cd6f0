using System.Net;
using System.Text.Json.Nodes;
using AngleSharp.Html.Dom;

namespace RedisPerf.Web.Tests.Pages;

/// <summary>Two jobs on the comparison page without a script.</summary>
public sealed class ComparePageTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private static readonly double[] Level = [1.0, 1.01, 0.99];
    private readonly WebHost _host = shared.Host;

    [Fact]
    public async Task Differences_headline_and_table_are_in_this_order()
    {
        var (before, after) = await TwoAsync(items: 90);

        var page = await _host.PageAsync($"/compare?base={before}&with={after}");

        var order = page.QuerySelectorAll("[data-differences], [data-headline], [data-chart], [data-compared]")
            .Select(part => part.Attributes.First(attribute => attribute.Name.StartsWith("data-", StringComparison.Ordinal)).Name);
        order.ShouldBe(["data-differences", "data-headline", "data-chart", "data-compared"]);
        page.QuerySelector("[data-differences]")!.TextContent.ShouldContain("hash fields in total: 60 → 90");
        page.QuerySelector("[data-headline]")!.TextContent
            .ShouldBe("2 cases in common: 1 slower and 1 the same. Largest change: batch, 1.50× (1.47–1.53) slower.");
        Row(page, "batch").ShouldBe(["1.00", "1.50", "1.50× (1.47–1.53) slower", "3 · 3"]);
        Row(page, "gzip").ShouldBe(["–", "2.00", "only in the new job", "0 · 3"]);
    }

    [Fact]
    public async Task Equal_environments_are_stated_and_a_link_swaps_the_jobs()
    {
        var (before, after) = await TwoAsync();

        var page = await _host.PageAsync($"/compare?base={before}&with={after}&scale=logarithmic");

        page.QuerySelector("[data-differences]")!.TextContent.ShouldStartWith("Environment and options are the same");
        page.QuerySelector("[data-swap]")!.GetAttribute("href").ShouldBe($"/compare?base={after}&with={before}&scale=logarithmic");
        page.QuerySelectorAll(".side a").Select(job => job.GetAttribute("href")).ShouldBe([$"/jobs/{before}", $"/jobs/{after}"]);
        page.QuerySelectorAll("datalist option").Select(option => option.GetAttribute("value")).ShouldContain(await NumberAsync(before));
    }

    [Fact]
    public async Task A_single_job_is_compared_with_the_pinned_baseline()
    {
        var host = _host;
        var baseline = await new StoredJob { Benchmark = "mget", Cases = [("mget", 10, Level)] }.AddAsync(host.Folder, Ct);
        var job = await new StoredJob { Benchmark = "mget", Cases = [("mget", 10, [2.0, 2.02, 1.98])] }.AddAsync(host.Folder, Ct);
        (await _host.PageAsync($"/compare?with={job}")).QuerySelector("main")!.TextContent.ShouldContain("Choose the base");

        await PressAsync(baseline, "Pin");

        (await _host.PageAsync($"/compare?with={job}")).QuerySelector("[data-headline]")!.TextContent
            .ShouldBe("1 case in common: mget at 10 keys per call, 2.00× (1.96–2.05) slower.");
        (await host.GetAsync($"/api/compare?with={job}"))["base"]!.Text("id").ShouldBe(baseline.ToString());
        using var itself = await host.Client.GetAsync($"/api/compare?with={baseline}", Ct);
        itself.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await itself.ProblemAsync()).Error("base")
            .ShouldBe("base is missing, and the job is itself the baseline of mget on embedded; give the id of another job.");
        (await _host.PageAsync("/compare")).QuerySelector(".baselines")!.TextContent.ShouldContain("mget");
        (await _host.PageAsync($"/jobs/{job}")).QuerySelector("[data-part=related-jobs]")!.TextContent
            .ShouldContain("mget at 10 keys per call: 2.00× (1.96–2.05) slower.");
    }

    [Theory]
    [InlineData("base=x&with=y", "base must be the id of a job; \"x\" is not.")]
    [InlineData("base=00000000-0000-0000-0000-000000000001&with=00000000-0000-0000-0000-000000000002",
        "There is no job \"00000000-0000-0000-0000-000000000001\"; it may have been deleted.")]
    public async Task An_error_has_a_sentence_and_a_solution(string query, string sentence)
    {
        await TwoAsync();
        var page = await _host.PageAsync($"/compare?{query}");

        page.QuerySelector("[role=alert]")!.TextContent.ShouldStartWith(sentence);
        page.QuerySelector("main a[href^='/jobs']").ShouldNotBeNull();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task An_unknown_number_is_named_and_no_field_is_lost(bool isBase)
    {
        var (known, _) = await TwoAsync();
        var number = await NumberAsync(known);

        var page = await _host.PageAsync(isBase ? $"/compare?base=%23999999&with={known}" : $"/compare?base={known}&with=%23999999");

        page.QuerySelector("[role=alert]")!.TextContent.ShouldBe("There is no job \"#999999\"; it may have been deleted.");
        var fields = page.QuerySelectorAll(".side input").Select(field => field.GetAttribute("value") ?? "");
        fields.ShouldBe(isBase ? ["#999999", number, ""] : [number, "#999999", ""]);
        page.QuerySelectorAll(".side a").ShouldHaveSingleItem().GetAttribute("href").ShouldBe($"/jobs/{known}");
    }

    [Fact]
    public async Task Jobs_of_different_benchmarks_are_not_compared()
    {
        var (before, _) = await TwoAsync();
        var other = await new StoredJob { Benchmark = "pipelining", Cases = [("pipelined", 10, Level)] }.AddAsync(_host.Folder, Ct);

        var page = await _host.PageAsync($"/compare?base={before}&with={other}");

        page.QuerySelector("[role=alert]")!.TextContent
            .ShouldBe("The two jobs are of different benchmarks, insert and pipelining, so their times are not comparable.");
        page.QuerySelector("[data-chart]").ShouldBeNull();
    }

    [Fact]
    public async Task The_form_redirects_to_an_address_that_can_be_shared()
    {
        var (before, after) = await TwoAsync();

        using var answer = await _host.Client.GetAsync($"/compare?base={Uri.EscapeDataString(await NumberAsync(before))}&with={after}&with=", Ct);

        answer.RequestMessage!.RequestUri!.PathAndQuery.ShouldBe($"/compare?base={before}&with={after}");
    }

    [Fact]
    public async Task Several_jobs_are_compared_with_one_base()
    {
        var (first, second) = await TwoAsync();
        var (_, third) = await TwoAsync(items: 90);

        var page = await _host.PageAsync($"/compare?base={first}&with={second}&with={third}");

        var header = page.QuerySelectorAll("[data-several] thead a").Select(link => link.TextContent);
        var (one, two, three) = (await NumberAsync(first), await NumberAsync(second), await NumberAsync(third));
        header.ShouldBe([one, two, $"vs {one}", three, $"vs {one}"]);
        var cells = page.QuerySelector("[data-several] [data-case=batch]")!.QuerySelectorAll("td").Select(cell => cell.TextContent).ToArray();
        cells.Length.ShouldBe(5);
        cells.ShouldAllBe(cell => cell != "–");
        cells[2].ShouldContain("×");
        Plain(page.QuerySelectorAll("[data-differences]").ShouldHaveSingleItem().TextContent).ShouldContain("hash fields in total: 60 → 90");
        page.QuerySelector("[data-chart]").ShouldBeNull();
        page.QuerySelectorAll("figure.dots svg g.case").Length.ShouldBe(2);
        page.QuerySelectorAll(".compared-jobs tbody th").Select(job => job.TextContent).ShouldBe([$"{one} base", two, three]);

        using var report = await _host.Client.GetAsync(page.QuerySelector(".actions a")!.GetAttribute("href"), Ct);
        report.Content.Headers.ContentType!.MediaType.ShouldBe("text/html");
        (await report.Content.ReadAsStringAsync(Ct)).ShouldContain("<svg");
        using var none = await _host.Client.GetAsync($"/api/compare.html?base={first}&with={Guid.NewGuid()}", Ct);
        none.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        using var wrong = await _host.Client.GetAsync($"/api/compare.html?base={first}", Ct);
        wrong.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        using var itself = await _host.Client.GetAsync($"/api/compare.html?base={first}&with={first}", Ct);
        (await itself.Content.ReadAsStringAsync(Ct)).ShouldContain("must be the id of another job than base.");

        var unknown = await _host.PageAsync($"/compare?base={first}&with={second}&with={Guid.Empty}");
        unknown.QuerySelector("[role=alert]")!.TextContent.ShouldBe($"There is no job \"{Guid.Empty}\"; it may have been deleted.");
        unknown.QuerySelectorAll("[data-several] thead a").Select(link => link.TextContent).ShouldBe([one, two, $"vs {one}"]);
    }

    [Fact]
    public async Task The_last_jobs_are_a_list_of_links_that_add_a_job_or_change_the_base()
    {
        var (first, second) = await TwoAsync();
        var (third, _) = await TwoAsync();

        var empty = await _host.PageAsync("/compare");
        empty.QuerySelector("[data-recent]")!.HasAttribute("open").ShouldBeTrue();
        empty.QuerySelectorAll(".recent-jobs a").Select(link => link.GetAttribute("href")).ShouldContain($"/compare?base={third}");

        var page = await _host.PageAsync($"/compare?base={first}&with={second}");
        page.QuerySelector("[data-recent]")!.HasAttribute("open").ShouldBeFalse();
        page.QuerySelectorAll(".recent-jobs a").Select(link => link.GetAttribute("href"))
            .Where(address => address!.Contains($"{third}", StringComparison.Ordinal) && address.StartsWith("/compare", StringComparison.Ordinal))
            .ShouldBe([$"/compare?base={third}&with={second}", $"/compare?base={first}&with={second}&with={third}"]);
        page.QuerySelectorAll(".recent-jobs .choose .quiet").Select(word => word.TextContent).ShouldBe(["compared", "base"]);
    }

    [Fact]
    public async Task Jobs_with_different_numbers_of_items_are_compared_per_item_and_marked()
    {
        (string, long?, double[])[] cases = [("batch", null, Level), ("floor", null, Level)];
        var few = await new StoredJob { Cases = cases }.AddAsync(_host.Folder, Ct);
        var many = await new StoredJob { Operations = 2_000, Cases = [("batch", null, [4.0, 4.04, 3.96]), ("floor", null, [2.0, 2.02, 1.98])] }
            .AddAsync(_host.Folder, Ct);

        var pair = await _host.PageAsync($"/compare?base={few}&with={many}");

        pair.QuerySelector("[data-headline]")!.TextContent.ShouldBe(
            "1 case in common: batch, 2.00× (1.96–2.05) slower. The runs have 1,000 and 2,000 items, so the times are compared per item.");
        Plain(pair.QuerySelector("[data-machine]")!.TextContent).ShouldContain("the machine is the same");
        Row(pair, "batch").ShouldBe(["1.00", "2.00", "2.00× (1.96–2.05) slower", "1.00 → 2.00", "2.00× (2.00–2.00)", "3 · 3"]);
        Row(pair, "floor")[2].ShouldBe("1.00× (0.98–1.02) same");
        pair.QuerySelectorAll("[data-compared] thead th").Select(head => Plain(head.TextContent)).ShouldContain("base median ms/item");

        var several = await _host.PageAsync($"/compare?base={few}&with={many}&with={few}");
        several.QuerySelectorAll(".found").ShouldContain(found => found.TextContent.Contains("compared per item", StringComparison.Ordinal));
        several.QuerySelectorAll("[data-several] thead .unit").ShouldAllBe(unit => unit.TextContent == "ms/item");
        several.QuerySelector("[data-several] tr.floor-row").ShouldNotBeNull();
    }

    [Fact]
    public async Task A_floor_that_is_not_usable_has_no_line_and_its_reason()
    {
        var usable = await new StoredJob { Cases = [("batch", null, Level), ("floor", null, [0.5, 0.505, 0.495])] }.AddAsync(_host.Folder, Ct);
        var unusable = await new StoredJob { Cases = [("batch", null, Level), ("floor", null, [2.0, 2.02, 1.98])] }.AddAsync(_host.Folder, Ct);

        var one = await _host.PageAsync($"/compare?base={usable}&with={unusable}");
        var both = await _host.PageAsync($"/compare?base={unusable}&with={unusable}");

        one.QuerySelector("[data-floor-warning]")!.TextContent.ShouldContain("floor not usable here", Case.Insensitive);
        one.QuerySelector("[data-floor-warning]")!.TextContent.ShouldStartWith(await NumberAsync(unusable));
        one.QuerySelector("figcaption")!.TextContent.ShouldContain("dashed: the floor");
        both.QuerySelector("figcaption")!.TextContent.ShouldNotContain("dashed");
        Without(one).ShouldBe([false, true, false, true]);
        Without(both).ShouldBe([true, true, true, true]);

        static IEnumerable<bool> Without(AngleSharp.Dom.IDocument page) =>
            JsonNode.Parse(page.QuerySelector("#compare-data")!.TextContent)!["document"]!["cases"]!.AsArray()
                .Select(@case => @case!["withoutFloor"]!.GetValue<bool>());
    }

    [Fact]
    public async Task A_job_that_cannot_be_compared_is_named_and_does_not_hide_the_others()
    {
        var (first, second) = await TwoAsync();
        var other = await new StoredJob { Benchmark = "pipelining", Cases = [("pipelined", 10, Level)] }.AddAsync(_host.Folder, Ct);

        var page = await _host.PageAsync($"/compare?base={first}&with={second}&with={other}");

        page.QuerySelectorAll("[role=alert]").ShouldHaveSingleItem().TextContent
            .ShouldStartWith($"{await NumberAsync(other)}: The two jobs are of different benchmarks");
        page.QuerySelectorAll("[data-several] thead a").Select(link => link.TextContent)
            .ShouldBe([await NumberAsync(first), await NumberAsync(second), $"vs {await NumberAsync(first)}"]);
        page.QuerySelector("[data-swap]").ShouldBeNull();
        page.QuerySelectorAll(".side input").Select(field => field.GetAttribute("value") ?? "")
            .ShouldBe([await NumberAsync(first), await NumberAsync(second), await NumberAsync(other), ""]);
    }

    [Fact]
    public async Task A_job_on_another_target_is_named_with_its_target_among_several()
    {
        (string, long?, double[])[] cases = [("batch", null, Level)];
        var first = await new StoredJob { Cases = cases }.AddAsync(_host.Folder, Ct);
        var both = await new StoredJob { Targets = ["embedded", "other"], Cases = cases }.AddAsync(_host.Folder, Ct);
        var other = await new StoredJob { Targets = ["other"], Cases = cases }.AddAsync(_host.Folder, Ct);

        var page = await _host.PageAsync($"/compare?base={first}&with={both}&with={other}");

        var heads = page.QuerySelectorAll("[data-several] thead th").Select(head => Plain(head.TextContent)).ToArray();
        var (plain, named) = ($"{await NumberAsync(both)} s", $"{await NumberAsync(other)} on other s");
        heads.ShouldContain(head => head.StartsWith(plain, StringComparison.Ordinal));
        heads.ShouldContain(head => head.StartsWith(named, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_job_that_is_compared_with_itself_has_a_notice()
    {
        var (first, second) = await TwoAsync();

        (await _host.PageAsync($"/compare?base={first}&with={first}")).QuerySelector("main")!.TextContent
            .ShouldContain("The base and the new job are the same job.");
        (await _host.PageAsync($"/compare?base={first}&with={second}")).QuerySelector("main")!.TextContent.ShouldNotContain("are the same job");
    }

    private async Task<string> NumberAsync(Guid id) => $"#{(long)(await _host.GetAsync($"/api/jobs/{id}"))["number"]!}";

    [Fact]
    public async Task The_markdown_of_a_comparison_fits_a_pull_request()
    {
        var (before, after) = await TwoAsync(items: 90);

        using var answer = await _host.Client.GetAsync($"/api/compare.md?base={before}&with={after}", Ct);
        var markdown = await answer.Content.ReadAsStringAsync(Ct);

        answer.Content.Headers.ContentType!.MediaType.ShouldBe("text/markdown");
        answer.Content.Headers.ContentDisposition!.FileName!.ShouldMatch("""^redisperf-insert-\d{8}-\d{6}-\d{8}-\d{6}\.md$""");
        markdown.ShouldContain("| hash fields in total | 60 | 90 |");
        markdown.ShouldContain("Largest change: `batch`, 1.50× (1.47–1.53) slower.");
        using var unknown = await _host.Client.GetAsync($"/api/compare.md?base={before}&with={Guid.NewGuid()}", Ct);
        unknown.StatusCode.ShouldBe(HttpStatusCode.NotFound);
    }

    [Fact]
    public async Task Several_targets_are_shown_side_by_side()
    {
        var job = new StoredJob
        {
            Benchmark = "mget",
            Targets = ["embedded", "other"],
            Cases = [("mget", 10, Level),
            ("mget", 100, [5.0, 5.01, 4.99]), ("hmget", 10, Level)]
        };
        var (before, after) = (await job.AddAsync(_host.Folder, Ct), await job.AddAsync(_host.Folder, Ct));

        var matrix = await _host.PageAsync($"/jobs/{before}/matrix?point=10");
        matrix.QuerySelectorAll(".matrix tbody tr:first-child td").Select(cell => Plain(cell.TextContent))
            .ShouldBe(["1.00 ms fastest", "1.10 ms 1.10× (1.10–1.10) slower"]);
        matrix.QuerySelector(".points [aria-current]")!.TextContent.ShouldBe("10");
        (await _host.PageAsync($"/jobs/{before}")).QuerySelector($"a[href='/jobs/{before}/matrix']").ShouldNotBeNull();

        var compared = await _host.PageAsync($"/compare?base={before}&with={after}&point=100");
        compared.QuerySelectorAll(".matrix tbody tr").Length.ShouldBe(1);
        compared.QuerySelector(".matrix caption")!.TextContent.ShouldContain("at 100 keys per call");
    }

    private static string[] Row(IHtmlDocument page, string strategy) =>
        [.. page.QuerySelectorAll("[data-compared] tbody tr").Single(
            row => Plain(row.QuerySelector("th")!.TextContent) == strategy).QuerySelectorAll("td").Select(cell => Plain(cell.TextContent))];

    private static string Plain(string text) => string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    private async Task<(Guid Before, Guid After)> TwoAsync(int items = 60) => (
        await new StoredJob { Cases = [("multi-exec", null, Level), ("batch", null, Level)] }.AddAsync(_host.Folder, Ct),
        await new StoredJob
        {
            Items = items,
            Cases = [("multi-exec", null, [1, 1, 1]), ("batch", null, [1.5, 1.51, 1.49]), ("gzip", null, [2, 2, 2])]
        }.AddAsync(_host.Folder, Ct));

    private async Task PressAsync(Guid id, string handler)
    {
        var form = (await _host.PageAsync($"/jobs/{id}")).QuerySelectorAll("form")
            .Single(form => form.GetAttribute("action")?.EndsWith($"handler={handler}", StringComparison.Ordinal) == true);
        var fields = form.QuerySelectorAll("input").OfType<IHtmlInputElement>().ToDictionary(input => input.Name!, input => input.Value);
        (await _host.Client.PostAsync(form.GetAttribute("action"), new FormUrlEncodedContent(fields), Ct)).Dispose();
    }
}
