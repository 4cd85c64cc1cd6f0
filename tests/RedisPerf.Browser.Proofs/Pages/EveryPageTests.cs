using Deque.AxeCore.Commons;
using Deque.AxeCore.Playwright;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>Requirements on every page. The separate stage lets these tests run in parallel with the tests that wait for jobs.</summary>
public sealed class EveryPageTests(Stage stage) : IClassFixture<Stage>
{
    /// <summary>Maximum size of the scripts and styles of a page, in compressed bytes.</summary>
    private const long MaxBytes = 400 * 1024;

    // The details of what passed take half of the time.
    private static readonly AxeRunOptions OnlyViolations = new() { ResultTypes = [ResultType.Violations] };

    /// <summary>Widths in pixels: telephone, laptop, large screen.</summary>
    private static readonly int[] Widths = [390, 1280, 2560];

    public static TheoryData<string> Pages =>
    [
        "/", "/?benchmark=mget&preset=as-in-the-article", "/jobs", "/jobs?benchmark=list-push", "/jobs?search=nothing&starred=true",
        "/jobs/{insert}?open=runs", "/jobs/{mget}", "/jobs/{profiled}/profile",
        "/compare", "/compare?base={mget}&with={mget}", "/compare?base={insert}&with={insert}", "/jobs/{insert}/matrix", "/schedules",
        "/schedules/new", "/alerts", "/articles", "/targets", "/payloads", "/nodes", "/source/insert/batch", "/docs/method.md",
    ];

    // One load serves all checks, because the load takes most of the time.
    [Theory]
    [MemberData(nameof(Pages))]
    public async Task Fits_every_width_and_has_little_script_no_errors_visible_focus_and_nothing_serious_for_axe_in_both_themes(string address)
    {
        await using var page = await stage.OpenAsync();
        await page.GotoAsync(await stage.AddressAsync(address));

        (await ScriptAndStyleAsync(page.Page)).ShouldBeInRange(1_000, MaxBytes, address);
        foreach (var width in Widths)
        {
            await page.Page.SetViewportSizeAsync(width, 900);
            (await page.SettledOverflowAsync()).ShouldBe(0, $"{address} at {width} pixels");
        }

        await page.Page.SetViewportSizeAsync(1280, 900);
        (await SeriousForAxeAsync(page)).ShouldBeEmpty($"{address}, light, 1280 pixels");
        await FocusIsVisibleAsync(page, address);

        // Without transitions, because axe would see a color between the themes.
        await page.Page.SetViewportSizeAsync(390, 900);
        await page.Page.EmulateMediaAsync(new() { ColorScheme = ColorScheme.Dark, ReducedMotion = ReducedMotion.Reduce });
        await Expect(page["html"]).ToHaveAttributeAsync("data-bs-theme", "dark");
        (await SeriousForAxeAsync(page)).ShouldBeEmpty($"{address}, dark, 390 pixels");
        page.Complaints.ShouldBeEmpty(address);
    }

    // Chart.js ignores a new size in the last frame of its first animation. About 10% of these changes occur in that frame.
    [Fact]
    public async Task Fits_a_window_that_changes_while_its_charts_appear()
    {
        await using var page = await stage.OpenAsync();
        var address = await stage.AddressAsync("/jobs/{insert}");
        for (var wait = 150; wait <= 240; wait += 10)
        {
            await page.Page.SetViewportSizeAsync(1280, 900);
            await page.GotoAsync(address);
            await Task.Delay(wait, TestContext.Current.CancellationToken);
            await page.Page.SetViewportSizeAsync(390, 900);
            (await page.SettledOverflowAsync()).ShouldBe(0, $"{wait} ms after the page was there");
        }
    }

    [Fact]
    public async Task The_chosen_theme_stays()
    {
        await using var page = await stage.OpenAsync();
        await page.GotoAsync("/");
        await Expect(page["html"]).ToHaveAttributeAsync("data-bs-theme", "light");

        await page["[data-theme-switch]"].ClickAsync();
        await page["[data-theme-switch]"].ClickAsync();
        await page.GotoAsync("/jobs");

        await Expect(page["html"]).ToHaveAttributeAsync("data-bs-theme", "dark");
    }

    [Fact]
    public async Task An_unknown_address_gets_a_sentence_and_a_way_on()
    {
        await using var page = await stage.OpenAsync();

        await page.GotoAsync("/jobs/00000000-0000-0000-0000-000000000000");

        await Expect(page["h1"]).ToHaveTextAsync("Page not found.");
        await Expect(page["main"]).ToContainTextAsync("trace id");
        await Expect(page["main a[href='/']"]).ToBeVisibleAsync();
    }

    /// <summary>Transferred bytes of scripts and styles.</summary>
    internal static Task<long> ScriptAndStyleAsync(IPage page) => page.EvaluateAsync<long>(
        "performance.getEntriesByType('resource').filter((entry) => "
            + "/\\.(js|css)(\\?|$)/.test(entry.name)).reduce((sum, entry) => sum + entry.encodedBodySize, 0)");

    internal static async Task<string[]> SeriousForAxeAsync(WatchedPage page) =>
        [.. (await page.Page.RunAxe(OnlyViolations)).Violations.Where(violation => violation.Impact is "serious" or "critical").SelectMany(Describe)];

    private static IEnumerable<string> Describe(AxeResultItem violation) =>
        violation.Nodes.Select(
            node => $"{violation.Impact}: {violation.Help} at {node.Target} ({string.Join(" ", node.Any.Select(check => check.Message))})");

    // The first stop skips the navigation. Each later stop has a visible focus.
    private static async Task FocusIsVisibleAsync(WatchedPage page, string address)
    {
        for (var stop = 0; stop < 12; stop++)
        {
            await page.Page.Keyboard.PressAsync("Tab");
            var (name, outline) = await FocusAsync(page);
            if (name.Length == 0)
            {
                break;
            }

            outline.ShouldBeTrue($"{address}: {name} has no visible focus");
        }
    }

    private static async Task<(string Name, bool Outline)> FocusAsync(WatchedPage page)
    {
        var focus = await page.Page.EvaluateAsync<string[]>(
            """
            () => {
              const focused = document.activeElement;
              if (!focused || focused === document.body) { return ['', '']; }
              const style = getComputedStyle(focused);
              const seen = (style.outlineStyle !== 'none' && style.outlineWidth !== '0px') || style.boxShadow !== 'none';
              return [`${focused.tagName} ${focused.id || focused.className} ${focused.textContent.trim().slice(0, 30)}`, seen ? 'yes' : ''];
            }
            """);
        return (focus[0], focus[1].Length > 0);
    }
}
