using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Trends;
using RedisPerf.Web.Tests;
using RedisPerf.Web.Tests.Alerts;

namespace RedisPerf.Faults.Proofs.Jobs;

/// <summary>From a slow scheduled run and its rerun to the alert, with the real program and real reruns.</summary>
public sealed class AlertFlowTests
{
    [Fact]
    public async Task A_slow_run_with_a_slow_rerun_opens_an_alert_on_pages_API_and_webhook()
    {
        await using var listener = await Listener.StartAsync(failures: 1);
        await using var host = WebHost.Start(("RedisPerf:Webhook", $"http://robot:s3cret@127.0.0.1:{listener.Address.Port}/hook?token=t0ken"));
        var runs = await ScheduledRuns.OnAsync(host);
        await runs.AddAsync(13, factor: 0.1);
        await runs.AddAsync(1, factor: 1);
        await runs.ReviewAsync();

        var run = await runs.UntilAsync(ScheduledRunState.Slower, ScheduledRunState.Unconfirmed);
        run.State.ShouldBe(ScheduledRunState.Slower, run.Reason.ToText());
        var rerun = await host.GetAsync($"/api/jobs/{run.Rerun!.Id}");
        (rerun.Text("confirms"), rerun.Text("schedule"), rerun.Text("requestedBy")).ShouldBe((runs.Last.Id.ToString(), "nightly", "schedule"));

        var alert = (await host.GetAsync("/api/alerts"))["alerts"]!.AsArray()[0]!;
        (alert.Text("state"), alert.Text("schedule"), alert.Text("job"), alert.Text("confirmedBy"))
            .ShouldBe(("open", "nightly", runs.Last.Id.ToString(), run.Rerun.Id.ToString()));
        ((double)alert["ratio"]!["low"]!).ShouldBeGreaterThan(1);

        // The first attempt was answered 500; the message is sent again with the same key.
        await listener.UntilTakenAsync(1);
        listener.Taken.TryPeek(out var message).ShouldBeTrue();
        listener.RefusedKeys.ShouldHaveSingleItem();
        message.Event.ShouldBe("opened");
        message.Authorization.ShouldBe($"Basic {Convert.ToBase64String("robot:s3cret"u8)}");
        message.Body.Names().ShouldBe([.. alert.Names(), "text", "content"]);
        host.Log.ShouldContain("did not accept message");
        host.Log.ShouldNotContain("s3cret");
        host.Log.ShouldNotContain("t0ken");

        (await host.Client.GetStringAsync("/", Ct)).ShouldContain("the usual time");

        // Two runs at the earlier level resolve the alert.
        await runs.AddAsync(2, factor: 0.1);
        await runs.ReviewAsync();
        await runs.UntilAsync(ScheduledRunState.Usual);
        (await host.GetAsync("/api/alerts"))["alerts"]!.AsArray().ShouldBeEmpty();
        var ended = (await host.GetAsync("/api/alerts?state=resolved"))["alerts"]!.AsArray();
        ended.ShouldAllBe(each => each!.Text("resolution") == "returned");
        await listener.UntilTakenAsync(2 * ended.Count);
        listener.Taken.Count(each => each.Event == "resolved").ShouldBe(ended.Count);
        listener.Taken.Select(each => each.Key).ShouldBeUnique();
    }

    [Fact]
    public async Task An_unconfirmed_run_has_a_note_and_no_alert()
    {
        await using var host = WebHost.Start();
        var runs = await ScheduledRuns.OnAsync(host);
        // The rerun is real, and a busy machine can take many times as long.
        await runs.AddAsync(13, factor: 200);
        await runs.AddAsync(1, factor: 1_000);
        await runs.ReviewAsync();

        var run = await runs.UntilAsync(ScheduledRunState.Slower, ScheduledRunState.Unconfirmed);

        run.State.ShouldBe(ScheduledRunState.Unconfirmed);
        run.Reason.ShouldNotBeNull().Code.ShouldBe(ReasonCode.RerunNotConfirmed);
        (await host.GetAsync("/api/alerts?state=all"))["alerts"]!.AsArray().ShouldBeEmpty();
        (await host.Client.GetStringAsync($"/schedules/{runs.Schedule.Id}", Ct)).ShouldContain("and the rerun did not confirm it.");
    }

    [Fact]
    public async Task Pending_reviews_continue_after_a_restart()
    {
        using var folder = new DataFolder();
        Guid schedule;
        await using (var first = WebHost.StartOn(folder))
        {
            var runs = await ScheduledRuns.OnAsync(first);
            await runs.AddAsync(12, factor: 1);
            schedule = runs.Schedule.Id;
        }

        await using var second = WebHost.StartOn(folder);
        await Poll.UntilAsync(
            async () => !(await second.Client.GetStringAsync($"/schedules/{schedule}", Ct)).Contains("not reviewed yet", StringComparison.Ordinal));

        var page = await second.Client.GetStringAsync($"/schedules/{schedule}", Ct);
        page.ShouldContain("too few runs");
        page.ShouldContain("as usual");
    }
}
