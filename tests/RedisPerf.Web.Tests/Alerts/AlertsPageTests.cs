using System.Net;
using AngleSharp.Html.Dom;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Tests.Alerts;

/// <summary>The Alerts page, the number of alerts in the navigation, and the mark on the schedule.</summary>
public sealed class AlertsPageTests
{
    [Fact]
    public async Task An_alert_moves_from_open_to_closed_and_leads_to_its_jobs_and_its_trend()
    {
        await using var host = WebHost.Start();
        (await host.PageAsync("/alerts")).QuerySelector(".empty")!.TextContent.ShouldContain("No alerts.");
        var runs = await ScheduledRuns.OnAsync(host);
        await runs.AddAsync(2, factor: 1);
        var alert = await runs.AlertAsync("batch");
        var number = (await host.Services.GetRequiredService<JobLedger>().FindAsync(alert.Job, Ct))!.Number;

        var page = await host.PageAsync("/alerts");
        page.QuerySelector("[data-alerts]")!.TextContent.Trim().ShouldBe("(1)");
        page.QuerySelector("[data-alerts]")!.HasAttribute("hidden").ShouldBeFalse();
        var card = page.QuerySelector("[data-alert=open]")!;
        card.QuerySelector($"a[href='/jobs/{alert.Job}']")!.TextContent.ShouldBe($"#{number}");
        card.QuerySelector(".links .quiet")!.TextContent.ShouldBe("(deleted)", "no job has the id of the rerun");
        var trend = card.QuerySelector("a[href^='/schedules/']")!.GetAttribute("href")!;
        trend.ShouldBe($"/schedules/{runs.Schedule.Id}?strategy=batch&target=embedded");
        (await host.Client.GetAsync(trend, Ct)).StatusCode.ShouldBe(HttpStatusCode.OK);
        (await host.PageAsync("/schedules")).QuerySelector(".alert-mark")!.TextContent.Trim().ShouldBe("⚑ 1 alert");

        await PostAsync(host, "Acknowledge");
        page = await host.PageAsync("/alerts");
        page.QuerySelector("[data-alert=acknowledged]").ShouldNotBeNull();
        page.QuerySelector("[data-alerts]")!.HasAttribute("hidden").ShouldBeTrue("an acknowledged alert is not counted");
        (await host.PageAsync("/schedules")).QuerySelector(".alert-mark").ShouldNotBeNull();
        await PostAsync(host, "Silence");
        (await host.PageAsync("/alerts")).QuerySelector("[data-alert=silenced]")!.TextContent.ShouldContain("silenced until");
        await PostAsync(host, "Baseline");

        page = await host.PageAsync("/alerts");
        page.QuerySelector("[data-alert=resolved]")!.TextContent.ShouldContain("its level is the new baseline");
        page.QuerySelector("[data-alert=open], [data-alert=acknowledged], [data-alert=silenced]").ShouldBeNull();
        (await host.PageAsync("/schedules")).QuerySelector(".alert-mark").ShouldBeNull();
    }

    [Fact]
    public async Task An_action_on_an_ended_or_unknown_alert_is_refused()
    {
        await using var host = WebHost.Start();
        var runs = await ScheduledRuns.OnAsync(host);
        await runs.AddAsync(1, factor: 1);
        var alert = await runs.AlertAsync("batch");
        var (token, _) = await FormAsync(host);
        await PostAsync(host, "Baseline");

        using var ended = await SendAsync(host, "/alerts?handler=Acknowledge", token, alert.Id);
        using var unknown = await SendAsync(host, "/alerts?handler=Acknowledge", token, Guid.NewGuid());
        using var forged = await SendAsync(host, "/alerts?handler=Acknowledge", "", alert.Id);

        ended.StatusCode.ShouldBe(HttpStatusCode.Conflict);
        (await ended.Content.ReadAsStringAsync(Ct)).ShouldContain("The alert has already ended.");
        unknown.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        forged.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
    }

    private static async Task<(string Token, Guid Alert)> FormAsync(WebHost host)
    {
        var page = await host.PageAsync("/alerts");
        var form = page.QuerySelector("[data-alert] form")!;
        return (Value("__RequestVerificationToken"), Guid.Parse(Value("alert")));

        string Value(string name) => ((IHtmlInputElement)form.QuerySelector($"input[name={name}]")!).Value;
    }

    private static async Task PostAsync(WebHost host, string handler)
    {
        var (token, alert) = await FormAsync(host);
        using var answer = await SendAsync(host, $"/alerts?handler={handler}", token, alert);
        answer.IsSuccessStatusCode.ShouldBeTrue();
    }

    private static Task<HttpResponseMessage> SendAsync(WebHost host, string address, string token, Guid alert) =>
        host.Client.PostAsync(address, new FormUrlEncodedContent([new("__RequestVerificationToken", token), new("alert", alert.ToString())]), Ct);
}
