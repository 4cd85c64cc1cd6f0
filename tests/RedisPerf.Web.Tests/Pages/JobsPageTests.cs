using System.Net;
using System.Text.Json;
using AngleSharp.Html.Dom;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Tests.Pages;

/// <summary>The list of jobs and its actions. The jobs are imported into the ledger.</summary>
public sealed class JobsPageTests(JobsPageTests.Years years) : IClassFixture<JobsPageTests.Years>
{
    private readonly WebHost _host = years.Host;

    [Fact]
    public async Task Each_filter_is_in_the_address_and_chosen_in_the_form()
    {
        var page =
            await _host.PageAsync("/jobs?benchmark=insert&target=staging&state=completed&schedule=nightly%20%26%20more&search=KERNEL&starred=true");

        Rows(page).ShouldBe([years.Marked]);
        Choice(page, "benchmark").ShouldBe("insert");
        Choice(page, "target").ShouldBe("staging");
        Choice(page, "state").ShouldBe("completed");
        Choice(page, "schedule").ShouldBe("nightly & more");
        ((IHtmlInputElement)page.QuerySelector("input[name=search]")!).Value.ShouldBe("KERNEL");
        ((IHtmlInputElement)page.QuerySelector("form.filters input[name=starred]")!).IsChecked.ShouldBeTrue();
    }

    [Fact]
    public async Task A_word_that_fits_nothing_shows_an_empty_list_with_a_way_back()
    {
        var page = await _host.PageAsync("/jobs?target=nosuch&schedule=nosuch");

        page.QuerySelector(".empty")!.TextContent.ShouldContain("No jobs match the filters.");
        page.QuerySelector(".empty a")!.GetAttribute("href").ShouldBe("/jobs");
        Choice(page, "target").ShouldBe("nosuch", "the page shows the active filter");
    }

    [Theory]
    [InlineData("/jobs?state=nosuch&starred=perhaps&before=x&benchmark=")]
    [InlineData("/jobs")]
    public async Task An_address_with_slips_in_it_shows_all(string address) =>
        Rows(await _host.PageAsync(address)).Count.ShouldBe(50);

    [Fact]
    public async Task Older_and_newest_keep_every_filter()
    {
        var first = await _host.PageAsync("/jobs?target=embedded&search=build&state=completed");
        var older = first.QuerySelectorAll(".paging a").ShouldHaveSingleItem();
        older.TextContent.ShouldBe("Older");

        var second = await _host.PageAsync(older.GetAttribute("href")!);

        Rows(first).Concat(Rows(second)).ShouldBe(years.Plain);
        var newest = second.QuerySelectorAll(".paging a").ShouldHaveSingleItem();
        newest.TextContent.ShouldBe("Newest");
        newest.GetAttribute("href").ShouldBe("/jobs?target=embedded&state=completed&search=build");
    }

    [Fact]
    public async Task A_star_is_set_and_taken_away_and_leads_back_to_its_row_under_the_same_filters()
    {
        var id = years.Plain[0];
        var address = "/jobs?search=build&starred=true";
        Rows(await _host.PageAsync(address)).ShouldBeEmpty();
        var page = await _host.PageAsync("/jobs?search=build");

        using var answer = await StarAsync(page, "star", id);

        answer.StatusCode.ShouldBe(HttpStatusCode.OK);
        answer.RequestMessage!.RequestUri!.PathAndQuery.ShouldBe("/jobs?search=build");
        answer.RequestMessage.RequestUri.Fragment.ShouldBe($"#job-{id}");
        var starred = await _host.PageAsync(address);
        Rows(starred).ShouldBe([id]);
        starred.QuerySelector($"#job-{id} .star")!.GetAttribute("aria-pressed").ShouldBe("true");
        ((bool)(await _host.GetAsync($"/api/jobs/{id}"))["starred"]!).ShouldBeTrue();

        (await StarAsync(starred, "unstar", id)).Dispose();
        Rows(await _host.PageAsync(address)).ShouldBeEmpty();
    }

