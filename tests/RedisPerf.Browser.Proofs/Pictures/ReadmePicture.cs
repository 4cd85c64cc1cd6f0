using System.Net.Http.Json;
using System.Text.Json;

namespace RedisPerf.Browser.Proofs.Pictures;

/// <summary>The picture of the README: the page of a real job that ran until it was decided. <c>docs/screenshots.sh</c> starts it.</summary>
[Collection(BrowserTests.Name)]
public sealed class ReadmePicture(Stage stage, ITestOutputHelper output)
{
    private const int Width = 1280;
    private const int Height = 1000;

    private static readonly object Request = new
    {
        benchmark = "insert",
        strategies = new[] { "multi-exec", "batch", "hset", "lua" },
        targets = new[] { "local" },
        until = "decided",
        budgetSeconds = 1_200,
        options = new { items = 30_000, payloadBytes = 32_768 },
    };

    [Fact(Explicit = true, Timeout = 3_600_000)]
    public async Task A_decided_job()
    {
        var path = Environment.GetEnvironmentVariable("REDISPERF_PICTURE")
            ?? throw new InvalidOperationException("REDISPERF_PICTURE is the file of the picture.");
        await using var app = new RunningApp();
        using var client = app.Connect();
        using var answer = await client.PostAsJsonAsync("/api/jobs", Request, Ct);
        answer.EnsureSuccessStatusCode();
        var job = await answer.Content.ReadFromJsonAsync<JsonElement>(Ct);
        while (job.GetProperty("state").GetString() is "queued" or "running")
        {
            await Task.Delay(500, Ct);
            job = await client.GetFromJsonAsync<JsonElement>($"/api/jobs/{job.GetProperty("id").GetString()}", Ct);
        }

        job.GetProperty("state").GetString().ShouldBe("completed");
        await using var page = await stage.OpenAsync(Width, app: app);
        await page.Page.SetViewportSizeAsync(Width, Height);
        await page.GotoAsync($"/jobs/{job.GetProperty("id").GetString()}");
        await Task.Delay(1_000, Ct);
        var verdict = await page[".verdict-card .answer"].InnerTextAsync();
        output.WriteLine(verdict);
        verdict.ShouldContain("× as fast as ", customMessage: "The machine is too busy for a decision.");
        await page.Page.ScreenshotAsync(new() { Path = path });
    }
}
