using System.Net.Http.Json;
using System.Text.Json;
using System.Text.RegularExpressions;
using RedisPerf.Web.Tests;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>The list of jobs with the keyboard and the mouse, on a program that has only the jobs of these tests.</summary>
[Collection(BrowserTests.Name)]
public sealed class JobsPageTests(Stage stage) : IAsyncLifetime
{
    private const string Job = """
        { "benchmark": "insert", "strategies": ["batch"], "targets": ["embedded"], "runs": 1, "warmups": 0, "note": "History",
          "options": { "items": 60, "payloadBytes": 500, "keys": 3 } }
        """;

    private readonly RunningApp _app = new();
    private readonly List<string> _ids = [];

    public async ValueTask InitializeAsync()
    {
        for (var number = 0; number < 3; number++)
        {
            _ids.Insert(0, $"{await new StoredJob { Cases = [("batch", null, [0.5])] }.AddAsync(_app.Folder, Ct)}");
        }
    }

    public ValueTask DisposeAsync() => _app.DisposeAsync();

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_list_follows_the_events_of_another_process_as_behind_a_load_balancer(bool isOlder)
    {
        await using var newer = new RunningApp();
        var (shown, other) = isOlder ? (_app, newer) : (newer, _app);
        await using var page = await stage.OpenAsync(app: shown);
        await page.RemoveSharedWorkerAsync();
        await page.Page.RouteAsync("**/jobs/events", route => route.ContinueAsync(new() { Url = $"{other.Address}/jobs/events" }));
        var loads = 0;
        page.Page.Request += (_, request) => loads += request.ResourceType == "fetch" ? 1 : 0;
        await page.GotoAsync("/jobs");

        var added = await new StoredJob { Cases = [("batch", null, [0.5])] }.AddAsync(shown.Folder, Ct);
        await other.CompletedAsync(await other.QueueAsync(Job));

        await Expect(page[$"#job-{added}"]).ToBeVisibleAsync();
        loads.ShouldBeLessThan(12, "one for each event at most");
        // The page of a program without jobs gets its first one without a reload, too.
        await page[$"#job-{added} .star"].ClickAsync();
        await page.UntilAtAsync($"#job-{added}$");
        page.Complaints.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(1280)]
    [InlineData(390)]
    public async Task A_tie_of_four_strategies_and_two_targets_fit_the_window(int width)
    {
        string[] strategies = ["hmget", "mget", "mget-chunked", "pipelined-get"];
        var id = await new StoredJob
        {
            Benchmark = "mget",
            Targets = ["mine", "embedded"],
            Cases = [.. strategies.Index().Select(strategy =>
                (strategy.Item, (long?)10_000, Enumerable.Range(0, 6).Select(run => 1 + (0.01 * ((run + strategy.Index) % 3))).ToArray()))],
        }.AddAsync(_app.Folder, Ct);
        await using var page = await stage.OpenAsync(width, app: _app);

        await page.GotoAsync("/jobs");

        await Expect(page[$"#job-{id} .of-leader"]).ToContainTextAsync("same: hmget, mget, mget-chunked, pipelined-get");
        (await page[".scroll"].EvaluateAsync<int>("table => table.scrollWidth - table.clientWidth")).ShouldBe(0);
        (await page.OverflowAsync()).ShouldBe(0);
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task J_and_k_walk_the_rows_and_enter_opens_the_job()
    {
        await using var page = await stage.OpenAsync(app: _app);
        await page.GotoAsync("/jobs");

        await PressAsync(page, "j", 0);
        await PressAsync(page, "j", 1);
        await PressAsync(page, "j", 2);
        await PressAsync(page, "j", 2);
        await PressAsync(page, "k", 1);
        await page.Page.Keyboard.PressAsync("Enter");

        await page.UntilAtAsync($"/jobs/{_ids[1]}$");
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_expected_start_of_a_queued_job_follows_the_progress_of_the_running_job()
    {
        const string Long = """
            { "benchmark": "insert", "strategies": ["batch"], "targets": ["embedded"], "runs": 100,
              "options": { "items": 20000, "payloadBytes": 1000, "batchSize": 1 } }
            """;
        using var client = _app.Connect();
        // The estimate of the running job is from an earlier job.
        await _app.CompletedAsync(await _app.QueueAsync(Job));
        using var running = await client.PostAsync("/api/jobs", new StringContent(Long, null, "application/json"), Ct);
        using var queued = await client.PostAsync("/api/jobs", new StringContent(Job, null, "application/json"), Ct);
        var id = (await queued.Content.ReadFromJsonAsync<JsonElement>(Ct)).GetProperty("id").GetString();
        await using var page = await stage.OpenAsync(app: _app);

        await page.GotoAsync("/jobs");
        var start = page[$"#job-{id} time[data-after-running]"];
        await Expect(start).ToHaveTextAsync(new Regex("^(in |tomorrow|today|just now)"));
        var first = await start.GetAttributeAsync("datetime");

        await Expect(start).Not.ToHaveAttributeAsync("datetime", first!);
        (await start.GetAttributeAsync("datetime"))!.ShouldEndWith("Z");
        await client.PostAsync(
            $"/api/jobs/{(await running.Content.ReadFromJsonAsync<JsonElement>(Ct)).GetProperty("id").GetString()}/cancel", null, Ct);
        await Expect(page[$"#job-{id} .state"]).ToHaveTextAsync("completed");
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task Text_in_the_search_field_filters_the_jobs_and_triggers_no_keyboard_navigation()
    {
        await using var page = await stage.OpenAsync(app: _app);
        await page.GotoAsync("/jobs");

        await page["input[name=search]"].PressSequentiallyAsync("jk");
        await Expect(page["input[name=search]"]).ToBeFocusedAsync();
        await page["input[name=search]"].PressAsync("Enter");

        await Expect(page[".empty"]).ToContainTextAsync("No jobs match the filters.");
        (await page.OverflowAsync()).ShouldBe(0);
    }

    [Theory]
    [InlineData(390, true)]
    [InlineData(1280, false)]
    public async Task A_star_stays_and_is_found_with_and_without_script(int width, bool javaScript)
    {
        await using var page = await stage.OpenAsync(width, javaScript, _app);
        await page.GotoAsync("/jobs?benchmark=insert");
        var star = page[$"#job-{_ids[2]} .star"];
        await Expect(star).ToHaveAttributeAsync("aria-pressed", "false");

        await star.ClickAsync();

        await Expect(star).ToHaveAttributeAsync("aria-pressed", "true");
        page.Page.Url.ShouldEndWith($"/jobs?benchmark=insert#job-{_ids[2]}");
        (await page.OverflowAsync()).ShouldBe(0);
        await page.GotoAsync("/jobs?starred=true");
        await Expect(page["[data-row]"]).ToHaveCountAsync(1);
        await star.ClickAsync();
        await Expect(page[".empty"]).ToBeVisibleAsync();
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task Ticks_offer_a_comparison_and_a_deletion_at_once()
    {
        await using var page = await stage.OpenAsync(app: _app);
        await page.GotoAsync("/jobs");
        var (compare, delete) = (page["[data-compare]"], page["[data-delete]"]);
        await Expect(compare).ToBeDisabledAsync();
        await Expect(delete).ToBeDisabledAsync();
        await Expect(page["[data-ticked]"]).ToHaveTextAsync("Tick jobs to compare or delete them");

        await page[$"#job-{_ids[0]} input[type=checkbox]"].CheckAsync();
        await Expect(compare).ToBeDisabledAsync();
        await Expect(delete).ToBeEnabledAsync();
        await page[$"#job-{_ids[1]} input[type=checkbox]"].CheckAsync();
        await Expect(page["[data-ticked]"]).ToHaveTextAsync("2 jobs ticked");
        await Expect(compare).ToBeEnabledAsync();

        await delete.ClickAsync();
        await Expect(page["#delete-ticked h2"]).ToHaveTextAsync("Delete 2 jobs?");
        await page["#delete-ticked [popovertargetaction=hide]"].ClickAsync();
        await compare.ClickAsync();
        await page.UntilAtAsync($"/compare\\?base={_ids[1]}&with={_ids[0]}$");
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_list_follows_a_new_job_and_keeps_ticks_and_focus()
    {
        await using var page = await stage.OpenAsync(app: _app);
        await page.GotoAsync("/jobs");
        var rows = await page["[data-row]"].CountAsync();
        await page[$"#job-{_ids[0]} input[type=checkbox]"].CheckAsync();

        using var client = _app.Connect();
        using var answer = await client.PostAsync("/api/jobs", new StringContent(Job, null, "application/json"), Ct);
        var id = (await answer.Content.ReadFromJsonAsync<JsonElement>(Ct)).GetProperty("id").GetString();

        await Expect(page["[data-row]"]).ToHaveCountAsync(rows + 1);
        await Expect(page[$"#job-{id} .state"]).ToHaveTextAsync("completed");
        await Expect(page[$"#job-{_ids[0]} input[type=checkbox]"]).ToBeCheckedAsync();
        await Expect(page[$"#job-{_ids[0]} input[type=checkbox]"]).ToBeFocusedAsync();
        await Expect(page["[data-ticked]"]).ToHaveTextAsync("1 job ticked");
        page.Complaints.ShouldBeEmpty();
        (await client.DeleteAsync($"/api/jobs/{id}", Ct)).EnsureSuccessStatusCode();
    }

    [Fact]
    public async Task A_job_is_deleted_in_two_steps_without_script()
    {
        await using var page = await stage.OpenAsync(javaScript: false, app: _app);
        await page.GotoAsync($"/jobs/{_ids[2]}");
        await Expect(page["#delete"]).ToBeHiddenAsync();

        await page["[popovertarget=delete]:not([popovertargetaction])"].ClickAsync();
        await Expect(page["#delete"]).ToBeVisibleAsync();
        await page["#delete [popovertargetaction=hide]"].ClickAsync();
        await Expect(page["#delete"]).ToBeHiddenAsync();
        await page["[popovertarget=delete]:not([popovertargetaction])"].ClickAsync();
        await page["#delete button[type=submit]"].ClickAsync();

        await page.UntilAtAsync("/jobs$");
        await Expect(page["[data-row]"]).ToHaveCountAsync(2);
    }

    private async Task PressAsync(WatchedPage page, string key, int row)
    {
        await page.Page.Keyboard.PressAsync(key);
        await Expect(page[$"#job-{_ids[row]} [data-open]"]).ToBeFocusedAsync();
    }
}
