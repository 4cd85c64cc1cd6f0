using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using AngleSharp.Html.Dom;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Web.Alerts;
using RedisPerf.Web.Background;
using RedisPerf.Web.Tests.Background;
using RedisPerf.Web.Tests.Schedules;

namespace RedisPerf.Web.Tests.Alerts;

public sealed class WebhookSenderTests
{
    [Fact]
    public async Task Deleting_a_schedule_resolves_its_alerts()
    {
        await using var listener = await Listener.StartAsync(failures: 0);
        await using var host = WebHost.Start(("RedisPerf:Webhook", $"http://127.0.0.1:{listener.Address.Port}/hook"));
        var runs = await ScheduledRuns.OnAsync(host);
        await runs.AddAsync(1, factor: 1);
        var alert = await runs.AlertAsync("batch");

        (await host.Client.DeleteAsync($"/api/schedules/{runs.Schedule.Id}", Ct)).StatusCode.ShouldBe(HttpStatusCode.NoContent);

        await listener.UntilTakenAsync(1);
        listener.Taken.TryPeek(out var message).ShouldBeTrue();
        (message.Event, message.Body.Text("id"), message.Body.Text("resolution")).ShouldBe(("resolved", alert.Id.ToString(), "changed"));
        (await host.GetAsync("/api/alerts?state=all"))["alerts"]!.AsArray().ShouldBeEmpty();
    }

    [Fact]
    public async Task Concurrent_delivery_requests_send_a_message_once()
    {
        await using var listener = await Listener.StartAsync(failures: 0);
        await using var host = WebHost.Start(("RedisPerf:Webhook", $"http://127.0.0.1:{listener.Address.Port}/hook"));
        var runs = await ScheduledRuns.OnAsync(host);
        await runs.AddAsync(1, factor: 1);
        foreach (var strategy in new[] { "batch", "multi-exec", "floor" })
        {
            await runs.AlertAsync(strategy, notify: true);
        }

        var sender = host.Services.GetRequiredService<WebhookSender>();
        await Task.WhenAll(Enumerable.Range(0, 20).Select(_ => Task.Run(sender.RequestDelivery, Ct)));
        await Poll.UntilAsync(() => host.Monitoring().EnqueuedCount(QueueNames.Housekeeping) == 0 && host.Monitoring().ProcessingCount() == 0);

        listener.Taken.Count.ShouldBe(3);
        listener.Taken.Select(each => each.Key).ShouldBeUnique();
    }

    [Fact]
    public async Task A_message_that_fails_for_a_day_is_dropped_with_a_log_entry()
    {
        await using var listener = await Listener.StartAsync(failures: int.MaxValue);
        var clock = new ManualClock(DateTimeOffset.UtcNow);
        await using var host = WebHost.Start(clock, ("RedisPerf:Webhook", $"http://127.0.0.1:{listener.Address.Port}/hook?token=t0ken"));
        var runs = await ScheduledRuns.OnAsync(host);
        await runs.AddAsync(1, factor: 1);
        await runs.AlertAsync("batch", notify: true);
        var created = DateTimeOffset.UtcNow;
        var sender = host.Services.GetRequiredService<WebhookSender>();
        sender.RequestDelivery();
        var outbox = host.Services.GetRequiredService<WebhookOutbox>();

        var attempts = 0;
        while (await outbox.DueAsync(Ct) is { } due)
        {
            (due - created).ShouldBeLessThan(TimeSpan.FromHours(25.1), "a day and the last pause of up to an hour");
            clock.MoveTo(due);
            sender.RequestDelivery();
            attempts++;
            await Poll.UntilAsync(async () => listener.RefusedKeys.Count >= attempts && await outbox.DueAsync(Ct) != due);
        }

        (clock.GetUtcNow() - created).ShouldBeGreaterThan(TimeSpan.FromHours(23.9));
        listener.RefusedKeys.Distinct().ShouldHaveSingleItem();
        // 2 s, 4 s … 34 min are eleven pauses in just over an hour; then one attempt per hour follows.
        listener.RefusedKeys.Count.ShouldBeInRange(30, 40);
        host.Log.ShouldContain("(alert opened) to the webhook at");
        host.Log.ShouldContain($"after {attempts} attempts in a day: The webhook answered with status 500");
        host.Log.ShouldNotContain("t0ken");
    }

    /// <summary>Slack and others read <c>text</c>, Discord reads <c>content</c>. A name must not notify a channel.</summary>
    [Fact]
    public async Task A_message_has_the_text_for_chat_systems()
    {
        await using var listener = await Listener.StartAsync(failures: 0);
        await using var host = WebHost.Start(("RedisPerf:Webhook", $"http://127.0.0.1:{listener.Address.Port}/hook"));
        var runs = await ScheduledRuns.OnAsync(host);
        await runs.AddAsync(1, factor: 1);
        var alert = await runs.AlertAsync("batch", notify: true);
        host.Services.GetRequiredService<WebhookSender>().RequestDelivery();
        await listener.UntilTakenAsync(1);

        listener.Taken.TryPeek(out var message).ShouldBeTrue();
        var sentence = message.Body.Text("sentence")!;
        (message.Body.Text("id"), message.Body.Text("text"), message.Body.Text("content")).ShouldBe((alert.Id.ToString(), sentence, sentence));
        var named = JsonNode.Parse(ChatMessage.OfAlert(alert with { Schedule = "<!channel> @everyone" }, isResolved: true))!.AsObject();
        named.Text("text")!.ShouldStartWith("Resolved: ‹!channel› @\u200Beveryone: ");
        named.Text("schedule").ShouldBe("<!channel> @everyone");
    }