    [Fact]
    public async Task The_star_of_no_job_is_not_found_and_none_changes_without_its_token()
    {
        var page = await _host.PageAsync("/jobs");

        (await StarAsync(page, "star", Guid.NewGuid().ToString())).StatusCode.ShouldBe(HttpStatusCode.NotFound);
        using var forged = await _host.Client.PostAsync("/jobs?handler=Star", new FormUrlEncodedContent([new("star", years.Plain[1])]), Ct);
        forged.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        ((bool)(await _host.GetAsync($"/api/jobs/{years.Plain[1]}"))["starred"]!).ShouldBeFalse();
    }

    [Fact]
    public async Task Two_ticked_jobs_are_compared_the_older_as_the_base()
    {
        var (older, newer) = (years.Plain[3], years.Plain[2]);

        using var answer = await PostTickedAsync("/jobs", "Compare", newer, older);

        answer.RequestMessage!.RequestUri!.PathAndQuery.ShouldBe($"/compare?base={older}&with={newer}");
        using var three = await PostTickedAsync("/jobs", "Compare", newer, years.Plain[0], older);
        three.RequestMessage!.RequestUri!.PathAndQuery.ShouldBe($"/compare?base={older}&with={newer}&with={years.Plain[0]}");
    }

    [Theory]
    [InlineData("Compare", 0, "Tick 2 to 10 jobs to compare them.")]
    [InlineData("Compare", 1, "Tick 2 to 10 jobs to compare them.")]
    [InlineData("Compare", 11, "Tick 2 to 10 jobs to compare them.")]
    [InlineData("Delete", 0, "Tick the jobs to delete.")]
    public async Task Another_number_of_ticks_is_answered_with_a_sentence_over_the_same_list(string handler, int ticks, string sentence)
    {
        using var answer = await PostTickedAsync("/jobs?search=build", handler, [.. years.Plain.Take(ticks)]);

        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        var page = await WebHost.ParseAsync(answer);
        page.QuerySelector("[role=alert]")!.TextContent.ShouldBe(sentence);
        Rows(page).ShouldBe(years.Plain.Take(50));
        page.QuerySelectorAll("[data-row] input[checked]").Select(box => box.GetAttribute("value")).ShouldBe(years.Plain.Take(ticks));
    }

