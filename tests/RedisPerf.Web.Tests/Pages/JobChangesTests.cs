using System.Net;
using System.Text.Json;
using System.Text.Json.Nodes;
using AngleSharp.Html.Dom;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Live;
using RedisPerf.Web.Tests.Live;

namespace RedisPerf.Web.Tests.Pages;

/// <summary>The forms of the job page. The runs are imported into the ledger, so no test depends on measured times.</summary>
public sealed class JobChangesTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private const string Reason = "The server of target 'embedded' also worked for others.";

    private readonly WebHost _host = shared.Host;

    private static string BatchId => new CaseKey("batch", Coordinates.Of("embedded")).Id;

    [Fact]
    public async Task A_disturbed_run_is_excluded_by_its_button_and_included_again()
    {
        var id = await JobAsync(ended: true);
        (await SummaryAsync(id, "batch"))["max"]!.GetValue<double>().ShouldBe(9);
        var form = Form(await PageAsync(id), "ExcludeRun");
        form.TextContent.ShouldContain("Exclude");

        using var answer = await _host.SubmitAsync(form);

        answer.RequestMessage!.RequestUri!.ToString().ShouldEndWith(
            $"/jobs/{id}?open=runs&of=batch#run-2-{BatchId}", customMessage: "it redirects to the run of the click");
        (await SummaryAsync(id, "batch"))["max"]!.GetValue<double>().ShouldBe(1);
        var page = await PageAsync(id);
        page.QuerySelector($"#run-2-{BatchId} [data-verdict=disturbed]")!.TextContent.ShouldBe("disturbed, excluded");
        page.QuerySelector("[data-disturbed] li:not([title])")!.TextContent.Trim().ShouldEndWith($"1 of 2 runs was disturbed and excluded: {Reason}");

        (await _host.SubmitAsync(Form(page, "ExcludeRun"))).Dispose();
        (await SummaryAsync(id, "batch"))["max"]!.GetValue<double>().ShouldBe(9);
    }

    [Fact]
    public async Task One_button_excludes_all_disturbed_runs()
    {
        var id = await JobAsync(ended: true);

        using var answer = await _host.SubmitAsync(Form(await PageAsync(id), "ExcludeDisturbedRuns"));

        answer.RequestMessage!.RequestUri!.ToString().ShouldEndWith($"/jobs/{id}#summary");
        (await SummaryAsync(id, "batch"))["count"]!.GetValue<int>().ShouldBe(1);
        Form(await PageAsync(id), "ExcludeDisturbedRuns").TextContent.ShouldContain("Include the disturbed run");
    }

    [Fact]
    public async Task An_undisturbed_run_cannot_be_excluded()
    {
        var id = await JobAsync(ended: true);

        using var answer = await _host.SubmitAsync(Form(await PageAsync(id), "ExcludeRun"), ("round", "1"));

        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await answer.Content.ReadAsStringAsync(Ct)).ShouldContain("Only disturbed timed runs can be excluded");
        (await SummaryAsync(id, "batch"))["count"]!.GetValue<int>().ShouldBe(2);
    }

    [Fact]
    public async Task Another_baseline_is_a_view_until_it_is_chosen_for_the_page_the_reports_and_the_api()
    {
        var id = await JobAsync(ended: true);
        (await PageAsync(id)).QuerySelectorAll("select[name=against] option").Select(option => option.TextContent).ShouldBe(["multi-exec", "batch"]);

        var view = await PageAsync($"{id}?against=batch");

        view.QuerySelector("[data-strategy=batch] [data-f=against]")!.TextContent.ShouldBe("baseline");
        view.QuerySelector("select[name=against] option[selected]")!.TextContent.ShouldBe("batch");
        (await SummaryAsync(id, "batch"))["ratio"]!.Text("baseline").ShouldBe("multi-exec", "the record is unchanged");
        (await _host.Client.GetStringAsync($"/api/jobs/{id}/report.md", Ct)).ShouldContain("vs multi-exec (paired)");
        var download = view.QuerySelector("a[download][href*='report.md']")!.GetAttribute("href");
        (await _host.Client.GetStringAsync(download, Ct)).ShouldContain("vs batch (paired)");

        var form = Form(view, "Baseline");
        using var answer = await _host.SubmitAsync(form);
        using var refused = await _host.SubmitAsync(form, ("strategy", "floor"));

        answer.RequestMessage!.RequestUri!.ToString().ShouldEndWith($"/jobs/{id}#summary");
        refused.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await SummaryAsync(id, "multi-exec"))["ratio"]!.Text("baseline").ShouldBe("batch");
        (await SummaryAsync(id, "batch"))["ratio"].ShouldBeNull();
        (await PageAsync(id)).QuerySelector("select[name=against] option[selected]")!.TextContent.ShouldBe("batch");
        (await _host.Client.GetStringAsync($"/api/jobs/{id}/report.md", Ct)).ShouldContain("vs batch (paired)");
    }

    [Theory]
    [InlineData("ExcludeRun", "&open=runs&of=batch#run-2-{batch}")]
    [InlineData("ExcludeDisturbedRuns", "#summary")]
    [InlineData("Star", "")]
    [InlineData("Note", "#note")]
    [InlineData("Pin", "")]
    public async Task A_change_returns_to_the_view(string handler, string place)
    {
        var id = await JobAsync(ended: true);
        const string view = "?against=batch&sort=-time&columns=all&price=2";

        using var answer = await _host.SubmitAsync(Form(await PageAsync($"{id}{view}"), handler));

        answer.RequestMessage!.RequestUri!.ToString().ShouldEndWith($"/jobs/{id}{view}{place.Replace("{batch}", BatchId, StringComparison.Ordinal)}");
    }

    [Fact]
    public async Task The_link_to_the_default_columns_removes_the_query()
    {
        var page = await PageAsync($"{await JobAsync(ended: true)}?columns=all");

        page.QuerySelectorAll("[data-part=tools] a").Single(link => link.TextContent == "Default columns").GetAttribute("href").ShouldBe("?#summary");
    }

    [Fact]
    public async Task A_new_baseline_is_no_longer_part_of_the_view()
    {
        var id = await JobAsync(ended: true);

        using var answer = await _host.SubmitAsync(Form(await PageAsync($"{id}?against=batch&columns=all"), "Baseline"));

        answer.RequestMessage!.RequestUri!.ToString().ShouldEndWith($"/jobs/{id}?columns=all#summary");
    }

    [Theory]
    [InlineData("html")]
    [InlineData("csv")]
    [InlineData("md")]
    public async Task A_report_against_another_strategy_than_those_of_the_job_is_a_400_that_lists_them(string report)
    {
        using var response = await _host.Client.GetAsync($"/api/jobs/{await JobAsync(ended: true)}/report.{report}?against=gzip", Ct);

        response.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await response.ProblemAsync()).Error("against").ShouldBe("against must be one of the strategies of the job: multi-exec, batch.");
    }

    [Theory]
    [InlineData("ExcludeRun")]
    [InlineData("ExcludeDisturbedRuns")]
    [InlineData("Baseline")]
    public async Task Without_its_antiforgery_token_nothing_changes(string handler)
    {
        var id = await JobAsync(ended: true);
        var form = Form(await PageAsync($"{id}?against=batch"), handler);

        using var answer = await _host.SubmitAsync(form, ("__RequestVerificationToken", ""), ("strategy", "batch"));

        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await SummaryAsync(id, "batch"))["count"]!.GetValue<int>().ShouldBe(2);
        (await SummaryAsync(id, "batch"))["ratio"].ShouldNotBeNull();
    }

    [Fact]
    public async Task A_change_to_a_running_job_reaches_its_watchers()
    {
        var id = await JobAsync(ended: false);
        await using var stream = await EventStream.OpenAsync(_host, id);
        await stream.UntilAsync("findings");

        (await _host.SubmitAsync(Form(await PageAsync(id), "ExcludeRun"))).Dispose();

        var events = await stream.UntilAsync("state");
        ((bool)events.Single(e => e.Type == "run").Data["run"]!["leftOut"]!).ShouldBeTrue();
        events.Single(e => e.Type == "summary" && e.Data.Text("strategy") == "batch").Data["summary"]!["max"]!.GetValue<double>().ShouldBe(1);
        events.Single(e => e.Type == "findings").Data["sentences"]![0]!.GetValue<string>()
            .ShouldBe("No winner yet: 3 rounds are needed for a comparison.");
    }

    private static IHtmlFormElement Form(IHtmlDocument page, string handler) =>
        page.QuerySelectorAll("form").OfType<IHtmlFormElement>()
            .First(form => form.GetAttribute("action")!.EndsWith($"handler={handler}", StringComparison.Ordinal));

    private static JobEvent.RunEnded Ran(string strategy, int round, double seconds, string? disturbed = null) => new(
        new(strategy, Coordinates.Of("embedded")),
        new()
        {
            Round = round,
            Warmup = false,
            State = RunState.Ok,
            Verified = true,
            Seconds = seconds,
            PayloadBytes = 1_000_000,
            Disturbed = disturbed is null ? [] : [Core.Model.Reason.FromText(disturbed)]
        });

    private async Task<string> JobAsync(bool ended)
    {
        var ledger = _host.Services.GetRequiredService<JobLedger>();
        var now = DateTimeOffset.UtcNow;
        var request = new JobRequest
        {
            Benchmark = "insert",
            Strategies = ["multi-exec", "batch"],
            Options = new Dictionary<string, JsonElement> { ["items"] = JsonSerializer.SerializeToElement(60) },
            Targets = ["embedded"],
            Runs = 2,
            Warmups = 1,
            Seed = 1,
        };
        var job = Job.Create(request, RequestedBy.Page, now);
        await ledger.EnqueueAsync(job, int.MaxValue, Ct);
        var started = (await ledger.StartAsync(job.Id, SmallJob.OtherNode, () => now, [], Ct)).ShouldNotBeNull();
        JobEvent[] events =
        [
            Ran("multi-exec", 1, 10), Ran("batch", 1, 1), Ran("multi-exec", 2, 10), Ran("batch", 2, 9, Reason),
            .. ended ? [new JobEvent.Ended(JobState.Completed, null)] : Array.Empty<JobEvent>(),
        ];
        var live = _host.Services.GetRequiredService<LiveJobs>().Begin(started, new());
        foreach (var next in events)
        {
            await live.RecordAsync(next, now, () => ledger.RecordAsync(job.Id, started.Lease, next, now, Ct));
        }

        if (ended)
        {
            live.Dispose();
        }

        return job.Id.ToString();
    }

    [Fact]
    public async Task Run_again_queues_the_same_request()
    {
        var first = await _host.QueueAsync(SmallJob.Json);
        var form = (await PageAsync(first.Text("id")!)).QuerySelector("form[action$='handler=Again']").ShouldBeAssignableTo<IHtmlFormElement>()!;

        var location = (await _host.SubmitAsync(form)).RequestMessage!.RequestUri!.AbsolutePath;

        var second = await _host.GetAsync($"/api{location}");
        second.Text("id").ShouldNotBe(first.Text("id"));
        second["request"]!.ToJsonString().ShouldBe(first["request"]!.ToJsonString());
        second.Text("requestedBy").ShouldBe("page");
    }

    private async Task<JsonObject> SummaryAsync(string id, string strategy) =>
        (await _host.GetAsync($"/api/jobs/{id}"))["cases"]!.AsArray().Single(item => item!.Text("strategy") == strategy)!["summary"]!.AsObject();

    private Task<IHtmlDocument> PageAsync(string id) => _host.PageAsync($"/jobs/{id}");
}
