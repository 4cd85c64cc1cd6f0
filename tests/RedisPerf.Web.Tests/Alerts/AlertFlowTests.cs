using RedisPerf.Core.Trends;

namespace RedisPerf.Web.Tests.Alerts;

/// <summary>From a slow night over its rerun to the alert, with the real program and real reruns.</summary>
public sealed class AlertFlowTests
{
    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_night_that_is_slower_and_whose_rerun_is_too_is_an_alert_that_everybody_is_told_of()
    {
        await using var listener = await Listener.StartAsync(failures: 1);
        await using var host = WebHost.Start(("RedisPerf:Webhook", $"http://robot:s3cret@127.0.0.1:{listener.Address.Port}/hook?token=t0ken"));
        var nights = await ScheduledNights.OnAsync(host);
        await nights.AddAsync(13, factor: 0.1);
        await nights.AddAsync(1, factor: 1);
        await nights.JudgeAsync();

        var night = await nights.UntilAsync(NightState.Slower, NightState.Unconfirmed);
        night.State.ShouldBe(NightState.Slower, night.Note);
        var rerun = await host.GetAsync($"/api/jobs/{night.Rerun!.Id}");
        (rerun.Text("confirms"), rerun.Text("schedule"), rerun.Text("requestedBy")).ShouldBe((nights.Last.Id.ToString(), "nightly", "schedule"));

        var alert = (await host.GetAsync("/api/alerts"))["alerts"]!.AsArray().First(each => each!.Text("strategy") == "batch")!;
        (alert.Text("state"), alert.Text("schedule"), alert.Text("job"), alert.Text("confirmedBy")).ShouldBe(("open", "nightly", nights.Last.Id.ToString(), night.Rerun.Id.ToString()));
        ((double)alert["ratio"]!["low"]!).ShouldBeGreaterThan(1);

        // The first attempt was answered 500; the message comes again under the same key.
        await listener.UntilTakenAsync(1);
        listener.Taken.TryPeek(out var told).ShouldBeTrue();
        listener.RefusedKeys.ShouldHaveSingleItem();
        told.Event.ShouldBe("opened");
        told.Authorization.ShouldBe($"Basic {Convert.ToBase64String("robot:s3cret"u8)}");
        told.Body.Names().ShouldBe(alert.Names());
        host.Log.ShouldContain("did not take message");
        host.Log.ShouldNotContain("s3cret");
        host.Log.ShouldNotContain("t0ken");

        (await host.Client.GetStringAsync("/", Ct)).ShouldContain("is slower since");

        // Two nights at the old level end it; the night between them is neither.
        await nights.AddAsync(2, factor: 0.1);
        await nights.JudgeAsync();
        await nights.UntilAsync(NightState.Usual);
        (await host.GetAsync("/api/alerts"))["alerts"]!.AsArray().ShouldBeEmpty();
        var ended = (await host.GetAsync("/api/alerts?state=resolved"))["alerts"]!.AsArray();
        ended.ShouldAllBe(each => each!.Text("resolution") == "returned");
        await listener.UntilTakenAsync(2 * ended.Count);
        listener.Taken.Count(each => each.Event == "resolved").ShouldBe(ended.Count);
        listener.Taken.Select(each => each.Key).ShouldBeUnique();
    }

    [Fact]
    public async Task A_night_that_its_rerun_does_not_confirm_is_a_note_and_no_alert()
    {
        await using var host = WebHost.Start();
        var nights = await ScheduledNights.OnAsync(host);
        await nights.AddAsync(13, factor: 20);
        await nights.AddAsync(1, factor: 100);
        await nights.JudgeAsync();

        var night = await nights.UntilAsync(NightState.Slower, NightState.Unconfirmed);

        night.State.ShouldBe(NightState.Unconfirmed);
        night.Note.ShouldNotBeNull().ShouldEndWith("looked slower, which was not confirmed.");
        (await host.GetAsync("/api/alerts?state=all"))["alerts"]!.AsArray().ShouldBeEmpty();
        (await host.Client.GetStringAsync($"/schedules/{nights.Schedule.Id}", Ct)).ShouldContain("which was not confirmed.");
    }

    [Fact]
    public async Task What_was_not_judged_when_the_program_ended_is_judged_at_its_next_start()
    {
        using var folder = new DataFolder();
        Guid schedule;
        await using (var first = WebHost.StartOn(folder))
        {
            var nights = await ScheduledNights.OnAsync(first);
            await nights.AddAsync(12, factor: 1);
            schedule = nights.Schedule.Id;
        }

        await using var second = WebHost.StartOn(folder);
        while ((await second.Client.GetStringAsync($"/schedules/{schedule}", Ct)).Contains("not judged yet", StringComparison.Ordinal))
        {
            await Task.Delay(50, Ct);
        }

        var page = await second.Client.GetStringAsync($"/schedules/{schedule}", Ct);
        page.ShouldContain("too early to say");
        page.ShouldContain("as usual");
    }
}