    [Fact]
    public async Task Ticked_jobs_are_deleted_together_or_not_at_all()
    {
        var (first, second) = (
            await years.AddAsync(300, "deleted", null, "to delete", 1), await years.AddAsync(301, "deleted", null, "to delete", 1));
        var baselines = _host.Services.GetRequiredService<BaselineLedger>();
        await baselines.PinAsync(Guid.Parse(second), DateTimeOffset.UtcNow, Ct);

        using var refused = await PostTickedAsync("/jobs?target=deleted", "Delete", first, second);

        refused.StatusCode.ShouldBe(HttpStatusCode.Conflict);
        var page = await WebHost.ParseAsync(refused);
        var number = (long)(await _host.GetAsync($"/api/jobs/{second}"))["number"]!;
        page.QuerySelector("[role=alert]")!.TextContent.ShouldBe($"No job was deleted. #{number} is a baseline; unpin it on its page first.");
        Rows(page).ShouldBe([second, first]);
        page.QuerySelectorAll("[data-row] input[checked]").Length.ShouldBe(2);

        await baselines.UnpinAsync(Guid.Parse(second), Ct);
        using var deleted = await PostTickedAsync("/jobs?target=deleted", "Delete", first, second);
        deleted.RequestMessage!.RequestUri!.PathAndQuery.ShouldBe("/jobs?target=deleted");
        Rows(await _host.PageAsync("/jobs?target=deleted")).ShouldBeEmpty();
        using var forged = await _host.Client.PostAsync("/jobs?handler=Delete", new FormUrlEncodedContent([new("job", years.Plain[1])]), Ct);
        forged.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await _host.GetAsync($"/api/jobs/{years.Plain[1]}")).Text("state").ShouldBe("completed");
    }

    [Fact]
    public async Task A_job_is_listed_with_its_number_and_title_and_counted()
    {
        var page = await _host.PageAsync("/jobs?search=kernel");

        var job = await _host.GetAsync($"/api/jobs/{years.Marked}");
        var number = (long)job["number"]!;
        page.QuerySelector("[data-open]")!.TextContent.Replace('\u00A0', ' ').ShouldBe($"#{number} insert · 60 × 32 KB");
        page.QuerySelector("[data-counts] strong")!.TextContent.ShouldBe("1 job matches");
        page.QuerySelector("[data-counts] a")!.GetAttribute("href").ShouldBe("/jobs?search=kernel&state=completed");
        using var byNumber = await _host.Client.GetAsync($"/jobs/{number}?open=runs", Ct);
        byNumber.RequestMessage!.RequestUri!.PathAndQuery.ShouldBe($"/jobs/{years.Marked}?open=runs");
        (await _host.Client.GetAsync("/jobs/999999", Ct)).StatusCode.ShouldBe(HttpStatusCode.NotFound);
        Rows(await _host.PageAsync($"/jobs?search=%23{number}")).ShouldBe([years.Marked]);
    }

    [Fact]
    public async Task A_row_shows_the_medians_before_it_as_a_line_with_words()
    {
        var page = await _host.PageAsync("/jobs?search=build");

        var spark = page.QuerySelector($"#job-{years.Plain[0]} .spark")!;

        spark.QuerySelector("polyline")!.GetAttribute("points")!.Split(' ').Length.ShouldBe(20);
        spark.GetAttribute("aria-label").ShouldBe("The last 20 comparable jobs: 1.00 s to 1.19 s, this job 1.19 s, previous job 1.18 s.");
        page.QuerySelectorAll("[style]").ShouldBeEmpty();
    }

    [Fact]
    public async Task A_job_page_stars_its_job_and_changes_its_note()
    {
        var id = years.Changed;

        using var noted = await PostAsync($"/jobs/{id}", "Note", ("note", "  Another one "));
        using var starred = await PostAsync($"/jobs/{id}", "Star", ("starred", "true"));

        noted.RequestMessage!.RequestUri!.ToString().ShouldEndWith($"/jobs/{id}#note");
        var job = await _host.GetAsync($"/api/jobs/{id}");
        job.Text("note").ShouldBe("Another one");
        ((bool)job["starred"]!).ShouldBeTrue();
        var page = await _host.PageAsync($"/jobs/{id}");
        page.QuerySelector("#note p")!.TextContent.ShouldBe("Note: Another one");
        page.QuerySelector(".strip .star")!.GetAttribute("aria-pressed").ShouldBe("true");

        (await PostAsync($"/jobs/{id}", "Note", ("note", " "))).Dispose();
        (await _host.GetAsync($"/api/jobs/{id}"))["note"].ShouldBeNull();
        (await PostAsync($"/jobs/{id}", "Star", ("starred", "false"))).Dispose();
        ((bool)(await _host.GetAsync($"/api/jobs/{id}"))["starred"]!).ShouldBeFalse();
    }

    [Fact]
    public async Task A_note_that_is_too_long_is_refused_with_a_sentence()
    {
        var id = years.Plain[6];

        using var answer = await PostAsync($"/jobs/{id}", "Note", ("note", new string('x', 501)));

        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await answer.Content.ReadAsStringAsync(Ct)).ShouldContain("A note has at most 500 characters; this one has 501.");
        (await _host.GetAsync($"/api/jobs/{id}")).Text("note")!.ShouldStartWith("Build");
    }

    [Fact]
    public async Task A_job_is_deleted_only_after_a_confirmation_without_a_script()
    {
        var page = await _host.PageAsync($"/jobs/{years.Plain[7]}");

        var dialog = page.QuerySelector("form[action$='handler=Delete']")!.ParentElement!;

        dialog.HasAttribute("popover").ShouldBeTrue("the dialog is closed until its button opens it");
        page.QuerySelector($"button[popovertarget={dialog.Id}]")!.GetAttribute("type").ShouldBe("button");
    }

    private static List<string> Rows(IHtmlDocument page) => [.. page.QuerySelectorAll("[data-row]").Select(row => row.Id!["job-".Length..])];

    private static string? Choice(IHtmlDocument page, string name) => ((IHtmlSelectElement)page.QuerySelector($"select[name={name}]")!).Value;

    private Task<HttpResponseMessage> StarAsync(IHtmlDocument page, string word, string id) =>
        _host.SubmitAsync((IHtmlFormElement)page.QuerySelector("form#star")!, (word, id));

    private async Task<HttpResponseMessage> PostAsync(string address, string handler, (string Name, string Value) field) =>
        await _host.SubmitAsync((IHtmlFormElement)(await _host.PageAsync(address)).QuerySelector($"form[action$='handler={handler}']")!, field);

    private async Task<HttpResponseMessage> PostTickedAsync(string address, string handler, params string[] jobs)
    {
        var page = await _host.PageAsync(address);
        var action = handler == "Compare"
            ? page.QuerySelector("form#ticked")!.GetAttribute("action")
            : page.QuerySelector("button[form=ticked][formaction]")!.GetAttribute("formaction");
        return await _host.Client.PostAsync(
            action, new FormUrlEncodedContent([new("__RequestVerificationToken", Token((IHtmlFormElement)page.QuerySelector("form#ticked")!)),
                .. jobs.Select(job => KeyValuePair.Create("job", job))]), Ct);
    }

    private static string Token(IHtmlFormElement form) => ((IHtmlInputElement)form.QuerySelector("input[name=__RequestVerificationToken]")!).Value;

    /// <summary>60 plain jobs, each slightly slower than the previous one, and one job that matches every filter.</summary>
    public sealed class Years : IAsyncLifetime
    {
        public WebHost Host { get; } = WebHost.Start();

        /// <summary>Newest first.</summary>
        public List<string> Plain { get; } = [];

        public string Marked { get; private set; } = "";

        /// <summary>A job that a test may change.</summary>
        public string Changed { get; private set; } = "";

        public async ValueTask InitializeAsync()
        {
            for (var number = 0; number < 60; number++)
            {
                Plain.Insert(0, await AddAsync(number, "embedded", null, $"Build {number}", 1 + (0.01 * Math.Max(number - 40, 0))));
            }

            Marked = await AddAsync(100, "staging", "nightly & more", "After the kernel", 1);
            Changed = await AddAsync(200, "local", null, "To be changed", 1);
            await Host.Services.GetRequiredService<JobHistory>().StarAsync(Guid.Parse(Marked), starred: true, Ct);
        }

        public ValueTask DisposeAsync() => Host.DisposeAsync();

        public async Task<string> AddAsync(int minute, string target, string? schedule, string note, double seconds)
        {
            var ledger = Host.Services.GetRequiredService<JobLedger>();
            var now = new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero).AddMinutes(minute);
            var request = new JobRequest
            {
                Benchmark = "insert",
                Strategies = ["batch"],
                Options = new Dictionary<string, JsonElement> { ["items"] = JsonSerializer.SerializeToElement(60) },
                Targets = [target],
                Runs = 1,
                Warmups = 0,
                Seed = 1,
            };
            var job = Job.Create(request, RequestedBy.Page, now, note) with { Schedule = schedule };
            await ledger.EnqueueAsync(job, int.MaxValue, Ct);
            var started = (await ledger.StartAsync(job.Id, SmallJob.OtherNode, () => now, [], Ct)).ShouldNotBeNull();
            await ledger.RecordAsync(job.Id, started.Lease, new JobEvent.RunEnded(
                new("batch", Coordinates.Of(target)),
                new() { Round = 0, Warmup = false, State = RunState.Ok, Verified = true, Seconds = seconds }), now, Ct);
            await ledger.RecordAsync(job.Id, started.Lease, new JobEvent.Ended(JobState.Completed, null), now, Ct);
            return job.Id.ToString();
        }
    }
}
