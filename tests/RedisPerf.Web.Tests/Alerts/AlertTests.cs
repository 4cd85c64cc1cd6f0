using System.Net;
using System.Text;
using AngleSharp.Dom;
using AngleSharp.Html.Dom;
using AngleSharp.Html.Parser;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger;
using RedisPerf.Web.Alerts;
using RedisPerf.Web.Tests.Schedules;

namespace RedisPerf.Web.Tests.Alerts;

/// <summary>What can be done about an alert, over the API and on the trend page.</summary>
public sealed class AlertTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    [Fact]
    public async Task An_alert_is_acknowledged_silenced_and_taken_for_the_new_baseline()
    {
        var nights = await ScheduledNights.OnAsync(_host, "a week");
        await nights.AddAsync(3, factor: 1);
        var alert = await nights.AlertAsync("batch");

        (await StatesAsync("")).ShouldContain((alert.Id, "open"));
        (await PostAsync($"/api/alerts/{alert.Id}/acknowledge")).State.ShouldBe("acknowledged");
        (await StatesAsync("")).ShouldNotContain(each => each.Id == alert.Id);
        (await PostAsync($"/api/alerts/{alert.Id}/silence", """{"days": 3}""")).State.ShouldBe("silenced");
        (await StatesAsync("?state=silenced")).ShouldContain((alert.Id, "silenced"));
        (await PostAsync($"/api/alerts/{alert.Id}/new-baseline")).State.ShouldBe("resolved");
        (await StatesAsync("?state=all")).ShouldContain((alert.Id, "resolved"));
        (await PostAsync($"/api/alerts/{alert.Id}/acknowledge")).Status.ShouldBe(HttpStatusCode.Conflict);
    }

    // The slow nights of the first alert are no part of the level that the second is held against.
    [Fact]
    public async Task A_case_that_becomes_slow_again_is_followed_from_its_level_before_the_first_time()
    {
        await using var host = WebHost.Start();
        var nights = await ScheduledNights.OnAsync(host);
        var alerts = host.Services.GetRequiredService<AlertLedger>();
        await nights.AddAsync(12, factor: 1);
        await nights.AddAsync(1, factor: 1, slow: "batch");
        var first = await nights.AlertAsync("batch");
        await nights.AddAsync(7, factor: 1, slow: "batch");
        await nights.AddAsync(2, factor: 1);
        await nights.JudgeAsync();
        await nights.UntilAsync(NightState.Usual);
        (await alerts.FindAsync(first.Id, Ct))!.Resolution.ShouldBe(Resolution.Returned);

        await nights.AddAsync(1, factor: 1, slow: "batch");
        var second = await nights.AlertAsync("batch");
        await nights.AddAsync(3, factor: 1, slow: "batch");
        await nights.JudgeAsync();

        (await nights.UntilAsync(NightState.Usual, NightState.Slower)).State.ShouldBe(NightState.Slower);
        (await alerts.FindAsync(second.Id, Ct))!.State.ShouldBe(AlertState.Open);
    }

    [Fact]
    public async Task An_alert_that_nothing_is_left_to_hold_it_against_ends_and_the_level_starts_anew()
    {
        await using var host = WebHost.Start();
        var nights = await ScheduledNights.OnAsync(host);
        await nights.AddAsync(3, factor: 1);
        await nights.AddAsync(1, factor: 1, slow: "batch");
        var alert = await nights.AlertAsync("batch");
        await nights.AddAsync(1, factor: 1, slow: "batch");
        await nights.JudgeAsync();
        await nights.UntilAsync(NightState.Early);

        (await host.Services.GetRequiredService<AlertLedger>().FindAsync(alert.Id, Ct))!.Resolution.ShouldBe(Resolution.Forgotten);
        (await host.Client.GetStringAsync($"/schedules/{nights.Schedule.Id}", Ct)).ShouldContain("the nights before it are kept no more");
    }

    [Fact]
    public async Task A_night_that_is_judged_late_is_not_run_again()
    {
        await using var host = WebHost.Start();
        var nights = await ScheduledNights.OnAsync(host);
        await nights.AddAsync(14, factor: 1);
        await nights.AddAsync(1, factor: 3);
        await nights.AddAsync(1, factor: 1);
        await nights.JudgeAsync();
        await nights.UntilAsync(NightState.Usual);

        var late = (await host.Services.GetRequiredService<NightLedger>().ListAsync(nights.Schedule.Name, 2, ct: Ct))[0];
        (late.State, late.Rerun).ShouldBe((NightState.Unconfirmed, null));
        late.Note.ShouldNotBeNull().ShouldEndWith("looked slower; a later night had been run before this one was judged, so it was not run again.");
    }

    // A slow night within the silence leaves it; the first one after it ends it.
    [Fact]
    public async Task A_silenced_alert_is_open_again_with_the_first_slow_night_after_its_days()
    {
        var clock = new HandClock(DateTimeOffset.UtcNow.AddDays(-10));
        await using var host = WebHost.Start(clock);
        var nights = await ScheduledNights.OnAsync(host);
        await nights.AddAsync(12, factor: 1);
        await nights.AddAsync(1, factor: 1, slow: "batch");
        var alert = await nights.AlertAsync("batch");
        var alerts = host.Services.GetRequiredService<AlertLedger>();
        (await host.Services.GetRequiredService<AlertActions>().SilenceAsync(alert.Id, days: 3, Ct)).ShouldBe(ChangeOutcome.Changed);

        await NextSlowNightAsync();
        (await alerts.FindAsync(alert.Id, Ct))!.State.ShouldBe(AlertState.Silenced);

        clock.MoveTo(clock.GetUtcNow().AddDays(3));
        (await alerts.FindAsync(alert.Id, Ct))!.State.ShouldBe(AlertState.Silenced, "no night has been slow since");
        await NextSlowNightAsync();
        var open = (await alerts.FindAsync(alert.Id, Ct))!;
        (open.State, open.SilencedUntil, open.LastJob).ShouldBe((AlertState.Open, null, nights.Last.Id));

        async Task NextSlowNightAsync()
        {
            await nights.AddAsync(1, factor: 1, slow: "batch");
            await nights.JudgeAsync();
            (await nights.UntilAsync(NightState.Slower, NightState.Usual)).State.ShouldBe(NightState.Slower);
        }
    }

    [Fact]
    public async Task What_cannot_be_done_is_said_in_a_sentence()
    {
        (await PostAsync($"/api/alerts/{Guid.Empty}/acknowledge", "")).Status.ShouldBe(HttpStatusCode.NotFound, "an empty body is as good as none");
        (await PostAsync($"/api/alerts/{Guid.Empty}/silence")).Status.ShouldBe(HttpStatusCode.NotFound);
        (await PostAsync($"/api/alerts/{Guid.Empty}/silence", """{"days": 0}""")).Status.ShouldBe(HttpStatusCode.BadRequest);
        using var wrong = await _host.Client.GetAsync("/api/alerts?state=loud&limit=0&before=yesterday", Ct);
        var problem = await wrong.ProblemAsync();
        problem.Error("state").ShouldBe("state must be one of open, acknowledged, silenced, resolved, all; \"loud\" is not.");
        problem.Error("limit").ShouldBe("limit must be a whole number from 1 to 200; \"0\" is not.");
        problem.Error("before").ShouldBe("before must be the id of an alert, as the list before gave it in next; \"yesterday\" is not.");
    }

    [Fact]
    public async Task A_long_list_comes_in_pages()
    {
        await using var host = WebHost.Start();
        var nights = await ScheduledNights.OnAsync(host);
        await nights.AddAsync(1, factor: 1);
        foreach (var strategy in new[] { "batch", "multi-exec", "hset" })
        {
            await nights.AlertAsync(strategy);
        }

        var all = (await host.GetAsync("/api/alerts"))["alerts"]!.AsArray().Select(alert => alert!.Text("id")).ToArray();
        var first = await host.GetAsync("/api/alerts?limit=2");
        var second = await host.GetAsync($"/api/alerts?limit=2&before={first.Text("next")}");

        first["alerts"]!.AsArray().Concat(second["alerts"]!.AsArray()).Select(alert => alert!.Text("id")).ShouldBe(all);
        all.Length.ShouldBe(3);
        second["next"].ShouldBeNull();
    }

    [Fact]
    public async Task The_trend_page_has_a_row_for_each_night_and_the_alert_with_its_actions()
    {
        var nights = await ScheduledNights.OnAsync(_host, "weekly <b>");
        await nights.AddAsync(15, factor: 1);
        var alert = await nights.AlertAsync("multi-exec");

        var page = await _host.Client.GetStringAsync($"/schedules/{nights.Schedule.Id}", Ct);

        page.Split("data-night=").Length.ShouldBe(16);
        page.ShouldContain($"href=\"/jobs/{nights.Last.Id}\"");
        page.ShouldContain($"name=\"alert\" value=\"{alert.Id}\"");
        page.ShouldContain("its level of the nights before, beside the other strategies");
        page.ShouldContain("weekly &lt;b&gt;");
        page.ShouldNotContain("weekly <b>");
        (await _host.Client.GetStringAsync("/", Ct)).ShouldContain($"href=\"/schedules/{nights.Schedule.Id}\"");
    }

    [Fact]
    public async Task A_trend_shows_one_target_and_one_point_and_lets_one_choose()
    {
        var nights = await ScheduledNights.OnAsync(_host, "swept", template => template with
        {
            Cases = [.. from target in new[] { "embedded", "staging" } from point in new long[] { 1, 1_000 } from @case in template.Cases select @case with { Target = target, Point = point }],
        });
        await nights.AddAsync(2, factor: 1);
        var address = $"/schedules/{nights.Schedule.Id}";

        var usual = await _host.Client.GetStringAsync(address, Ct);
        usual.ShouldContain("""<option value="embedded" selected="selected">embedded</option>""");
        usual.ShouldContain("""<option value="1000" selected="selected">""");

        var chosen = await _host.Client.GetStringAsync($"{address}?target=staging&point=1&strategy=multi-exec", Ct);
        chosen.ShouldContain("""<option value="staging" selected="selected">staging</option>""");
        chosen.ShouldContain("""<option value="1" selected="selected">1</option>""");
        chosen.ShouldContain("""<option value="multi-exec" selected="selected">multi-exec</option>""");
        (await _host.Client.GetStringAsync($"{address}?target=gone&point=7&strategy=none", Ct)).ShouldContain("""<option value="embedded" selected="selected">embedded</option>""");
    }

    [Fact]
    public async Task A_strategy_that_the_sweep_does_not_touch_is_seen_at_every_point_and_its_alert_with_it()
    {
        var nights = await ScheduledNights.OnAsync(_host, "half swept", template => template with
        {
            Cases = [.. template.Cases.SelectMany(@case => @case.Strategy == "multi-exec" ? new long?[] { 1, 1_000 }.Select(point => @case with { Point = point }) : [@case])],
        });
        await nights.AddAsync(3, factor: 1);
        await nights.AlertAsync("batch");
        var address = $"/schedules/{nights.Schedule.Id}";

        var usual = await PageAsync(address);
        Chosen(usual).ShouldBe(["batch", "1000", "90"]);
        usual.QuerySelectorAll(".nights thead .name").Select(name => name.TextContent).ShouldBe(["batch", "multi-exec", "floor"], ignoreOrder: true);
        usual.QuerySelector($"[data-night='{nights.Last.Id}']")!.TextContent.ShouldContain("batch slower from here on");

        Chosen(await PageAsync($"{address}?strategy=batch&point=1&nights=30")).ShouldBe(["batch", "1", "30"]);
        (await PageAsync($"{address}?strategy=batch&point=1")).QuerySelectorAll(".nights .hero").ShouldAllBe(cell => cell.TextContent != "–");
    }

    [Fact]
    public async Task What_is_done_about_an_alert_leads_back_to_what_was_shown()
    {
        var nights = await ScheduledNights.OnAsync(_host, "looked at");
        await nights.AddAsync(3, factor: 1);
        var alert = await nights.AlertAsync("batch");
        var address = $"/schedules/{nights.Schedule.Id}?strategy=multi-exec&nights=30";

        foreach (var (handler, state) in new[] { ("Acknowledge", "acknowledged"), ("Silence", "silenced"), ("Baseline", "resolved") })
        {
            var button = (await PageAsync(address)).QuerySelector<IHtmlButtonElement>($"button[formaction$='handler={handler}']").ShouldNotBeNull();
            var fields = button.Form!.QuerySelectorAll<IHtmlInputElement>("input").ToDictionary(input => input.Name!, input => input.Value);
            using var answer = await _host.Client.PostAsync(button.GetAttribute("formaction"), new FormUrlEncodedContent(fields), Ct);

            answer.RequestMessage!.RequestUri!.PathAndQuery.ShouldBe(address);
            (await StatesAsync("?state=all")).ShouldContain((alert.Id, state));
        }
    }

    [Fact]
    public async Task A_trend_without_a_night_says_what_to_wait_for()
    {
        var nights = await ScheduledNights.OnAsync(_host, "empty");
        (await _host.Client.GetStringAsync($"/schedules/{nights.Schedule.Id}", Ct)).ShouldContain("No night has been completed yet.");
        using var missing = await _host.Client.GetAsync($"/schedules/{Guid.NewGuid()}", Ct);
        missing.StatusCode.ShouldBe(HttpStatusCode.NotFound);
    }

    private static string[] Chosen(IHtmlDocument page) => [.. page.QuerySelectorAll(".trend-choice option[selected]").Select(option => option.GetAttribute("value")!)];

    private async Task<IHtmlDocument> PageAsync(string path) => await new HtmlParser().ParseDocumentAsync(await _host.Client.GetStringAsync(path, Ct), Ct);

    private async Task<(HttpStatusCode Status, string? State)> PostAsync(string path, string? body = null)
    {
        using var content = body is null ? null : new StringContent(body, Encoding.UTF8, "application/json");
        using var response = await _host.Client.PostAsync(path, content, Ct);
        return (response.StatusCode, response.IsSuccessStatusCode ? System.Text.Json.Nodes.JsonNode.Parse(await response.Content.ReadAsStringAsync(Ct))!.Text("state") : null);
    }

    private async Task<(Guid Id, string State)[]> StatesAsync(string query) =>
        [.. (await _host.GetAsync($"/api/alerts{query}"))["alerts"]!.AsArray().Select(alert => (Guid.Parse(alert!.Text("id")!), alert!.Text("state")!))];
}
