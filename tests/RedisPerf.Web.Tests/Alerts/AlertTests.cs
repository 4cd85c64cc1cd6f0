using System.Net;
using System.Text;
using System.Text.Json;
using AngleSharp.Dom;
using AngleSharp.Html.Dom;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Alerts;
using RedisPerf.Web.Tests.Schedules;

namespace RedisPerf.Web.Tests.Alerts;

/// <summary>The actions on an alert, in the API and on the trend page.</summary>
public sealed class AlertTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    [Fact]
    public async Task An_alert_can_be_acknowledged_silenced_and_accepted_as_baseline()
    {
        var runs = await ScheduledRuns.OnAsync(_host, "a week");
        await runs.AddAsync(3, factor: 1);
        var alert = await runs.AlertAsync("batch");

        (await StatesAsync("")).ShouldContain((alert.Id, "open"));
        (await PostAsync($"/api/alerts/{alert.Id}/acknowledge")).State.ShouldBe("acknowledged");
        (await StatesAsync("")).ShouldNotContain(each => each.Id == alert.Id);
        (await PostAsync($"/api/alerts/{alert.Id}/silence", """{"days": 3}""")).State.ShouldBe("silenced");
        (await StatesAsync("?state=silenced")).ShouldContain((alert.Id, "silenced"));
        (await PostAsync($"/api/alerts/{alert.Id}/new-baseline")).State.ShouldBe("resolved");
        (await StatesAsync("?state=all")).ShouldContain((alert.Id, "resolved"));
        (await PostAsync($"/api/alerts/{alert.Id}/acknowledge")).Status.ShouldBe(HttpStatusCode.Conflict);
    }

    [Fact]
    public async Task A_case_that_became_faster_is_an_improvement_and_no_alert()
    {
        await using var host = WebHost.Start();
        var runs = await ScheduledRuns.OnAsync(host);
        var alerts = host.Services.GetRequiredService<AlertLedger>();
        await runs.AddAsync(14, factor: 1, slow: "batch");
        await runs.AddAsync(4, factor: 1);
        await runs.ReviewAsync();
        await runs.UntilAsync(ScheduledRunState.Usual);

        var improvement = (await alerts.ListAsync(null, runs.Schedule.Id, 10, ct: Ct)).ShouldHaveSingleItem();
        (improvement.Strategy, improvement.Resolution, improvement.IsActive).ShouldBe(("batch", Resolution.Improved, false));
        improvement.Ratio!.Value.ShouldBeInRange(0.3, 0.9);
        (await alerts.DecisionsAsync(Ct))[runs.Schedule.Id].ShouldBe(new(0, 1));
        AlertDocument.SentenceOf(improvement).ShouldMatch(@"^nightly: batch of insert on .* takes 0\.\d+× \(.*\) the usual time, an improvement");
        (await host.PageAsync("/schedules")).QuerySelector("[data-f=decided]")!.TextContent.ShouldBe("0 slower, 1 faster");
        var page = await host.PageAsync($"/schedules/{runs.Schedule.Id}");
        page.QuerySelector("[data-decisions]")!.TextContent.ShouldContain("A healthy schedule has about as many of both.");
        page.QuerySelector("[data-improvement]")!.GetAttribute("data-verdict").ShouldBe("faster");
        (await host.PageAsync("/alerts")).QuerySelector("td.verdict")!.TextContent.ShouldContain("an improvement");
    }

    // The slow runs of the first alert are not part of the level of the second one.
    [Fact]
    public async Task A_second_regression_is_compared_with_the_level_before_the_first()
    {
        await using var host = WebHost.Start();
        var runs = await ScheduledRuns.OnAsync(host);
        var alerts = host.Services.GetRequiredService<AlertLedger>();
        await runs.AddAsync(12, factor: 1);
        await runs.AddAsync(1, factor: 1, slow: "batch");
        var first = await runs.AlertAsync("batch");
        await runs.AddAsync(7, factor: 1, slow: "batch");
        await runs.AddAsync(2, factor: 1);
        await runs.ReviewAsync();
        await runs.UntilAsync(ScheduledRunState.Usual);
        (await alerts.FindAsync(first.Id, Ct))!.Resolution.ShouldBe(Resolution.Returned);

        await runs.AddAsync(1, factor: 1, slow: "batch");
        var second = await runs.AlertAsync("batch");
        await runs.AddAsync(3, factor: 1, slow: "batch");
        await runs.ReviewAsync();

        (await runs.UntilAsync(ScheduledRunState.Usual, ScheduledRunState.Slower)).State.ShouldBe(ScheduledRunState.Slower);
        (await alerts.FindAsync(second.Id, Ct))!.State.ShouldBe(AlertState.Open);
    }

    [Fact]
    public async Task An_alert_without_earlier_runs_ends_and_the_level_restarts()
    {
        await using var host = WebHost.Start();
        var runs = await ScheduledRuns.OnAsync(host);
        await runs.AddAsync(3, factor: 1);
        await runs.AddAsync(1, factor: 1, slow: "batch");
        var alert = await runs.AlertAsync("batch");
        await runs.AddAsync(1, factor: 1, slow: "batch");
        await runs.ReviewAsync();
        await runs.UntilAsync(ScheduledRunState.Early);

        (await host.Services.GetRequiredService<AlertLedger>().FindAsync(alert.Id, Ct))!.Resolution.ShouldBe(Resolution.Forgotten);
        (await host.Client.GetStringAsync($"/schedules/{runs.Schedule.Id}", Ct)).ShouldContain("the earlier runs were deleted");
    }

    [Fact]
    public async Task A_run_that_is_reviewed_late_has_no_rerun()
    {
        await using var host = WebHost.Start();
        var runs = await ScheduledRuns.OnAsync(host);
        await runs.AddAsync(14, factor: 1);
        // A little faster than usual, because noise alone makes a few of a hundred runs look slower.
        await runs.AddTwoAsync(earlier: 3, later: 0.95);
        await runs.ReviewAsync();

        var reviewed = await runs.ReviewedAsync(2);
        reviewed[1].State.ShouldBe(ScheduledRunState.Usual);
        var late = reviewed[0];
        (late.State, late.Rerun).ShouldBe((ScheduledRunState.Unconfirmed, null));
        late.Reason.ShouldNotBeNull().Code.ShouldBe(ReasonCode.RerunReplaced);
    }

    // A slow run during the silence does not change it; the first one afterwards ends it.
    [Fact]
    public async Task The_first_slow_run_after_the_silence_opens_an_alert_again()
    {
        var clock = new ManualClock(DateTimeOffset.UtcNow.AddDays(-10));
        await using var host = WebHost.Start(clock);
        var runs = await ScheduledRuns.OnAsync(host);
        await runs.AddAsync(12, factor: 1);
        await runs.AddAsync(1, factor: 1, slow: "batch");
        var alert = await runs.AlertAsync("batch");
        var alerts = host.Services.GetRequiredService<AlertLedger>();
        (await host.Services.GetRequiredService<AlertActions>().SilenceAsync(alert.Id, days: 3, Ct)).ShouldBe(ChangeOutcome.Changed);

        await NextSlowRunAsync();
        (await alerts.FindAsync(alert.Id, Ct))!.State.ShouldBe(AlertState.Silenced);

        clock.MoveTo(clock.GetUtcNow().AddDays(3));
        (await alerts.FindAsync(alert.Id, Ct))!.State.ShouldBe(AlertState.Silenced, "no slow run since");
        await NextSlowRunAsync();
        var open = (await alerts.FindAsync(alert.Id, Ct))!;
        (open.State, open.SilencedUntil, open.LastJob).ShouldBe((AlertState.Open, null, runs.Last.Id));

        async Task NextSlowRunAsync()
        {
            await runs.AddAsync(1, factor: 1, slow: "batch");
            await runs.ReviewAsync();
            (await runs.UntilAsync(ScheduledRunState.Slower, ScheduledRunState.Usual)).State.ShouldBe(ScheduledRunState.Slower);
        }
    }

    [Fact]
    public async Task Invalid_actions_are_answered_with_a_reason()
    {
        (await PostAsync($"/api/alerts/{Guid.Empty}/acknowledge", "")).Status.ShouldBe(HttpStatusCode.NotFound, "an empty body is accepted");
        (await PostAsync($"/api/alerts/{Guid.Empty}/silence")).Status.ShouldBe(HttpStatusCode.NotFound);
        (await PostAsync($"/api/alerts/{Guid.Empty}/silence", """{"days": 0}""")).Status.ShouldBe(HttpStatusCode.BadRequest);
        (await PostAsync($"/api/alerts/{Guid.Empty}/silence", """{"days": null}""")).Status.ShouldBe(HttpStatusCode.NotFound, "days is optional");
        using var misspelled = await _host.Client.PostAsync(
            $"/api/alerts/{Guid.Empty}/silence", new StringContent("""{"day": 3}""", Encoding.UTF8, "application/json"), Ct);
        (await misspelled.ProblemAsync()).Error("day").ShouldBe("Unknown field \"day\". Valid fields: days.");
        using var wrong = await _host.Client.GetAsync("/api/alerts?state=loud&limit=0&before=yesterday", Ct);
        var problem = await wrong.ProblemAsync();
        problem.Error("state").ShouldBe("state must be one of open, acknowledged, silenced, resolved, all; \"loud\" is not.");
        problem.Error("limit").ShouldBe("limit must be a whole number from 1 to 200; \"0\" is not.");
        problem.Error("before").ShouldBe("before must be the id of an alert, the value of next from the previous page; \"yesterday\" is not.");
    }

    [Fact]
    public async Task A_long_list_is_paged()
    {
        await using var host = WebHost.Start();
        var runs = await ScheduledRuns.OnAsync(host);
        await runs.AddAsync(1, factor: 1);
        foreach (var strategy in new[] { "batch", "multi-exec", "hset" })
        {
            await runs.AlertAsync(strategy);
        }

        var all = (await host.GetAsync("/api/alerts"))["alerts"]!.AsArray().Select(alert => alert!.Text("id")).ToArray();
        var first = await host.GetAsync("/api/alerts?limit=2");
        var second = await host.GetAsync($"/api/alerts?limit=2&before={first.Text("next")}");

        first["alerts"]!.AsArray().Concat(second["alerts"]!.AsArray()).Select(alert => alert!.Text("id")).ShouldBe(all);
        all.Length.ShouldBe(3);
        second["next"].ShouldBeNull();
    }

    [Fact]
    public async Task The_trend_page_has_a_row_for_each_run_and_the_alert_with_its_actions()
    {
        var runs = await ScheduledRuns.OnAsync(_host, "weekly <b>");
        await runs.AddAsync(15, factor: 1);
        var alert = await runs.AlertAsync("multi-exec");

        var page = await _host.Client.GetStringAsync($"/schedules/{runs.Schedule.Id}", Ct);

        page.Split("data-run=").Length.ShouldBe(16);
        page.ShouldContain($"href=\"/jobs/{runs.Last.Id}\"");
        page.ShouldContain($"name=\"alert\" value=\"{alert.Id}\"");
        page.ShouldContain("the usual time relative to the other strategies since");
        page.ShouldContain("weekly &lt;b&gt;");
        page.ShouldNotContain("weekly <b>");
        (await _host.Client.GetStringAsync("/", Ct)).ShouldContain($"href=\"/schedules/{runs.Schedule.Id}\"");
    }

    [Fact]
    public async Task A_trend_shows_the_selected_target_and_point()
    {
        var runs = await ScheduledRuns.OnAsync(_host, "swept", template => template with
        {
            Request = Varying(template.Request),
            Cases = [.. from target in new[] { "embedded", "staging" }
                from point in new long[] { 1, 1_000 }
                from @case in template.Cases
                select @case with { At = At(target, point) }],
        });
        await runs.AddAsync(2, factor: 1);
        var address = $"/schedules/{runs.Schedule.Id}";

        var usual = await _host.Client.GetStringAsync(address, Ct);
        usual.ShouldContain("""<option value="embedded" selected="selected">embedded</option>""");
        usual.ShouldContain("""<option value="1000" selected="selected">""");

        var chosen = await _host.Client.GetStringAsync($"{address}?target=staging&point=1&strategy=multi-exec", Ct);
        chosen.ShouldContain("""<option value="staging" selected="selected">staging</option>""");
        chosen.ShouldContain("""<option value="1" selected="selected">1</option>""");
        chosen.ShouldContain("""<option value="multi-exec" selected="selected">multi-exec</option>""");
        (await _host.Client.GetStringAsync($"{address}?target=gone&point=7&strategy=none", Ct))
            .ShouldContain("""<option value="embedded" selected="selected">embedded</option>""");
    }

    private static Coordinates At(string target, long point) => Coordinates.Of(target).With("multiExecBatch", Coordinates.TextOf(point));

    private static JobRequest Varying(JobRequest request) => request with
    {
        Options = new Dictionary<string, JsonElement>(request.Options) { ["multiExecBatch"] = JsonSerializer.SerializeToElement(new[] { 1, 1_000 }) },
    };

    [Fact]
    public async Task A_strategy_without_points_and_its_alert_are_shown_at_every_point()
    {
        var runs = await ScheduledRuns.OnAsync(_host, "half swept", template => template with
        {
            Request = Varying(template.Request),
            Cases = [.. template.Cases.SelectMany(
                @case => @case.Strategy == "multi-exec" ? new long[] { 1, 1_000 }.Select(point => @case with { At = At("embedded", point) })
                    : [@case])],
        });
        await runs.AddAsync(3, factor: 1);
        await runs.AlertAsync("batch");
        var address = $"/schedules/{runs.Schedule.Id}";

        var usual = await _host.PageAsync(address);
        Chosen(usual).ShouldBe(["batch", "1000", "90"]);
        usual.QuerySelectorAll(".scheduled-runs thead .name").Select(name => name.TextContent).ShouldBe(
            ["batch", "multi-exec", "floor"], ignoreOrder: true);
        usual.QuerySelector($"[data-run='{runs.Last.Id}']")!.TextContent.ShouldContain("batch slower from this run on");

        Chosen(await _host.PageAsync($"{address}?strategy=batch&point=1&runs=30")).ShouldBe(["batch", "1", "30"]);
        Chosen(await _host.PageAsync($"{address}?strategy=batch&point=1&nights=30")).ShouldBe(
            ["batch", "1", "30"], "addresses of earlier versions remain valid");
        (await _host.PageAsync($"{address}?strategy=batch&point=1")).QuerySelectorAll(".scheduled-runs .hero")
            .ShouldAllBe(cell => cell.TextContent != "–");
    }

    [Fact]
    public async Task A_trend_of_excluded_runs_has_a_notice_and_still_its_strategies()
    {
        var runs = await ScheduledRuns.OnAsync(_host, "all excluded", template => template with
        {
            Cases = [.. template.Cases.Select(@case => @case with
                { Runs = [.. @case.Runs.Select(run => run with { Disturbed = [Reason.FromText("Others were served.")], ExcludedByUser = true })] })],
        });
        await runs.AddAsync(2, factor: 1);

        var page = await _host.PageAsync($"/schedules/{runs.Schedule.Id}");

        page.QuerySelector("p.notice")!.TextContent.ShouldStartWith("The scheduled runs have no figures, because all their runs were excluded.");
        page.QuerySelectorAll("select[name=strategy] option").ShouldNotBeEmpty();
        page.QuerySelector("[data-charts]").ShouldBeNull();
        page.QuerySelectorAll("[data-run]").Length.ShouldBe(2);
        (await _host.PageAsync($"/jobs/{runs.Last.Id}")).QuerySelector(".answer")!.TextContent
            .ShouldStartWith("The job has no result, because its timed runs are excluded.");
    }

    [Fact]
    public async Task An_action_on_an_alert_returns_to_the_current_selection()
    {
        var runs = await ScheduledRuns.OnAsync(_host, "looked at");
        await runs.AddAsync(3, factor: 1);
        var alert = await runs.AlertAsync("batch");
        var address = $"/schedules/{runs.Schedule.Id}?strategy=multi-exec&runs=30";

        foreach (var (handler, state) in new[] { ("Acknowledge", "acknowledged"), ("Silence", "silenced"), ("Baseline", "resolved") })
        {
            var button =
                (await _host.PageAsync(address)).QuerySelector<IHtmlButtonElement>($"button[formaction$='handler={handler}']").ShouldNotBeNull();
            var fields = button.Form!.QuerySelectorAll<IHtmlInputElement>("input").ToDictionary(input => input.Name!, input => input.Value);
            using var answer = await _host.Client.PostAsync(button.GetAttribute("formaction"), new FormUrlEncodedContent(fields), Ct);

            answer.RequestMessage!.RequestUri!.PathAndQuery.ShouldBe(address);
            (await StatesAsync("?state=all")).ShouldContain((alert.Id, state));
        }
    }

    [Fact]
    public async Task A_trend_without_runs_explains_when_the_comparison_starts()
    {
        var runs = await ScheduledRuns.OnAsync(_host, "empty");
        (await _host.Client.GetStringAsync($"/schedules/{runs.Schedule.Id}", Ct)).ShouldContain("No scheduled run has completed yet.");
        using var missing = await _host.Client.GetAsync($"/schedules/{Guid.NewGuid()}", Ct);
        missing.StatusCode.ShouldBe(HttpStatusCode.NotFound);
    }

    private static string[] Chosen(IHtmlDocument page) =>
        [.. page.QuerySelectorAll(".trend-choice option[selected]").Select(option => option.GetAttribute("value")!)];

    private async Task<(HttpStatusCode Status, string? State)> PostAsync(string path, string? body = null)
    {
        using var content = body is null ? null : new StringContent(body, Encoding.UTF8, "application/json");
        using var response = await _host.Client.PostAsync(path, content, Ct);
        return (response.StatusCode,
            response.IsSuccessStatusCode ? System.Text.Json.Nodes.JsonNode.Parse(await response.Content.ReadAsStringAsync(Ct))!.Text("state") : null);
    }

    private async Task<(Guid Id, string State)[]> StatesAsync(string query) =>
        [.. (await _host.GetAsync($"/api/alerts{query}"))["alerts"]!.AsArray()
            .Select(alert => (Guid.Parse(alert!.Text("id")!), alert!.Text("state")!))];
}
