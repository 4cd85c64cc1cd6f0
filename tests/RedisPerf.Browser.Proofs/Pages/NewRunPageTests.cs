using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

[Collection(BrowserTests.Name)]
public sealed class NewRunPageTests(Stage stage)
{
    [Fact]
    public async Task A_wrong_field_gets_its_sentence_while_one_types()
    {
        await using var page = await stage.OpenAsync();
        await page.GotoAsync("/");

        await page["#options-items"].FillAsync("many");

        await Expect(page["#options-items-error"]).ToContainTextAsync("items must be a whole number from 1 to");
        await Expect(page["#options-items"]).ToHaveAttributeAsync("aria-invalid", "true");

        await page["#options-items"].FillAsync("1000");

        await Expect(page["#options-items-error"]).ToBeHiddenAsync();
        await Expect(page["#forecast"]).ToContainTextAsync("32.8 MB per run");

        await page["#options-payloadBytes"].FillAsync("65536");

        await Expect(page[".option:has(#options-payloadBytes) .option-label"]).ToHaveAttributeAsync("data-size", "64\u00A0KB");
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task Values_stay_when_the_benchmark_changes_and_when_the_page_is_loaded_again()
    {
        await using var page = await stage.OpenAsync();
        await page.GotoAsync("/");
        await page["#options-items"].FillAsync("10k");
        await page[".adjust > summary"].ClickAsync();
        await page["#note"].FillAsync("kept");
        await Expect(page["#forecast"]).ToContainTextAsync("328 MB per run");
        await Expect(page["[data-copied=command]"]).ToContainTextAsync("--items 10000");
        // The estimate without the note can arrive first.
        await page.UntilAtAsync("note=kept");

        await page.Page.ReloadAsync();
        await Expect(page["#options-items"]).ToHaveValueAsync("10k");

        await page["select[name=benchmark]"].SelectOptionAsync("mget");
        await page.UntilAtAsync("benchmark=mget");
        await Expect(page["#note"]).ToHaveValueAsync("kept");
        await page["#note"].FillAsync("changed");

        await page["select[name=benchmark]"].SelectOptionAsync("insert");
        await page.UntilAtAsync("benchmark=insert");
        await Expect(page["#options-items"]).ToHaveValueAsync("10k");
        await Expect(page["#note"]).ToHaveValueAsync("changed");
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_chosen_file_is_stored_in_the_chosen_format_without_leaving_the_form_also_while_a_job_runs()
    {
        var file = new FilePayload { Name = "log.json", MimeType = "application/json", Buffer = "[1] one\n[2] three\n"u8.ToArray() };
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        await page.GotoAsync("/?benchmark=insert&options.payloadBytes=1000&options.batchSize=1&strategies=multi-exec&runs=100&options.items=20000");
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Run", Exact = true }).ClickAsync();
        await Expect(page[".job[data-state=running]"]).ToBeVisibleAsync();
        await page.GotoAsync("/?benchmark=insert");
        await page["#options-items"].FillAsync("1234");
        await page[".adjust > summary"].ClickAsync();

        await page["#payload-file"].SetInputFilesAsync(file);
        await Expect(page["#payload-understood"]).ToContainTextAsync("The JSON is invalid or incomplete in line 1, byte 5.");
        await page["#payload-format"].SelectOptionAsync("text");
        await page["#payload-file"].SetInputFilesAsync(file);

        await Expect(page["#payload-understood"]).ToHaveTextAsync("log.json · 2 values, 7 bytes median, lines of text");
        await Expect(page["#payload option:checked"]).ToHaveTextAsync("log.json · 2 values, 7 bytes median, lines of text");
        await Expect(page["#options-items"]).ToHaveValueAsync("1234");
        await page.UntilAtAsync("payload=");
    }

    [Theory]
    [InlineData(1280, 900)]
    [InlineData(390, 844)]
    [InlineData(2560, 1300)]
    public async Task The_first_screen_has_the_estimate_and_Run_and_no_control_is_wider_than_the_page(int width, int height)
    {
        await using var page = await stage.OpenAsync(width);
        await page.Page.SetViewportSizeAsync(width, height);
        foreach (var address in new[] { "/", "/?benchmark=mget", "/?benchmark=online-users&warmups=2" })
        {
            await page.GotoAsync(address);

            await Expect(page[".go .run"]).ToBeInViewportAsync(new() { Ratio = 1 });
            await Expect(page["#forecast strong"]).ToBeInViewportAsync(new() { Ratio = 1 });
            await Expect(page["#forecast strong"]).ToContainTextAsync(new Regex("^[0-9].* to .*(s|min)"));
            (await page.Page.EvaluateAsync<int>("() => document.documentElement.scrollWidth")).ShouldBeLessThanOrEqualTo(width);
        }

        if (width >= 1280)
        {
            await page.GotoAsync("/");
            foreach (var part in new[] { "select[name=benchmark]", "[data-time-of]", "#strategy-hset", "#target-embedded", "#options-items" })
            {
                await Expect(page[part].First).ToBeInViewportAsync();
            }
        }

        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task Control_and_Enter_start_the_job()
    {
        await using var page = await stage.OpenAsync();
        await page.GotoAsync("/?preset=quick-look");
        await page["#options-items"].FillAsync("300");

        await page["#options-items"].PressAsync("Control+Enter");

        await page.UntilAtAsync("/jobs/[^/]+$");
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task Adjust_opens_at_an_error_in_it()
    {
        await using var page = await stage.OpenAsync();
        await page.GotoAsync("/");
        await Expect(page["#warmups"]).ToBeHiddenAsync();
        await page[".adjust > summary"].ClickAsync();
        await page["#warmups"].FillAsync("99");
        await page[".adjust > summary"].ClickAsync();

        await Expect(page["#warmups-error"]).ToContainTextAsync("warmups must be");
        await Expect(page["#warmups"]).ToBeVisibleAsync();
    }

    [Fact]
    public async Task A_choice_varies_with_two_check_boxes_and_a_preset_sets_it_back()
    {
        await using var page = await stage.OpenAsync();
        await page.GotoAsync("/?benchmark=online-users");

        await page["#options-mode-sequence"].CheckAsync();

        await Expect(page["[data-varies='options.mode']"]).ToHaveTextAsync("varies: 2 values");
        await Expect(page["#forecast"]).ToContainTextAsync("2 values of way to store users");
        await page["[data-preset]"].First.ClickAsync();
        await Expect(page["#options-mode-sequence"]).Not.ToBeCheckedAsync();
        await Expect(page["#options-mode-batches"]).ToBeCheckedAsync();
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task An_estimate_that_arrives_while_Run_is_pressed_does_not_take_the_click_away()
    {
        await using var page = await stage.OpenAsync(width: 390);
        var pressed = new TaskCompletionSource();
        await page.Page.RouteAsync("**/*handler=Estimate*", async route =>
        {
            // As long as the message about a job that exceeds the memory.
            var answer = (await (await route.FetchAsync()).JsonAsync<JsonObject>())!;
            answer["sentence"] = string.Join(' ', Enumerable.Repeat(answer["sentence"], 4));
            await pressed.Task;
            await route.FulfillAsync(new() { Json = answer });
        });
        await page.GotoAsync("/?preset=quick-look");
        var run = page.Page.GetByRole(AriaRole.Button, new() { Name = "Run", Exact = true });
        var asked = page.Page.WaitForResponseAsync("**/*handler=Estimate*");
        await page["#options-items"].FillAsync("300");
        await run.HoverAsync();
        await page.Page.Mouse.DownAsync();

        pressed.SetResult();
        await (await asked).FinishedAsync();
        await page.Page.EvaluateAsync("() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))");
        await page.Page.Mouse.UpAsync();

        await page.UntilAtAsync("/jobs/[^/]+$");
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task Without_script_a_wrong_form_comes_back_with_its_sentences_and_all_that_was_typed()
    {
        await using var page = await stage.OpenAsync(javaScript: false);
        await page.GotoAsync("/");
        await page["#options-items"].FillAsync("many");
        await page[".adjust > summary"].ClickAsync();
        await page["#note"].FillAsync("a note to keep");
        await page["#strategy-lua"].UncheckAsync();

        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Run", Exact = true }).ClickAsync();

        await Expect(page["#options-items-error"]).ToContainTextAsync("items must be a whole number from 1 to");
        await Expect(page["#options-items"]).ToHaveValueAsync("many");
        await Expect(page["#note"]).ToHaveValueAsync("a note to keep");
        await Expect(page["#strategy-lua"]).Not.ToBeCheckedAsync();
        await Expect(page["#strategy-batch"]).ToBeCheckedAsync();
    }

    [Fact]
    public async Task Without_script_a_job_is_started_and_its_page_is_complete()
    {
        await using var page = await stage.OpenAsync(javaScript: false);
        await page.GotoAsync("/?preset=quick-look");
        await Expect(page["#options-items"]).ToHaveValueAsync("1000");
        await page["#options-items"].FillAsync("300");
        await page["#runs"].FillAsync("1");
        await page[".adjust > summary"].ClickAsync();
        await page["#note"].FillAsync("by hand");

        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Run", Exact = true }).ClickAsync();
        await page.UntilAtAsync("/jobs/[^/]+$");

        await Expect(page["[data-summary] tr[data-case]"]).ToHaveCountAsync(8);
        await Expect(page[".job-note"]).ToContainTextAsync("by hand");
        await page.Page.GetByText("Edit and run").ClickAsync();
        await Expect(page["#options-items"]).ToHaveValueAsync("300");
        await Expect(page["#note"]).ToHaveValueAsync("by hand");
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_missing_strategy_is_reported_next_to_the_strategies()
    {
        await using var page = await stage.OpenAsync();
        await page.GotoAsync("/");
        var chosen = page["input[name=strategies]:checked"];
        for (var left = await chosen.CountAsync(); left > 0; left--)
        {
            await chosen.First.ClickAsync();
        }

        await Expect(page["#strategies-error"]).ToHaveTextAsync("Select at least one strategy.");
    }

    [Fact]
    public async Task A_job_that_the_server_cannot_hold_is_refused_with_the_figures()
    {
        await using var page = await stage.OpenAsync();
        await page.GotoAsync("/");

        await page["#options-items"].FillAsync("10000000");

        await Expect(page["#forecast"]).ToHaveAttributeAsync("data-level", "over");
        await Expect(page["#options-items-error"]).ToContainTextAsync("GB free");
    }
}
