using System.Text.Json;
using AngleSharp.Html.Dom;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Tests.Pages;

/// <summary>The pages of a job that varies options which its benchmark does not vary by default.</summary>
public sealed class AxesPageTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    [Fact]
    public async Task The_page_of_a_job_draws_along_the_chosen_axis()
    {
        var id = await StoredAsync();

        var usual = await _host.PageAsync($"/jobs/{id}");
        var other = await _host.PageAsync($"/jobs/{id}?along=payloadBytes");
        var unknown = await _host.PageAsync($"/jobs/{id}?along=seed");

        var choices = usual.QuerySelectorAll(".along [name=along] option").Select(option => option.GetAttribute("value")).ToArray();
        choices.ShouldBe(["batchSizes", "payloadBytes"], ignoreOrder: true);
        Headers(usual).ShouldBe(["strategy", "value size", "writes in a batch"]);
        Headers(other).ShouldBe(["strategy", "writes in a batch", "value size"]);
        PointsOf(other).ShouldBe(["64", "1024"], ignoreOrder: true);
        other.QuerySelector("td[data-axis='at.batchSizes']")!.TextContent.ShouldBeOneOf("1", "100");
        other.QuerySelector(".along option[selected]")!.GetAttribute("value").ShouldBe("payloadBytes");
        Headers(unknown).ShouldBe(Headers(usual));
        usual.QuerySelectorAll("[data-summary] [data-case]").Select(row => row.GetAttribute("data-case")).ShouldBeUnique();
    }

    [Fact]
    public async Task The_table_is_limited_to_a_value_of_an_axis_without_scripts()
    {
        var id = await StoredAsync();

        var page = await _host.PageAsync($"/jobs/{id}?at.payloadBytes=1024&sort=max");
        var shown = await _host.PageAsync($"/jobs/{id}?at.payloadBytes=1%20KB&at.batchSizes=100");
        var other = await _host.PageAsync($"/jobs/{id}?at.seed=7&at.batchSizes=");

        CellsOf(page, "payloadBytes").ShouldBe(Enumerable.Repeat("1\u00A0KB", 4));
        page.QuerySelector("[data-filtered]")!.TextContent.ShouldContain("4 of 8 cases: value size 1\u00A0KB.");
        page.QuerySelector("[data-filtered] a")!.GetAttribute("href").ShouldBe("?sort=max#summary");
        page.QuerySelector("[data-filter-form] [name='at.payloadBytes'] [selected]")!.GetAttribute("value").ShouldBe("1024");
        page.QuerySelectorAll("[data-filter-form] input").Select(field => field.GetAttribute("name")).ShouldBe(["sort"]);
        page.QuerySelectorAll(".pivot").Length.ShouldBe(1, "the chart along batchSizes has one panel");
        page.QuerySelectorAll("[data-chart=curve]").Length.ShouldBe(1);
        (CellsOf(shown, "payloadBytes").Distinct().Single(), CellsOf(shown, "batchSizes").Distinct().Single()).ShouldBe(("1\u00A0KB", "100"));
        (CellsOf(other, "batchSizes").Length, other.QuerySelector("[data-filtered]")).ShouldBe((8, null));
        (await _host.PageAsync($"/jobs/{id}")).QuerySelectorAll("[data-chart=curve]").Length.ShouldBe(2);
    }

    [Fact]
    public async Task A_value_that_an_axis_does_not_have_names_the_valid_ones()
    {
        var page = await _host.PageAsync($"/jobs/{await StoredAsync()}?at.batchSizes=7");

        page.QuerySelector("[data-part=filter] [role=alert]")!.TextContent.ShouldBe("at.batchSizes must be one of 1, 100, not 7.");
        CellsOf(page, "batchSizes").Length.ShouldBe(8);
    }

    [Fact]
    public async Task The_table_is_sorted_by_an_axis()
    {
        var id = await StoredAsync();

        var ascending = await _host.PageAsync($"/jobs/{id}?sort=at.payloadBytes");
        var descending = await _host.PageAsync($"/jobs/{id}?sort=-at.payloadBytes");

        CellsOf(ascending, "payloadBytes").ShouldBe([.. Enumerable.Repeat("64\u00A0B", 4), .. Enumerable.Repeat("1\u00A0KB", 4)]);
        CellsOf(descending, "payloadBytes").ShouldBe(CellsOf(ascending, "payloadBytes").Reverse());
        var head = ascending.QuerySelector("th[data-axis='at.payloadBytes']")!;
        (head.GetAttribute("aria-sort"), head.QuerySelector("a")!.GetAttribute("href")).ShouldBe(("ascending", "?sort=-at.payloadBytes#summary"));
    }

    [Fact]
    public async Task A_job_that_has_not_ended_is_shown_along_the_chosen_axis_too()
    {
        await using var host = WebHost.Start();
        const string Options = """ "options": { "items": 20000, "keys": 10, "payloadBytes": [100, 1000], "linkRoundTrip": [1, 2] } """;
        var job = (await host.QueueAsync(
            $$"""{ "benchmark": "insert", "strategies": ["batch"], "targets": ["{{SmallJob.Target}}"], "runs": 50, {{Options}} }""")).Text("id")!;

        var usual = await host.PageAsync($"/jobs/{job}");
        var other = await host.PageAsync($"/jobs/{job}?along=linkRoundTrip&at.payloadBytes=100");
        await host.CancelAsync(job);

        (AlongOf(usual), AlongOf(other)).ShouldBe(("payloadBytes", "linkRoundTrip"));
        Headers(other).ShouldBe(["strategy", "document size", "added round trip"]);
        other.QuerySelector("[data-summary]")!.GetAttribute("data-limits").ShouldBe("payloadBytes=100");
        (usual.QuerySelectorAll("[data-chart=curve]").Length, other.QuerySelectorAll("[data-chart=curve]").Length).ShouldBe((2, 1));
        other.QuerySelector(".along option[selected]")!.GetAttribute("value").ShouldBe("linkRoundTrip");

        static string? AlongOf(IHtmlDocument page) => page.QuerySelector("[data-summary]")!.GetAttribute("data-along");
    }

    [Fact]
    public async Task Words_are_drawn_as_bars_and_the_numbers_separate_them()
    {
        var id = await StoredAsync(new Dictionary<string, IReadOnlyList<string>> { ["aof"] = ["no", "yes"] });

        var page = await _host.PageAsync($"/jobs/{id}?along=server.aof&at.payloadBytes=64");

        page.QuerySelectorAll("[data-chart=bars]").Length.ShouldBe(2);
        page.QuerySelectorAll("[data-chart=curve]").ShouldBeEmpty();
        page.QuerySelectorAll(".along option[selected]").Select(option => option.GetAttribute("value")).ShouldBe(["server.aof", "64"]);
        page.QuerySelectorAll(".pivot").Select(pivot => pivot.GetAttribute("aria-label")!).ShouldBe(
            [
                "Medians by aof and strategy at writes in a batch 1 and value size 64\u00A0B",
                "Medians by aof and strategy at writes in a batch 100 and value size 64\u00A0B",
            ]);
    }

    [Theory]
    [InlineData("md")]
    [InlineData("html")]
    public async Task A_report_has_the_chosen_axis(string report)
    {
        var id = await StoredAsync();
        var address = $"/api/jobs/{id}/report.{report}";

        var other = await _host.Client.GetStringAsync($"{address}?along=payloadBytes", Ct);
        var alternative = await _host.Client.GetStringAsync($"{address}?along=batchSizes", Ct);
        var unknown = await _host.Client.GetStringAsync($"{address}?along=seed", Ct);

        other.ShouldNotBe(alternative);
        unknown.ShouldBeOneOf(other, alternative);
        (await _host.PageAsync($"/jobs/{id}?along=payloadBytes")).QuerySelector(".actions a[href*='report.md']")!.GetAttribute("href")!
            .ShouldEndWith("along=payloadBytes");
    }

    [Fact]
    public async Task The_matrix_has_a_column_for_each_value_of_the_other_axes()
    {
        var id = await StoredAsync();

        var page = await _host.PageAsync($"/jobs/{id}/matrix?along=batchSizes&point=1");

        page.QuerySelectorAll(".matrix thead th").Skip(1).Select(head => head.TextContent.Trim()).ShouldBe(["64 B", "1 KB"]);
        page.QuerySelectorAll(".points a").Select(link => link.GetAttribute("href")).ShouldBe(
            [$"/jobs/{id}/matrix?point=1&along=batchSizes", $"/jobs/{id}/matrix?point=100&along=batchSizes"]);
        page.QuerySelector(".points a[aria-current]")!.TextContent.ShouldBe("1");
        (await _host.PageAsync($"/jobs/{id}")).QuerySelectorAll(".actions a").Select(link => link.GetAttribute("href"))
            .ShouldContain($"/jobs/{id}/matrix");
    }

    [Fact]
    public async Task A_comparison_pairs_the_cases_at_the_same_coordinates()
    {
        var (before, after) = (await StoredAsync(), await StoredAsync(factor: 2));

        var page = await _host.PageAsync($"/compare?base={before}&with={after}");

        page.QuerySelectorAll("[data-compared] tbody tr").Length.ShouldBe(8);
        page.QuerySelectorAll("[data-compared] [data-verdict=slower]").Length.ShouldBe(8);
        page.QuerySelectorAll(".matrix thead th").Length.ShouldBe(3);
    }

    [Fact]
    public async Task The_form_shows_which_options_vary_and_how_many_cases_they_make()
    {
        const string fields = "benchmark=insert&strategies=batch&strategies=hset&targets=embedded"
            + "&options.items=60&options.payloadBytes=1 KB, 8 KB, 32 KB";

        var answer = await _host.GetAsync($"/?handler=Estimate&{fields}");
        var page = await _host.PageAsync($"/?{fields}");

        answer.Text("sentence")!.ShouldStartWith("2 strategies × 3 values of document size = 6 cases + 3 floors · ");
        answer["varied"]!.ToJsonString().ShouldBe("""{"options.payloadBytes":"varies: 3 values"}""");
        answer["sizes"]!["options.payloadBytes"]!.GetValue<string>().ShouldBe("1 KB, 8 KB, 32 KB");
        answer.Text("command")!.ShouldContain("--payload-bytes 1024,8192,32768");
        page.QuerySelector("[data-varies='options.payloadBytes']")!.TextContent.ShouldBe("varies: 3 values");
        page.QuerySelector("[data-varies='options.payloadBytes']")!.HasAttribute("hidden").ShouldBeFalse();
        page.QuerySelector("[data-varies='options.items']")!.HasAttribute("hidden").ShouldBeTrue();
    }

    [Fact]
    public async Task Edit_and_run_keeps_several_values_and_server_settings()
    {
        var id = await StoredAsync(new Dictionary<string, IReadOnlyList<string>> { ["aof"] = ["no", "yes"] });

        var page = await _host.PageAsync($"/?from={id}");

        page.QuerySelector("[name='options.payloadBytes']")!.GetAttribute("value").ShouldBe("64, 1024");
        page.QuerySelectorAll("[name=server]").Select(field => field.GetAttribute("value")).ShouldBe(["aof=no,yes", ""]);
        page.QuerySelector("[data-copied=command]")!.TextContent.ShouldContain("--server aof=no,yes");
    }

    [Fact]
    public async Task A_server_setting_without_a_value_is_an_error_of_its_field()
    {
        var answer = await _host.GetAsync("/?handler=Estimate&benchmark=insert&strategies=batch&targets=embedded&server=appendfsync");

        answer["errors"]!.AsArray().Select(error => error!.Text("field")).ShouldBe(["server"]);
    }

    [Theory]
    [InlineData("target=local", null)]
    [InlineData("payloadBytes=1024&target=local", null)]
    [InlineData("compression=fast&target=local", "compression=fast")]
    [InlineData("batchSize=10&payloadBytes=1024&target=local", "batchSize=10&payloadBytes=1024")]
    [InlineData("compression=fast&payloadBytes=1024&target=local", "compression=fast&payloadBytes=1024")]
    public void The_other_coordinates_are_empty_where_the_point_is_the_only_one(string at, string? expected) =>
        OtherCoordinates.TextOf(Coordinates.Parse(at)).ShouldBe(expected);

    private static string[] CellsOf(IHtmlDocument page, string axis) =>
        [.. page.QuerySelectorAll($"[data-summary] td[data-axis='at.{axis}']").Select(cell => cell.TextContent)];

    private static string[] Headers(IHtmlDocument page) =>
        [.. page.QuerySelectorAll("[data-summary] thead th").Take(3).Select(head => head.TextContent.Trim())];

    private static string[] PointsOf(IHtmlDocument page) =>
        [.. page.QuerySelectorAll("[data-summary] [data-case]").Select(row => row.GetAttribute("data-point")!)
            .Where(point => point.Length > 0).Distinct()];

    /// <summary>An ended job with two axes of numbers of two values each.</summary>
    private async Task<Guid> StoredAsync(Dictionary<string, IReadOnlyList<string>>? server = null, double factor = 1)
    {
        var draft = new JobDraft
        {
            Benchmark = "pipelining",
            Strategies = ["pipelined", "mset"],
            Targets = ["embedded"],
            Options = new Dictionary<string, JsonElement>
            {
                ["batchSizes"] = JsonSerializer.SerializeToElement(new[] { 1, 100 }),
                ["payloadBytes"] = JsonSerializer.SerializeToElement(new[] { 64, 1_024 }),
            },
        };
        var request = draft.Validate(Catalogue.Default, ["embedded"], out var errors);
        errors.ShouldBeEmpty();
        request = request! with { Server = server ?? new Dictionary<string, IReadOnlyList<string>>() };
        var now = DateTimeOffset.UtcNow;
        var job = Job.Create(request, RequestedBy.Cli, now);
        var document = JobDocument.WithoutCases(job) with
        {
            State = JobState.Completed,
            StartedAt = now,
            EndedAt = now.AddSeconds(1),
            Cases =
            [
                .. from strategy in new[] { "pipelined", "mset" }
                   from writes in new[] { 1, 100 }
                   from bytes in new[] { 64, 1_024 }
                   from aof in server?["aof"] ?? [null!]
                   let at = Coordinates.Of("embedded").With("batchSizes", $"{writes}").With("payloadBytes", $"{bytes}").With("server.aof", aof)
                   select new CaseResult(strategy, at, [.. Enumerable.Range(0, 10).Select(round => new Run
                   {
                       Round = round,
                       Warmup = false,
                       State = RunState.Ok,
                       Verified = true,
                       Seconds = factor * (writes + (bytes / 100.0) + (round * 0.001)),
                       Operations = 1_000,
                       PayloadBytes = 1_000_000,
                   })], null),
            ],
        };
        (await JobImport.RunAsync(_host.Folder, document, Catalogue.Default, Ct)).ShouldBeTrue();
        return job.Id;
    }
}
