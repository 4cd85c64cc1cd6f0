using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Tests;

/// <summary>Micro-benchmarks that are imported while the program runs appear on its pages and in its API.</summary>
public sealed class ImportTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    [Fact]
    public async Task The_history_lists_them_and_can_be_filtered_by_them()
    {
        var id = await ImportAsync();

        foreach (var path in new[] { "/jobs", "/jobs?benchmark=micro" })
        {
            var row = (await _host.PageAsync(path)).QuerySelector($"a[href='/jobs/{id}']").ShouldNotBeNull().Closest("tr").ShouldNotBeNull();
            row.TextContent.ShouldContain("micro");
            row.TextContent.ShouldContain("in-process");
        }

        (await _host.PageAsync("/jobs")).QuerySelectorAll("select[name=benchmark] option").Select(option => option.TextContent)
            .ShouldContain("micro");
        (await _host.GetAsync("/api/jobs?benchmark=micro"))["jobs"]!.AsArray().Select(job => job!.Text("id")).ShouldContain(id.ToString());
    }

    [Fact]
    public async Task The_job_page_shows_times_that_can_be_read()
    {
        var id = await ImportAsync();

        var page = await _host.PageAsync($"/jobs/{id}");

        page.QuerySelector($"[data-case='{IdOf("Text.Encode 32768")}'] [data-f=median]").ShouldNotBeNull().TextContent.ShouldBe("0.0120");
        page.QuerySelector($"[data-case='{IdOf("Gzip.Encode 32768 Optimal")}'] [data-f=median]").ShouldNotBeNull().TextContent.ShouldBe("462");
        page.QuerySelector(".verdict-card").ShouldNotBeNull().TextContent
            .ShouldContain("2 cases were measured, from Text.Encode 32768 with a median of 12.0 ns to Gzip.Encode 32768 Optimal with 462 µs.");
        page.QuerySelector($"a[href='/?from={id}']").ShouldBeNull("RedisPerf cannot rerun it");
    }

    [Fact]
    public async Task An_imported_job_shows_no_actions_and_no_columns_of_our_own_benchmarks()
    {
        var id = await ImportAsync();

        var page = await _host.PageAsync($"/jobs/{id}");

        page.QuerySelectorAll("[data-source-of], [data-png-all]").ShouldBeEmpty();
        page.QuerySelectorAll("[data-f=verified]").Select(cell => cell.TextContent).ShouldBe(["3", "3"], "imported runs are not verified");
        page.QuerySelector("[data-summary] thead")!.TextContent.ShouldNotContain("verified");
        var verified = page.QuerySelectorAll("[data-part=runs] tbody tr").Select(row => row.QuerySelectorAll("td")[^1].TextContent).ToArray();
        verified.Length.ShouldBe(6);
        verified.ShouldAllBe(cell => cell == "–");
    }

    [Fact]
    public async Task Runs_of_a_case_with_special_characters_in_its_name_are_found()
    {
        const string name = "Text.Encode 100% a#b&c";
        var id = await ImportAsync(name, runs: 200);

        var link = (await _host.PageAsync($"/jobs/{id}?open=runs")).QuerySelector("[data-part=runs] .runs-of a").ShouldNotBeNull();
        var runs = (await _host.PageAsync(link.GetAttribute("href")!)).QuerySelectorAll("[data-part=runs] tbody tr th");

        runs.Length.ShouldBe(200);
        runs.ShouldAllBe(run => run.TextContent.Contains(name, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Two_of_them_can_be_chosen_and_are_compared_without_a_chart_of_times_that_have_no_scale_in_common()
    {
        var (before, after) = (await ImportAsync(), await ImportAsync());

        var page = await _host.PageAsync($"/compare?base={before}&with={after}");

        page.QuerySelectorAll("[data-compared] tbody tr").Length.ShouldBe(2);
        page.QuerySelectorAll("[data-chart], [data-png-all], #compare-data, script[src*=compare]").ShouldBeEmpty();
        var number = (long)(await _host.GetAsync($"/api/jobs/{before}"))["number"]!;
        (await _host.PageAsync("/compare")).QuerySelectorAll("datalist option").Select(option => option.GetAttribute("value"))
            .ShouldContain($"#{number}");
    }

    [Theory]
    [InlineData("report.html", "12.0 ns")]
    [InlineData("report.md", "12.0 ns")]
    [InlineData("report.csv", "1.2E-08")]
    [InlineData("report.json", "1.2E-08")]
    public async Task Its_reports_can_be_had(string report, string part)
    {
        var id = await ImportAsync();

        (await _host.Client.GetStringAsync($"/api/jobs/{id}/{report}", Ct)).ShouldContain(part, Shouldly.Case.Insensitive);
    }

    private async Task<Guid> ImportAsync(string first = "Text.Encode 32768", int runs = 3)
    {
        CaseResult[] cases = [Case(first, 12e-9, runs), Case("Gzip.Encode 32768 Optimal", 462e-6, runs)];
        var document = new JobDocument
        {
            Id = Guid.CreateVersion7(),
            Benchmark = "micro",
            State = JobState.Completed,
            RequestedBy = RequestedBy.Cli,
            Request = new()
            {
                Strategies = [.. cases.Select(@case => @case.Strategy)],
                Options = new Dictionary<string, System.Text.Json.JsonElement>(),
                Targets = ["in-process"],
                Runs = runs,
                Warmups = 0,
                Seed = 0,
            },
            CreatedAt = DateTimeOffset.UtcNow,
            Environment = new()
            {
                Machine = "a processor",
                Cores = 2,
                Memory = null,
                Os = "an os",
                Runtime = ".NET",
                Client = "BenchmarkDotNet 0.15.8",
                Version = NumberFormat.NotReported,
                Targets = [],
            },
            Cases = cases,
        };
        (await JobImport.RunAsync(_host.Folder, document, Catalogue.Default, Ct)).ShouldBeTrue();
        return document.Id;
    }

    private static string IdOf(string name) => new CaseKey(name, Coordinates.Of("in-process")).Id;

    private static CaseResult Case(string name, double seconds, int runs) => new(
        name,
        Coordinates.Of("in-process"),
        [.. Enumerable.Range(0, runs)
            .Select(round => new Run { Round = round, Warmup = false, State = RunState.Ok, Verified = true, Seconds = seconds })],
        null);
}
