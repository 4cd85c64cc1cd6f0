using Microsoft.Playwright;
using RedisPerf.Web.Tests;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>The map of the fastest strategies in a browser.</summary>
[Collection(BrowserTests.Name)]
public sealed class MapTests(Stage stage)
{
    [Fact]
    public async Task The_map_fits_every_width_in_both_themes_and_has_nothing_serious_for_axe()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        await page.GotoAsync($"/jobs/{await StoredMap.AddAsync(app.Folder, Ct)}?point.payloadBytes=12000&point.linkRoundTrip=1.2");

        foreach (var (width, scheme) in new[] { (390, ColorScheme.Dark), (1280, ColorScheme.Light), (2560, ColorScheme.Dark) })
        {
            await page.Page.EmulateMediaAsync(new() { ColorScheme = scheme, ReducedMotion = ReducedMotion.Reduce });
            await Expect(page["html"]).ToHaveAttributeAsync("data-bs-theme", scheme == ColorScheme.Dark ? "dark" : "light");
            await page.Page.SetViewportSizeAsync(width, 900);
            (await page.SettledOverflowAsync()).ShouldBe(0, $"at {width} pixels");
            (await EveryPageTests.SeriousForAxeAsync(page)).ShouldBeEmpty($"at {width} pixels");
            (await OutsideAsync(page)).ShouldBeEmpty($"at {width} pixels, all of it is within the map");
        }

        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_point_is_given_in_the_form_and_the_cross_is_between_the_cells()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        await page.GotoAsync($"/jobs/{await StoredMap.AddAsync(app.Folder, Ct)}");

        await page["[name='point.payloadBytes']"].FillAsync("16 KB");
        await page["[name='point.linkRoundTrip']"].FillAsync("1");
        await page["[name='point.linkRoundTrip']"].PressAsync("Enter");
        await page.UntilAtAsync("point.payloadBytes=16.KB.*#map");

        // Half way between the second and the third column, and between the second and the third row, on logarithmic scales.
        var places = await page.Page.EvaluateAsync<double[]>(
            """
            () => {
              const boxes = [...document.querySelectorAll('.map rect.cell')].map((cell) => cell.getBoundingClientRect());
              const cross = document.querySelector('.map .cross path').getBoundingClientRect();
              return [cross.x + (cross.width / 2) - boxes[5].x, cross.y + (cross.height / 2) - boxes[4].y];
            }
            """);
        places[0].ShouldBe(0, 1.5);
        places[1].ShouldBe(0, 1.5);
        await Expect(page[".map figcaption"]).ToContainTextAsync("Your point: document size 16");
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task Without_scripts_the_map_is_the_same()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(javaScript: false, app: app);
        await page.Page.GotoAsync($"/jobs/{await StoredMap.AddAsync(app.Folder, Ct)}");

        await Expect(page[".map g > rect.cell"]).ToHaveCountAsync(9);
        await Expect(page[".map .decided"]).ToHaveCountAsync(7);
    }

    // The texts of the map that leave it on a side or the cell that they belong to.
    private static Task<string[]> OutsideAsync(WatchedPage page) => page.Page.EvaluateAsync<string[]>(
        """
        () => [...document.querySelectorAll('.map > svg text')].filter((text) => {
          const box = text.getBoundingClientRect();
          const cell = text.parentElement.matches('g') ? text.parentElement.querySelector('rect') : null;
          const frame = (cell ?? text.closest('figure')).getBoundingClientRect();
          return box.width > 0 && (box.left < frame.left - 1 || box.right > frame.right + 1);
        }).map((text) => text.textContent)
        """);
}