    [Theory]
    [InlineData(400)]
    [InlineData(404)]
    [InlineData(410)]
    [InlineData(302)]
    public async Task A_refusal_is_not_repeated_and_is_shown(int status)
    {
        await using var listener = await Listener.StartAsync(failures: int.MaxValue, status: status);
        await using var host = WebHost.Start(("RedisPerf:Webhook", $"http://127.0.0.1:{listener.Address.Port}/hook?token=t0ken"));
        var runs = await ScheduledRuns.OnAsync(host);
        await runs.AddAsync(1, factor: 1);
        await runs.AlertAsync("batch", notify: true);

        host.Services.GetRequiredService<WebhookSender>().RequestDelivery();
        await Poll.UntilAsync(async () => (await LastAsync(host))?.Text("state") == "dropped");

        listener.RefusedKeys.ShouldHaveSingleItem();
        (await host.Services.GetRequiredService<WebhookOutbox>().DueAsync(Ct)).ShouldBeNull();
        var last = (await LastAsync(host))!;
        (last.Text("event"), last.Text("error"), last["reason"]!.Text("code")).ShouldBe(
            ("opened", $"The webhook answered with status {status}.", "webhookStatus"));
        var shown = (await host.PageAsync("/alerts")).QuerySelector("[data-webhook=dropped]")!.TextContent;
        shown.ShouldContain($"The webhook answered with status {status}. It is not sent again.");
        host.Log.ShouldContain($"was dropped after 1 attempts: The webhook answered with status {status}");
        host.Log.ShouldNotContain("t0ken");
    }

    [Theory]
    [InlineData(408)]
    [InlineData(425)]
    [InlineData(429)]
    [InlineData(503)]
    public async Task A_temporary_failure_is_repeated_and_shown(int status)
    {
        await using var listener = await Listener.StartAsync(failures: 1, status: status);
        var clock = new ManualClock(DateTimeOffset.UtcNow);
        await using var host = WebHost.Start(clock, ("RedisPerf:Webhook", $"http://127.0.0.1:{listener.Address.Port}/hook"));
        var runs = await ScheduledRuns.OnAsync(host);
        await runs.AddAsync(1, factor: 1);
        await runs.AlertAsync("batch", notify: true);
        var sender = host.Services.GetRequiredService<WebhookSender>();

        // The message has the time of the machine.
        clock.MoveTo(DateTimeOffset.UtcNow.AddSeconds(1));
        sender.RequestDelivery();
        await Poll.UntilAsync(async () => (await LastAsync(host))?.Text("state") == "waiting");
        (await host.PageAsync("/alerts")).QuerySelector("[data-webhook=waiting]")!.TextContent.ShouldContain("It is sent again.");
        clock.MoveTo(clock.GetUtcNow().AddSeconds(3));
        sender.RequestDelivery();

        await listener.UntilTakenAsync(1);
        await Poll.UntilAsync(async () => (await LastAsync(host))?.Text("state") == "delivered");
        (await host.PageAsync("/alerts")).QuerySelector("[data-webhook=delivered]")!.TextContent.ShouldContain("accepted.");
    }

    [Fact]
    public async Task A_test_message_is_sent_once_by_the_page_and_the_API_and_its_outcome_outlives_the_program()
    {
        await using var listener = await Listener.StartAsync(failures: 1, status: 403);
        using var folder = new DataFolder();
        var setting = ("RedisPerf:Webhook", $"http://127.0.0.1:{listener.Address.Port}/hook");
        await using (var host = WebHost.StartOn(folder, setting, ("RedisPerf:Node", "bench-1")))
        {
            using var refused = await host.Client.PostAsync("/api/alerts/webhook/test", null, Ct);
            var document = (await refused.Content.ReadFromJsonAsync<JsonObject>(Ct))!;
            (document.Text("address"), document["last"]!.Text("state"), document["last"]!.Text("event")).ShouldBe(
                ($"http://127.0.0.1:{listener.Address.Port}", "dropped", "test"));

            var page = await host.PageAsync("/alerts");
            using var sent = await host.SubmitAsync((IHtmlFormElement)page.QuerySelector("#webhook form")!);
            sent.StatusCode.ShouldBe(HttpStatusCode.OK);
        }

        listener.Taken.ShouldHaveSingleItem().Event.ShouldBe("test");
        listener.Taken.TryPeek(out var message).ShouldBeTrue();
        message.Body.Text("text").ShouldBe("A test message of RedisPerf on bench-1. Alerts are sent to this address.");
        await using var next = WebHost.StartOn(folder, setting);
        (await LastAsync(next))!.Text("state").ShouldBe("delivered");
    }

    [Fact]
    public async Task Without_a_webhook_the_page_names_the_setting_and_a_test_is_refused()
    {
        await using var host = WebHost.Start();

        using var answer = await host.Client.PostAsync("/api/alerts/webhook/test", null, Ct);

        answer.StatusCode.ShouldBe(HttpStatusCode.Conflict);
        (await answer.Content.ReadAsStringAsync(Ct)).ShouldContain("No webhook is configured. Set RedisPerf__Webhook to ");
        var section = (await host.PageAsync("/alerts")).QuerySelector("#webhook")!;
        section.TextContent.ShouldContain("RedisPerf__Webhook");
        section.QuerySelector("form").ShouldBeNull();
    }

    private static async Task<JsonObject?> LastAsync(WebHost host) => (await host.GetAsync("/api/alerts/webhook"))["last"]?.AsObject();
}
