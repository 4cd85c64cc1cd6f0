using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using AngleSharp.Dom;
using AngleSharp.Html.Dom;
using RedisPerf.Web.Tests.Schedules;

namespace RedisPerf.Web.Tests.Pages;

/// <summary>The pages of schedules in a browser without scripts.</summary>
public sealed class SchedulesPageTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    [Fact]
    public async Task An_empty_list_explains_schedules()
    {
        await using var host = WebHost.Start();

        var page = await host.PageAsync("/schedules");

        // The first schedule appears here without a reload.
        page.QuerySelector("[data-live=schedules] .empty")!.TextContent.ShouldContain("No schedules yet.");
        page.QuerySelectorAll(".btn-primary").ShouldHaveSingleItem().GetAttribute("href").ShouldBe("/schedules/new");
    }

    [Fact]
    public async Task A_schedule_is_one_line_with_its_times_in_words()
    {
        var name = NewName();
        var address = await _host.AddScheduleAsync(ScheduleCalls.Json(name, "30 2 * * 1-5"));

        var line = Line(await _host.PageAsync("/schedules"), name);

        line.QuerySelector($"a[href='{address["/api".Length..]}']")!.TextContent.ShouldBe(name);
        Words(line).ShouldContain($"insert on {SmallJob.Target} Monday to Friday at 02:30, UTC");
        line.QuerySelector("[data-f=next] time").ShouldNotBeNull();
        line.QuerySelector("[data-f=last]")!.TextContent.Trim().ShouldBe("none yet");
        line.QuerySelector("[data-f=missed]")!.TextContent.Trim().ShouldBe("none");
        var dialog = line.QuerySelector("[popovertarget]")!.GetAttribute("popovertarget");
        line.Closest("[data-live]")!.QuerySelector($"[id='{dialog}'][popover]").ShouldNotBeNull("a new row brings its dialog");
    }

    [Fact]
    public async Task Its_buttons_pause_resume_run_and_delete_it()
    {
        var name = NewName();
        await _host.AddScheduleAsync(ScheduleCalls.Json(name, "0 3 1 1 *"));

        (await PressAsync(name, "Pause")).Dispose();
        Line(await _host.PageAsync("/schedules"), name).QuerySelector("[data-f=next]")!.TextContent.Trim().ShouldBe("paused");
        (await PressAsync(name, "Resume")).Dispose();
        Line(await _host.PageAsync("/schedules"), name).QuerySelector("[data-f=next] time").ShouldNotBeNull();

        string job;
        using (var run = await PressAsync(name, "Run"))
        {
            job = Place(run);
            job.ShouldStartWith("/jobs/");
        }

        var ended = await _host.EndedAsync(job["/jobs/".Length..]);
        ended.Text("schedule").ShouldBe(name);
        ended.Text("requestedBy").ShouldBe("page");
        var last = Line(await _host.PageAsync("/schedules"), name).QuerySelector("[data-f=last]")!;
        last.QuerySelector($"a[href='{job}']").ShouldNotBeNull();
        Words(last).ShouldEndWith("completed", customMessage: "one run has no winner");

        (await PressAsync(name, "Delete")).Dispose();
        (await _host.PageAsync("/schedules")).QuerySelector($"[data-schedule='{name}']").ShouldBeNull();
        (await _host.Client.GetAsync(job, Ct)).StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    [Fact]
    public async Task A_rejected_run_has_an_error_above_the_list()
    {
        var name = NewName();
        await _host.AddScheduleAsync(ScheduleCalls.Json(name, "0 3 1 1 *", SmallJob.EndlessJson));
        string job;
        using (var run = await PressAsync(name, "Run"))
        {
            job = Place(run)["/jobs/".Length..];
        }

        await _host.UntilAsync(job, "running");
        using var again = await PressAsync(name, "Run");
        (await _host.CancelAsync(job)).Dispose();

        again.StatusCode.ShouldBe(HttpStatusCode.Conflict);
        var page = await WebHost.ParseAsync(again);
        page.QuerySelector("[role=alert]")!.TextContent.ShouldBe("The previous job of the schedule was still running.");
        Line(page, name).ShouldNotBeNull();
    }

    [Fact]
    public async Task Creates_a_schedule_with_the_request_of_a_job()
    {
        var job = (await _host.QueueAsync(SmallJob.Json)).Text("id")!;
        await _host.EndedAsync(job);
        var link = (await _host.PageAsync($"/jobs/{job}")).QuerySelector($"a[href='/schedules/new?from={job}']").ShouldNotBeNull();
        var page = await _host.PageAsync(link.GetAttribute("href")!);
        var name = NewName();

        using var answer = await _host.SubmitAsync(Form(page), ("name", name), ("every", "week"), ("at", "04:05"), ("timeZone", "Europe/Berlin"));

        Place(answer).ShouldBe("/schedules", "it redirects to the list");
        var schedule = (await _host.Client.GetArrayAsync("/api/schedules")).Single(each => each!.Text("name") == name)!;
        schedule.Text("cron").ShouldBe("5 4 * * MON");
        schedule.Text("timeZone").ShouldBe("Europe/Berlin");
        var request = schedule["request"]!;
        request["strategies"]!.ToJsonString().ShouldBe("""["multi-exec","batch"]""");
        ((int)request["options"]!["items"]!).ShouldBe(60);
        ((int)request["runs"]!).ShouldBe(2);
        ((long)request["seed"]!).ShouldBe(7);
        request.Text("note").ShouldBe("small");
    }

    [Fact]
    public async Task An_invalid_form_is_shown_with_its_errors_and_input()
    {
        var page = await _host.PageAsync("/schedules/new?benchmark=insert");
        Form(page).QuerySelectorAll("#next li").Length.ShouldBe(3);

        using var answer = await _host.SubmitAsync(
            Form(page), ("name", ""), ("every", "hour"), ("minute", "sixty"), ("timeZone", "Mars"), ("options.items", "many"));

        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        var form = Form(await WebHost.ParseAsync(answer));
        form.QuerySelector("#name-error")!.TextContent.ShouldBe("name is required, for example nightly insert.");
        form.QuerySelector("#cron-error")!.TextContent.ShouldBe("The minute must be a whole number from 0 to 59.");
        form.QuerySelector("#timeZone-error")!.TextContent.ShouldStartWith("timeZone must be the name of a time zone");
        form.QuerySelector("#options-items-error")!.TextContent.ShouldStartWith("items must be a whole number from 1 to");
        form.QuerySelector("input[name=minute]")!.GetAttribute("value").ShouldBe("sixty");
        form.QuerySelector("#timeZone")!.GetAttribute("value").ShouldBe("Mars");
        form.QuerySelector("#options-items")!.GetAttribute("value").ShouldBe("many");
        form.QuerySelectorAll("input[name=every]").OfType<IHtmlInputElement>().Single(radio => radio.IsChecked).Value.ShouldBe("hour");
        form.QuerySelectorAll("#next li").ShouldBeEmpty();
    }

    [Theory]
    [InlineData("cron", "cron", "nightly")]
    [InlineData("hour", "minute", "sixty")]
    [InlineData("day", "at", "noon")]
    public async Task An_invalid_recurrence_is_marked_in_its_field(string every, string field, string value)
    {
        using var answer =
            await _host.SubmitAsync(Form(await _host.PageAsync("/schedules/new?benchmark=insert")), ("name", "x"), ("every", every), (field, value));

        Form(await WebHost.ParseAsync(answer)).QuerySelectorAll("[aria-invalid]").ShouldHaveSingleItem().GetAttribute("name").ShouldBe(field);
    }

    [Fact]
    public async Task The_form_names_a_target_that_was_deleted()
    {
        var job = await new StoredJob { Targets = ["deleted"], Cases = [("batch", null, [1.0])] }.AddAsync(_host.Folder, Ct);

        var page = await _host.PageAsync($"/schedules/new?from={job}");

        var selected =
            Form(page).QuerySelectorAll("input[name=targets]").OfType<IHtmlInputElement>().Where(target => target.IsChecked).ShouldHaveSingleItem();
        selected.Value.ShouldBe("deleted");
        Words(selected.ParentElement!).ShouldBe("deleted This target no longer exists. Deselect it, or add it again under Targets.");
    }

    [Fact]
    public async Task The_form_shows_a_schedule_and_saves_the_changes()
    {
        var name = NewName();
        var address = await _host.AddScheduleAsync(ScheduleCalls.Json(name, "*/15 1 * * *", SmallJob.Json));
        var page = await _host.PageAsync($"{address["/api".Length..]}/edit");
        var form = Form(page);
        form.QuerySelector("#name")!.GetAttribute("value").ShouldBe(name);
        form.QuerySelector("input[name=cron]")!.GetAttribute("value").ShouldBe("*/15 1 * * *");
        form.QuerySelector("#timeZone")!.GetAttribute("data-open").ShouldBe("false", "the browser does not choose its own zone instead");
        form.QuerySelectorAll("input[name=every]").OfType<IHtmlInputElement>().Single(radio => radio.IsChecked).Value.ShouldBe("cron");

        (await _host.SubmitAsync(form, ("name", $"{name} b"), ("options.items", "90"))).Dispose();

        var schedule = await _host.GetAsync(address);
        schedule.Text("name").ShouldBe($"{name} b");
        schedule.Text("cron").ShouldBe("*/15 1 * * *");
        ((int)schedule["request"]!["options"]!["items"]!).ShouldBe(90);
        (await _host.Client.GetAsync("/schedules/00000000-0000-0000-0000-000000000000/edit", Ct)).StatusCode.ShouldBe(HttpStatusCode.NotFound);
    }

    [Fact]
    public async Task The_preview_has_the_next_times_the_estimate_and_the_errors()
    {
        var right = (await _host.Client.GetFromJsonAsync<JsonObject>(
            "/schedules/new?handler=Preview&benchmark=insert&every=day&at=02:30"
                + "&timeZone=Europe/Berlin&strategies=batch&targets=embedded&options.items=60", Ct))!;
        var wrong = (await _host.Client.GetFromJsonAsync<JsonObject>(
            "/schedules/new?handler=Preview&benchmark=insert&every=cron&cron=nightly"
                + "&timeZone=Mars&strategies=batch&targets=embedded&options.items=many", Ct))!;

        right.Text("words").ShouldBe("every day at 02:30");
        right["times"]!.AsArray().Count.ShouldBe(3);
        right["times"]![0]!.Text("local").ShouldNotBeNull().ShouldContain(" 02:30 +0");
        right.Text("sentence").ShouldNotBeNull().ShouldContain("per run");
        right["errors"]!.AsArray().ShouldBeEmpty();
        wrong["times"]!.AsArray().ShouldBeEmpty();
        wrong["errors"]!.AsArray().Select(error => error!.Text("field")).ShouldBe(["cron", "timeZone", "options.items"]);
    }

    private static string NewName() => $"schedule {Guid.NewGuid():N}";

    // The address after the redirect.
    private static string Place(HttpResponseMessage response) => response.RequestMessage!.RequestUri!.AbsolutePath;

    private static string Words(IElement element) =>
        string.Join(' ', element.TextContent.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    private static IElement Line(IHtmlDocument page, string name) => page.QuerySelector($"[data-schedule='{name}']").ShouldNotBeNull();

    private static IHtmlFormElement Form(IHtmlDocument page) =>
        page.QuerySelector("#schedule").ShouldBeAssignableTo<IHtmlFormElement>().ShouldNotBeNull();

    private async Task<HttpResponseMessage> PressAsync(string name, string handler)
    {
        var page = await _host.PageAsync("/schedules");
        var id = Line(page, name).QuerySelector("input[name=id]")!.GetAttribute("value");
        var form = page.QuerySelectorAll($"form[action$='handler={handler}']").OfType<IHtmlFormElement>()
            .Single(each => each.QuerySelector("input[name=id]")!.GetAttribute("value") == id);
        return await _host.SubmitAsync(form);
    }
}
