using System.Globalization;
using System.Text.RegularExpressions;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>The graphs of the stacks of a profiled job. The server is a program of .NET, so it has stacks on each machine.</summary>
[Collection(BrowserTests.Name)]
public sealed partial class ProfilePageTests(Stage stage)
{
    private const string Address = "/jobs/{profiled}/profile";

    [Theory]
    [InlineData(390, ColorScheme.Dark)]
    [InlineData(1280, ColorScheme.Light)]
    [InlineData(2560, ColorScheme.Dark)]
    public async Task The_search_marks_the_frames_of_a_method_and_states_their_time(int width, ColorScheme scheme)
    {
        await using var page = await stage.OpenAsync(width, scheme: scheme);
        await page.GotoAsync(await stage.AddressAsync(Address));
        var graph = page["figure[data-side=server]"];
        await Expect(graph.Locator("g.frame").First).ToHaveAttributeAsync("name", "all threads");
        var row = page["[aria-label='Own time by method, server'] tbody tr"].First;
        var method = await row.Locator("th").InnerTextAsync();

        await page["[data-search]"].FillAsync(method.ToUpperInvariant());

        await Expect(graph.Locator(".found")).ToContainTextAsync("found: ");
        var names = await graph.Locator("g.match").EvaluateAllAsync<string[]>("all => all.map(frame => frame.getAttribute('aria-label'))");
        names.ShouldNotBeEmpty();
        names.ShouldAllBe(name => name.Contains(method, StringComparison.Ordinal));
        var found = Number(Found().Match(await graph.Locator(".found").InnerTextAsync()).Groups["seconds"].Value);
        found.ShouldBeGreaterThan(Number(await row.Locator("td").First.InnerTextAsync()) - 0.0015, "both are rounded to milliseconds");
        (await EveryPageTests.SeriousForAxeAsync(page)).ShouldBeEmpty();

        await page["[data-search]"].FillAsync("");
        await Expect(graph.Locator("g.match")).ToHaveCountAsync(0);
        await Expect(graph.Locator(".found")).ToBeEmptyAsync();
        await page.Page.SetViewportSizeAsync(700, 900);
        await page.UntilAsync("[...document.querySelectorAll('.flame')].every(box => +box.firstChild.getAttribute('width') === box.clientWidth)");
        (await page.SettledOverflowAsync()).ShouldBe(0);
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_frame_is_enlarged_with_the_keyboard_and_with_the_pointer()
    {
        await using var page = await stage.OpenAsync();
        await page.GotoAsync(await stage.AddressAsync(Address));
        var graph = page["figure[data-side=server]"];
        var (frames, enlarged) = (graph.Locator("g.frame"), graph.Locator("g.frame.fade"));
        await Expect(frames.First).ToHaveAttributeAsync("tabindex", "0");

        await frames.First.FocusAsync();
        await page.Page.Keyboard.PressAsync("ArrowDown");
        await Expect(frames.First).ToHaveAttributeAsync("tabindex", "-1");
        var focused = await graph.Locator("g.frame:focus").GetAttributeAsync("aria-label");
        await Expect(graph.Locator(".frame-text")).ToHaveTextAsync(focused!);
        await page.Page.Keyboard.PressAsync("Enter");
        await Expect(enlarged).ToHaveCountAsync(1);
        await Expect(enlarged).ToHaveCSSAsync("opacity", "1");
        await Expect(graph.Locator("g.frame:focus")).ToHaveAttributeAsync("aria-label", focused!);
        await page.Page.Keyboard.PressAsync("Escape");
        await Expect(enlarged).ToHaveCountAsync(0);

        await frames.Nth(1).ClickAsync();
        await Expect(enlarged).ToHaveCountAsync(1);
        await page["[data-all]"].ClickAsync();
        await Expect(enlarged).ToHaveCountAsync(0);
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_color_and_the_text_of_a_frame_state_the_case_with_more_own_time()
    {
        await using var page = await stage.OpenAsync();
        await page.GotoAsync(await stage.AddressAsync(Address));
        await page["select[name=with]"].SelectOptionAsync("hset");
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Show", Exact = true }).ClickAsync();
        await page.UntilAtAsync("&with=[0-9a-f]+$");
        var row = page["[aria-label='Own time by method, server'] tbody tr"].First;
        var method = await row.Locator("th").InnerTextAsync();
        var isLonger = (await row.Locator("td").Last.InnerTextAsync()).StartsWith('+');
        await Expect(page["figure[data-side=server] svg"]).ToHaveCountAsync(2);

        await page["[data-search]"].FillAsync(method);

        var marked = page["figure[data-side=server] g.match"];
        await Expect(marked.First).ToHaveAttributeAsync("aria-label", new Regex($"longer in {(isLonger ? "batch" : "hset")}$"));
        var fill = await marked.First.Locator("rect").GetAttributeAsync("fill");
        fill.ShouldBe($"color-mix(in srgb, var(--{(isLonger ? "first" : "second")}) 100%, var(--grid))", "the largest difference");
        (await EveryPageTests.SeriousForAxeAsync(page)).ShouldBeEmpty();
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task Without_JavaScript_there_are_only_the_tables()
    {
        await using var page = await stage.OpenAsync(javaScript: false);

        await page.GotoAsync(await stage.AddressAsync(Address));

        await Expect(page["[data-flames]"]).ToBeHiddenAsync();
        await Expect(page["[aria-label='Own time by method, server'] table"]).ToBeVisibleAsync();
    }

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);

    [GeneratedRegex("^found: (?<seconds>[0-9.]+) s ")]
    private static partial Regex Found();
}
