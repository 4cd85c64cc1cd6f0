using RedisPerf.Web.Tests;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>The parts that a job's page replaces when the job has ended.</summary>
[Collection(BrowserTests.Name)]
public sealed class PageRefreshTests(Stage stage)
{
    [Fact]
    public async Task An_unchanged_part_is_kept_and_a_part_in_use_is_replaced_when_it_loses_the_focus()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        await page.GotoAsync($"/jobs/{await StoredJob.LargeSweep.AddAsync(app.Folder, Ct)}");
        var (list, row) = (page["[data-part=disturbed] details"], page["[data-part=rows] [data-f=median]"].First);
        await list.Locator("summary").ClickAsync();
        await page["select[name=against]"].FocusAsync();
        // As if three parts had changed on the server; the environment did not.
        await page.Page.EvaluateAsync(
            """
            () => {
              for (const place of ['[data-part=rows] [data-f=median]', '[data-part=tools] a', '[data-part=disturbed] form button']) {
                document.querySelector(place).textContent = 'older';
              }
              document.querySelector('[data-part=environment] dl').isKept = true;
            }
            """);

        await page.Page.EvaluateAsync(
            """
            async () => {
              const { refreshParts } = await import('/js/page-refresh.js');
              await refreshParts(document.querySelector('[data-job]'));
            }
            """);

        await Expect(row).Not.ToHaveTextAsync("older");
        await Expect(page["[data-part=disturbed] form button"]).Not.ToHaveTextAsync("older");
        await Expect(list).ToHaveAttributeAsync("open", "");
        (await page["[data-part=environment] dl"].EvaluateAsync<bool>("list => list.isKept === true")).ShouldBeTrue("the server sent the same HTML");
        await Expect(page["select[name=against]"]).ToBeFocusedAsync();
        await Expect(page["[data-part=tools] a"].First).ToHaveTextAsync("older");

        await page["select[name=against]"].BlurAsync();

        await Expect(page["[data-part=tools] a"].First).ToHaveTextAsync("All columns");
        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_details_of_a_row_stay_open_when_another_row_comes_before_it()
    {
        await using var page = await stage.OpenAsync();
        await page.GotoAsync("/schedules");

        var open = await page.Page.EvaluateAsync<string[]>(
            """
            async () => {
              const { replaceParts } = await import('/js/page-refresh.js');
              const row = (name) => `<tr data-schedule="${name}"><td><details><summary>missed</summary></details></td></tr>`;
              const list = (...names) => new DOMParser().parseFromString(`<table data-live="rows">${names.map(row).join('')}</table>`, 'text/html');
              const shown = list('b', 'c');
              shown.querySelector('[data-schedule=b] details').open = true;
              replaceParts(shown, list('a', 'b', 'c'), 'live');
              return [...shown.querySelectorAll('details[open]')].map((details) => details.closest('[data-schedule]').dataset.schedule);
            }
            """);

        open.ShouldBe(["b"]);
    }
}
