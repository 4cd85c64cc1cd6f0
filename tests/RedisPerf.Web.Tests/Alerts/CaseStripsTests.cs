using System.Net;
using AngleSharp.Dom;
using AngleSharp.Html.Dom;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Schedules;

namespace RedisPerf.Web.Tests.Alerts;

/// <summary>The dots of the scheduled runs in the list of schedules, and the head of a trend.</summary>
public sealed class CaseStripsTests
{
    [Fact]
    public async Task Each_case_is_a_row_with_the_floor_last_and_a_step_has_its_size_its_date_and_its_job()
    {
        await using var host = WebHost.Start();
        var runs = await ScheduledRuns.OnAsync(host);
        await runs.AddAsync(RegressionDetector.MinimumRuns + 2, factor: 1);
        await runs.AddAsync(1, factor: 1, slow: "batch");
        var alert = await runs.AlertAsync("batch");
        var missed = new MissedRun(alert.Since.AddHours(-12), Reason.Of(ReasonCode.PreviousJobQueued));
        var (schedules, next) = (host.Services.GetRequiredService<ScheduleLedger>(), DateTimeOffset.UtcNow.AddDays(1));
        await schedules.ResumeAsync(runs.Schedule.Id, next, Ct);
        (await schedules.MissAsync(runs.Schedule.Id, next, next, [missed], 1, Ct)).ShouldBeTrue();
        var number = (long)(await host.GetAsync($"/api/jobs/{alert.SinceJob}"))["number"]!;

        var strips = Strips(await host.PageAsync("/schedules"));

        var rows = strips.QuerySelectorAll("[data-case]");
        rows.Select(row => row.GetAttribute("data-case")).ShouldBe(["batch", "multi-exec", "floor"]);
        rows.Select(row => row.ClassName).ShouldBe(["", "", "machine"]);
        var batch = rows[0];
        Words(batch.QuerySelector("[data-step]")!).ShouldMatch($"""^\+100% since .* #{number}, rerun confirmed$""");
        batch.QuerySelector($"[data-step] a[href='/jobs/{alert.SinceJob}']").ShouldNotBeNull();
        batch.QuerySelector(".range").ShouldNotBeNull();
        batch.QuerySelectorAll(".slow").ShouldHaveSingleItem().TextContent.ShouldStartWith($"#{number}, ");
        batch.QuerySelector(".missed")!.TextContent.ShouldEndWith("missed. The previous job of the schedule was still queued.");
        batch.QuerySelector(".case-name")!.GetAttribute("href").ShouldBe($"/schedules/{runs.Schedule.Id}?strategy=batch&target=embedded");
        rows.Skip(1).ShouldAllBe(row => Words(row.QuerySelector("[data-step]")!).Length == 0);
        strips.QuerySelector("[data-so-far]").ShouldBeNull();
    }

    [Fact]
    public async Task Until_changes_are_detected_the_runs_so_far_are_counted_on_both_pages()
    {
        await using var host = WebHost.Start();
        var runs = await ScheduledRuns.OnAsync(host);
        await runs.AddAsync(5, factor: 1);

        Words(Strips(await host.PageAsync("/schedules")).QuerySelector("[data-so-far]")!).ShouldBe("5 of 10 runs until changes are detected.");
        Words((await host.PageAsync($"/schedules/{runs.Schedule.Id}")).QuerySelector("[data-so-far]")!)
            .ShouldBe("5 of 10 runs until changes are detected.");

        await runs.AddAsync(5, factor: 1);
        (await host.PageAsync($"/schedules/{runs.Schedule.Id}")).QuerySelector("[data-so-far]").ShouldBeNull();
    }

    [Fact]
    public async Task A_trend_is_paused_resumed_and_run_on_its_page_and_keeps_its_selection()
    {
        await using var host = WebHost.Start();
        var runs = await ScheduledRuns.OnAsync(host);
        await runs.AddAsync(1, factor: 1);
        var address = $"/schedules/{runs.Schedule.Id}?strategy=batch&axis=time";

        using var resumed = await PressAsync("Resume");
        resumed.RequestMessage!.RequestUri!.PathAndQuery.ShouldBe(address);
        var page = await host.PageAsync(address);
        page.QuerySelectorAll("[data-next] time").Length.ShouldBe(3);
        ((IHtmlSelectElement)page.QuerySelector("select[name=axis]")!).Value.ShouldBe("time");
        (await PressAsync("Pause")).Dispose();
        (await host.PageAsync(address)).QuerySelector("[data-next]").ShouldBeNull();

        using var started = await PressAsync("Run");
        var job = started.RequestMessage!.RequestUri!.AbsolutePath;
        job.ShouldStartWith("/jobs/");
        (await host.EndedAsync(job["/jobs/".Length..])).Text("schedule").ShouldBe(runs.Schedule.Name);
        using var unknown = await host.Client.GetAsync($"/schedules/{Guid.NewGuid()}", Ct);
        unknown.StatusCode.ShouldBe(HttpStatusCode.NotFound);

        async Task<HttpResponseMessage> PressAsync(string handler) => await host.SubmitAsync(
            (await host.PageAsync(address)).QuerySelectorAll("form").OfType<IHtmlFormElement>()
                .Single(form => form.GetAttribute("action")!.EndsWith($"handler={handler}", StringComparison.Ordinal)));
    }

    private static IElement Strips(IHtmlDocument page) => page.QuerySelector("[data-strips=nightly]").ShouldNotBeNull();

    private static string Words(IElement element) =>
        string.Join(' ', element.TextContent.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
}
