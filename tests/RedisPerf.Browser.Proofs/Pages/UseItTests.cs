using System.Text.RegularExpressions;
using Microsoft.Playwright;
using RedisPerf.Web.Tests;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>The code of the winner on the page of a job.</summary>
[Collection(BrowserTests.Name)]
public sealed class UseItTests(Stage stage)
{
    private static readonly double[] Fast = [0.1, 0.101, 0.102];
    private static readonly double[] Slow = [0.2, 0.201, 0.202];

    [Theory]
    [InlineData(390, ColorScheme.Light)]
    [InlineData(1280, ColorScheme.Dark)]
    [InlineData(2560, ColorScheme.Light)]
    public async Task The_code_fits_each_window_and_is_copied(int width, ColorScheme scheme)
    {
        await using var app = new RunningApp();
        var id = await new StoredJob { Cases = [("lz4", null, Fast), ("multi-exec", null, Slow)] }.AddAsync(app.Folder, Ct);
        await using var page = await stage.OpenAsync(width, app: app, scheme: scheme);
        await page.GotoAsync($"/jobs/{id}");

        await page[".use-it > summary"].ClickAsync();
        await page[".use-it details > summary"].ClickAsync();
        await Expect(page[".use-it details pre"]).ToContainTextAsync("class Lz4(");
        (await page.SettledOverflowAsync()).ShouldBe(0);

        await page[".use-it [data-copy]"].ClickAsync();
        // Without permission, the code is selected.
        await Expect(page[".use-it [data-copy]"]).ToHaveTextAsync(new Regex("Copied|Selected"));
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_code_appears_when_the_job_ends_and_can_be_copied()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        var id = await app.QueueAsync(
            """{"benchmark":"insert","strategies":["batch","hset"],"targets":["embedded"],"runs":5,"options":{"items":3000,"keys":3}}""");
        await page.GotoAsync($"/jobs/{id}");
        await Expect(page[".use-it"]).ToHaveCountAsync(0);

        await Expect(page["[data-job]"]).ToHaveAttributeAsync("data-state", "completed");
        await page[".use-it > summary"].ClickAsync();
        await page[".use-it [data-copy]"].ClickAsync();

        await Expect(page[".use-it [data-copy]"]).ToHaveTextAsync(new Regex("Copied|Selected"));
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task Without_JavaScript_the_code_can_be_read()
    {
        await using var app = new RunningApp();
        var id = await new StoredJob { Cases = [("hset", null, Fast), ("multi-exec", null, Slow)] }.AddAsync(app.Folder, Ct);
        await using var page = await stage.OpenAsync(javaScript: false, app: app);
        await page.GotoAsync($"/jobs/{id}?open=use-it");

        await Expect(page[".use-it [data-copied]"]).ToContainTextAsync("documents.Chunk(100)");
        await Expect(page[".use-it [data-copy]"]).ToBeHiddenAsync();
    }
}
