using System.Net.Http.Json;
using System.Text.Json;
using Microsoft.Playwright;

namespace RedisPerf.Browser.Proofs.Pictures;

/// <summary>Pictures of every page in its states, at three widths and in two themes, and on paper.
/// <c>docs/screenshots.sh</c> starts it.</summary>
[Collection(BrowserTests.Name)]
public sealed class PagePictures(Stage stage, ITestOutputHelper output)
{
    private static readonly (int Width, ColorScheme Theme)[] Looks =
        [(390, ColorScheme.Light), (390, ColorScheme.Dark), (1280, ColorScheme.Light), (1280, ColorScheme.Dark), (2560, ColorScheme.Light),
            (2560, ColorScheme.Dark)];

    /// <summary>The pages by the name of their picture; a name in braces is the id of a sample.</summary>
    private static readonly (string Name, string Address)[] Pages =
    [
        ("new-run", "/"), ("new-run-mget", "/?benchmark=mget&preset=as-in-the-article"), ("new-run-errors", "/?runs=0&options.items=x"),
        ("jobs", "/jobs"), ("jobs-filtered", "/jobs?state=failed"), ("jobs-none", "/jobs?search=nothing"),
        ("job-decided", "/jobs/{decided}"), ("job-all-columns", "/jobs/{decided}?columns=all&open=runs"), ("job-tie", "/jobs/{tie}"),
        ("job-noisy", "/jobs/{noisy}"), ("job-one-round", "/jobs/{one-round}"),
        ("job-failed", "/jobs/{failed}"), ("job-nothing", "/jobs/{nothing}"), ("job-cancelled", "/jobs/{cancelled}"),
        ("job-interrupted", "/jobs/{interrupted}"),
        ("job-swept", "/jobs/{swept}"), ("job-targets", "/jobs/{targets}"), ("matrix", "/jobs/{targets}/matrix"),
        ("job-real", "/jobs/{real}"), ("job-running", "/jobs/{running}"), ("job-queued", "/jobs/{queued}"),
        ("compare-empty", "/compare"), ("compare", "/compare?base={earlier}&with={baseline}"),
        ("compare-swept", "/compare?base={swept}&with={swept-later}"), ("compare-several", "/compare?base={earlier}&with={baseline}&with={decided}"),
        ("schedules", "/schedules"), ("schedule-new", "/schedules/new"), ("trend", "/schedules/{trend}"),
        ("trend-of-a-sweep", "/schedules/{trend-of-a-sweep}"), ("trend-empty", "/schedules/{trend-empty}"),
        ("alerts", "/alerts"), ("targets", "/targets"), ("nodes", "/nodes"), ("articles", "/articles"), ("docs", "/docs/method.md"),
        ("source", "/source/insert/batch"), ("not-found", "/jobs/00000000-0000-0000-0000-000000000000"),
    ];

    private static readonly string[] OnPaper = ["job-decided", "job-swept", "job-targets", "compare", "articles", "trend"];

    /// <summary>The width at which Chromium lays out A4 without margins, in pixels.</summary>
    private const int PaperWidth = 937;

