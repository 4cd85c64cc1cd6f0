using System.Diagnostics;
using Microsoft.Playwright;

namespace RedisPerf.Browser.Proofs.Pictures;

/// <summary>Pictures of the default job while it runs and after its end, and the frames of the README's animation.
/// <c>docs/screenshots.sh</c> starts them.</summary>
[Collection(BrowserTests.Name)]
public sealed class RacePictures(Stage stage)
{
    private const int Width = 1280;
    private const int FramesPerSecond = 2;

    /// <summary>A round takes some seconds: the animation shows several.</summary>
    private const string Race = """
        {"benchmark":"insert","strategies":["multi-exec","batch","hset","lua","messagepack"],"targets":["local"],"runs":5,
         "options":{"items":6000,"payloadBytes":32768}}
        """;

    private static readonly TimeSpan[] Times = [TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(20), TimeSpan.FromSeconds(60)];

    private static string Folder => Environment.GetEnvironmentVariable("REDISPERF_PICTURES")
        ?? throw new InvalidOperationException("REDISPERF_PICTURES is the folder of the pictures.");

    [Theory(Explicit = true, Timeout = 3_600_000)]
    [InlineData(390, ColorScheme.Light)]
    [InlineData(390, ColorScheme.Dark)]
    [InlineData(1280, ColorScheme.Light)]
    [InlineData(1280, ColorScheme.Dark)]
    [InlineData(2560, ColorScheme.Light)]
    [InlineData(2560, ColorScheme.Dark)]
    public async Task The_default_job_after_the_click(int width, ColorScheme theme)
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(width, app: app, scheme: theme);
        await page.GotoAsync("/");
        await page["button.run"].ClickAsync();
        var start = Stopwatch.GetTimestamp();
        await page.UntilAtAsync("/jobs/.");
        foreach (var time in Times)
        {
            await Task.Delay(time - Stopwatch.GetElapsedTime(start), Ct);
            await TakeAsync($"{time.TotalSeconds:0}-s");
        }

        await page.UntilAsync("document.querySelector('[data-job]').dataset.state === 'completed'");
        await TakeAsync("finished");
        page.Complaints.ShouldBeEmpty();

        Task TakeAsync(string name) => page.Page.ScreenshotAsync(
            new() { Path = Path.Combine(Folder, $"race-{name}-{width}-{theme.ToString().ToLowerInvariant()}.png"), FullPage = true });
    }

    [Fact(Explicit = true, Timeout = 600_000)]
    public async Task The_frames_of_the_animation()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(Width, app: app);
        await page.GotoAsync($"/jobs/{await app.QueueAsync(Race)}");
        var start = Stopwatch.GetTimestamp();
        for (var (frame, isEnded) = (0, false); !isEnded; frame++)
        {
            var next = TimeSpan.FromSeconds((double)frame / FramesPerSecond) - Stopwatch.GetElapsedTime(start);
            await Task.Delay(next > TimeSpan.Zero ? next : TimeSpan.Zero, Ct);
            isEnded = await page[".verdict-card .why"].CountAsync() > 0;
            await page.Page.ScreenshotAsync(new()
            {
                Path = Path.Combine(Folder, $"frame-{frame:000}.png"),
                Clip = new() { X = 0, Y = 0, Width = Width, Height = 800 },
            });
        }

        page.Complaints.ShouldBeEmpty();
    }
}
