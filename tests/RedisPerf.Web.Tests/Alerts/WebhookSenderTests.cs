using System.Net;
using Microsoft.Extensions.DependencyInjection;
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
        host.Log.ShouldContain($"after {attempts} attempts in a day: status 500");
        host.Log.ShouldNotContain("t0ken");
    }
}
