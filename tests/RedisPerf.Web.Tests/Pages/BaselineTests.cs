using System.Net;
using AngleSharp.Html.Dom;

namespace RedisPerf.Web.Tests.Pages;

/// <summary>A job is pinned as the baseline on its page, and kept until it is unpinned.</summary>
public sealed class BaselineTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    [Fact]
    public async Task A_pinned_job_cannot_be_deleted_before_it_is_unpinned()
    {
        var id = await new StoredJob { Cases = [("batch", null, [1.0, 1.01, 0.99])] }.AddAsync(_host.Folder, Ct);
        var delete = await FieldsAsync(id, "Delete");

        (await PressAsync(id, "Pin")).ShouldBe(HttpStatusCode.OK);

        (await PageAsync(id)).QuerySelector("[data-part=related-jobs]")!.TextContent.ShouldContain("Pinned as the baseline of insert");
        using var refused = await _host.Client.DeleteAsync($"/api/jobs/{id}", Ct);
        refused.StatusCode.ShouldBe(HttpStatusCode.Conflict);
        (await refused.ProblemAsync()).Text("detail").ShouldBe("The job is the baseline of its benchmark and target; unpin it on its page first.");
        using var refusedPage = await _host.Client.PostAsync($"/jobs/{id}?handler=Delete", new FormUrlEncodedContent(delete), Ct);
        refusedPage.StatusCode.ShouldBe(HttpStatusCode.Conflict);
        (await refusedPage.Content.ReadAsStringAsync(Ct)).ShouldContain("This job is a baseline. Unpin it before you delete it.");

        (await PressAsync(id, "Unpin")).ShouldBe(HttpStatusCode.OK);
        using var deleted = await _host.Client.DeleteAsync($"/api/jobs/{id}", Ct);
        deleted.StatusCode.ShouldBe(HttpStatusCode.NoContent);
    }

    [Fact]
    public async Task Without_its_antiforgery_token_nothing_is_pinned()
    {
        var id = await new StoredJob { Cases = [("batch", null, [1.0, 1.01, 0.99])] }.AddAsync(_host.Folder, Ct);

        using var answer = await _host.Client.PostAsync($"/jobs/{id}?handler=Pin", null, Ct);

        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await PageAsync(id)).QuerySelector("[data-part=related-jobs]")!.TextContent.Trim().ShouldBeEmpty();
    }

    [Fact]
    public async Task Against_the_baseline_each_point_of_a_sweep_is_named()
    {
        var sweep = new StoredJob
        { Benchmark = "list-push", Targets = ["local"], Cases = [("lpush-bulk", 10, [1, 1.01, 0.99]), ("lpush-bulk", 1_000, [0.5, 0.51, 0.49])] };
        (await PressAsync(await sweep.AddAsync(_host.Folder, Ct), "Pin")).ShouldBe(HttpStatusCode.OK);

        var relatedJobs = (await PageAsync(await sweep.AddAsync(_host.Folder, Ct))).QuerySelector("[data-part=related-jobs]")!.TextContent;

        relatedJobs.ShouldContain("lpush-bulk at 10 numbers in one push: ");
        relatedJobs.ShouldContain("lpush-bulk at 1,000 numbers in one push: ");
    }

    [Fact]
    public async Task The_runs_of_a_large_job_are_shown_a_strategy_at_a_time_and_its_disturbed_ones_in_one_line()
    {
        var seconds = Enumerable.Repeat(0.5, 100).ToArray();
        var id = await new StoredJob
        {
            Benchmark = "mget",
            Disturbed = 150,
            Cases = [("mget", 1, seconds), ("mget", 10, seconds),
            ("hmget", 1, seconds), ("hmget", 10, seconds)]
        }.AddAsync(_host.Folder, Ct);

        var page = await PageAsync(id);
        page.QuerySelectorAll("[data-part=runs] tbody tr").ShouldBeEmpty();
        page.QuerySelector("#job-data")!.TextContent.ShouldNotContain("\"round\"", customMessage: "a curve uses only the summaries");
        page.QuerySelectorAll("[data-summary] .disturbance").ShouldBeEmpty();
        page.QuerySelector("[data-part=disturbed] summary")!.TextContent
            .ShouldBe("150 of 400 runs were disturbed, in 2 of 4 cases: The server of target 'embedded' also worked for others in 150 runs.");

        page.QuerySelectorAll(".rounds li").Length.ShouldBe(100);
        page.QuerySelectorAll("[data-disturbed-mark]").ShouldAllBe(mark => mark.HasAttribute("hidden"), "more than a third is disturbed");

        var link = page.QuerySelector("[data-part=runs] .runs-of a[href*='of=hmget']")!.GetAttribute("href")!;
        link.ShouldBe($"/jobs/{id}?open=runs&of=hmget#runs");
        var open = await _host.PageAsync(link);
        open.QuerySelectorAll("[data-part=runs] tbody tr").Length.ShouldBe(200);
        open.QuerySelector("details#runs")!.HasAttribute("open").ShouldBeTrue();
    }

    private async Task<HttpStatusCode> PressAsync(Guid id, string handler)
    {
        using var answer =
            await _host.Client.PostAsync($"/jobs/{id}?handler={handler}", new FormUrlEncodedContent(await FieldsAsync(id, handler)), Ct);
        return answer.StatusCode;
    }

    private async Task<Dictionary<string, string>> FieldsAsync(Guid id, string handler) =>
        (await PageAsync(id)).QuerySelectorAll("form").Single(
            form => form.GetAttribute("action")?.EndsWith($"handler={handler}", StringComparison.Ordinal) == true)
            .QuerySelectorAll("input").OfType<IHtmlInputElement>().ToDictionary(input => input.Name!, input => input.Value);

    private Task<IHtmlDocument> PageAsync(Guid id) => _host.PageAsync($"/jobs/{id}");
}