    [Fact(Explicit = true, Timeout = 3_600_000)]
    public async Task Every_page()
    {
        var folder = Environment.GetEnvironmentVariable("REDISPERF_PICTURES")
            ?? throw new InvalidOperationException("REDISPERF_PICTURES is the folder of the pictures.");
        var names = (Environment.GetEnvironmentVariable("REDISPERF_PICTURED") ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries);
        await using var app = new RunningApp(("RedisPerf:AllowTargetEditing", "true"));
        var sample = new SampleLedger(app, Ct);
        await sample.FillAsync();
        await AddLiveJobsAsync(app, sample.Ids);
        var wrong = new List<string>();
        foreach (var (width, theme) in Looks)
        {
            await using var page = await stage.OpenAsync(width, app: app, scheme: theme);
            await page.Page.EmulateMediaAsync(new() { ReducedMotion = ReducedMotion.Reduce });
            foreach (var (name, pattern) in Pages.Where(each => names.Length == 0 || names.Contains(each.Name)))
            {
                await page.GotoAsync(Fill(pattern, sample.Ids));
                await TakeAsync(page, Path.Combine(folder, $"{name}-{width}-{theme.ToString().ToLowerInvariant()}.png"));
                if (await page.OverflowAsync() is > 0 and var overflow)
                {
                    wrong.Add($"{name} is {overflow} pixels wider than {width}");
                }

                if (OnPaper.Contains(name) && (width, theme) == (1280, ColorScheme.Dark))
                {
                    await page.Page.PdfAsync(new() { Path = Path.Combine(folder, $"{name}.pdf"), Format = "A4", PreferCSSPageSize = true });
                    await TakeOnPaperAsync(page, Path.Combine(folder, $"{name}-paper.png"));
                }
            }

            foreach (var name in new[] { "decided", "swept", "targets", "noisy" }
                .Where(each => names.Length == 0 || names.Contains($"report-{each}")))
            {
                using var client = app.Connect();
                // A page of the program forbids the inline style of a report.
                await page.GotoAsync("about:blank");
                await page.Page.SetContentAsync(await client.GetStringAsync($"/api/jobs/{sample.Ids[name]}/report.html", Ct));
                await TakeAsync(page, Path.Combine(folder, $"report-{name}-{width}-{theme.ToString().ToLowerInvariant()}.png"));
                if (await page.OverflowAsync() is > 0 and var overflow)
                {
                    wrong.Add($"report of {name} is {overflow} pixels wider than {width}");
                }
            }

            output.WriteLine($"{width} {theme}: done");
        }

        wrong.ShouldBeEmpty();
    }

    private static async Task TakeAsync(WatchedPage page, string path)
    {
        // Charts are drawn after the load.
        await Task.Delay(400, Ct);
        await page.Page.ScreenshotAsync(new() { Path = path, FullPage = true });
    }

    // The same as the PDF, without the breaks between its sheets.
    private static async Task TakeOnPaperAsync(WatchedPage page, string path)
    {
        await page.Page.EmulateMediaAsync(new() { Media = Media.Print });
        await page.Page.EvaluateAsync("dispatchEvent(new Event('beforeprint'))");
        await page.Page.SetViewportSizeAsync(PaperWidth, 900);
        await page.Page.ScreenshotAsync(new() { Path = path, FullPage = true });
        await page.Page.SetViewportSizeAsync(1280, 900);
        await page.Page.EmulateMediaAsync(new() { Media = Media.Screen });
    }

    private static string Fill(string pattern, Dictionary<string, Guid> ids) =>
        ids.Aggregate(pattern, (address, known) => address.Replace($"{{{known.Key}}}", $"{known.Value}", StringComparison.Ordinal));

    // A short real job, a long one that runs while the pictures are taken, and two queued ones.
    private static async Task AddLiveJobsAsync(RunningApp app, Dictionary<string, Guid> ids)
    {
        using var client = app.Connect();
        string[] embedded = ["embedded"];
        var shortJob = new
        { benchmark = "insert", targets = embedded, runs = 5, note = "real", options = new { items = 2_000, keys = 10, payloadBytes = 4_096 } };
        ids["real"] = await QueueAsync(client, shortJob);
        await Poll.UntilAsync(async () => (await client.GetFromJsonAsync<JsonElement>(
            $"/api/jobs/{ids["real"]}", Ct)).GetProperty("state").GetString() is not ("queued" or "running"));

        ids["running"] = await QueueAsync(client, new
        {
            benchmark = "insert",
            targets = embedded,
            runs = 100,
            note = "long",
            options = new
            { items = 20_000, payloadBytes = 1_000, batchSize = 1 }
        });
        ids["queued"] = await QueueAsync(client, shortJob);
        await QueueAsync(client, shortJob);
        while ((await client.GetFromJsonAsync<JsonElement>($"/api/jobs/{ids["running"]}", Ct)).GetProperty("progress")
            is not { ValueKind: JsonValueKind.Object } progress
            || progress.GetProperty("done").GetInt32() < 20)
        {
            await Task.Delay(200, Ct);
        }
    }

    private static async Task<Guid> QueueAsync(HttpClient client, object request)
    {
        using var answer = await client.PostAsJsonAsync("/api/jobs", request, Ct);
        answer.EnsureSuccessStatusCode();
        return (await answer.Content.ReadFromJsonAsync<JsonElement>(Ct)).GetProperty("id").GetGuid();
    }
}
