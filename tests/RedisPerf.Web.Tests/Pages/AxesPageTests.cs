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

        var choices = usual.QuerySelectorAll(".along option").Select(option => option.GetAttribute("value")).ToArray();
        choices.ShouldBe(["batchSizes", "payloadBytes"], ignoreOrder: true);
        Headers(usual).ShouldBe(["strategy", "payloadBytes", "writes in a batch"]);
        Headers(other).ShouldBe(["strategy", "writes in a batch", "payloadBytes"]);
        PointsOf(other).ShouldBe(["64", "1024"], ignoreOrder: true);
        other.QuerySelector("[data-place]")!.TextContent.ShouldBeOneOf("1", "100");
        other.QuerySelector(".along option[selected]")!.GetAttribute("value").ShouldBe("payloadBytes");
        Headers(unknown).ShouldBe(Headers(usual));
        usual.QuerySelectorAll("[data-summary] [data-case]").Select(row => row.GetAttribute("data-case")).ShouldBeUnique();
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

        answer.Text("sentence")!.ShouldStartWith("2 strategies × 3 payloadBytes = 6 cases + 3 floors · ");
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

    private static string[] Headers(IHtmlDocument page) =>
        [.. page.QuerySelectorAll("[data-summary] thead th").Take(3).Select(head => head.TextContent.Trim())];

    private static string[] PointsOf(IHtmlDocument page) =>
        [.. page.QuerySelectorAll("[data-summary] [data-case]").Select(row => row.GetAttribute("data-point")!)
            .Where(point => point.Length > 0).Distinct()];

    /// <summary>An ended job with two axes of numbers of two values each.</summary>
    private async Task<Guid> StoredAsync(IReadOnlyDictionary<string, IReadOnlyList<string>>? server = null, double factor = 1)
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
                   let at = Coordinates.Of("embedded").With("batchSizes", $"{writes}").With("payloadBytes", $"{bytes}")
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
