using RedisPerf.Web.Tests;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Tests.Pages;

/// <summary>What a running job's page fetches anew, on the page of a job that has ended: there nothing else asks for it.</summary>
[Collection(BrowserTests.Name)]
public sealed class PageRefreshTests(Stage stage)
{
    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Events_that_come_quicker_than_the_delay_do_not_keep_the_page_from_being_fetched()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        await page.Page.GotoAsync($"/jobs/{await KeptJob.LargeSweep.AddAsync(app.Folder, Ct)}");

        await page.Page.EvaluateAsync(
            """
            async () => {
              const { pageRefresh } = await import('/js/page-refresh.js');
              let isFetched = false;
              const refresh = pageRefresh(document.querySelector('[data-job]'), () => { isFetched = true; });
              while (!isFetched) {
                refresh.soon(100);
                await new Promise((done) => setTimeout(done, 10));
              }
            }
            """).WaitAsync(TimeSpan.FromMinutes(1), Ct);

        page.Complaints.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_part_that_did_not_change_is_left_alone_and_one_in_use_waits_until_it_is_left()
    {
        await using var app = new RunningApp();
        await using var page = await stage.OpenAsync(app: app);
        await page.Page.GotoAsync($"/jobs/{await KeptJob.LargeSweep.AddAsync(app.Folder, Ct)}");
        var (list, row) = (page["[data-part=disturbed] details"], page["[data-part=rows] [data-f=median]"].First);
        await list.Locator("summary").ClickAsync();
        await page["thead select[name=strategy]"].FocusAsync();
        // As if the server knew something newer of three parts; the environment stands as it writes it.
        await page.Page.EvaluateAsync(
            """
            () => {
              for (const place of ['[data-part=rows] [data-f=median]', '[data-part=head] th', '[data-part=disturbed] button']) {
                document.querySelector(place).textContent = 'older';
              }
              document.querySelector('[data-part=environment] dl').stood = true;
            }
            """);

        await page.Page.EvaluateAsync(
            """
            async () => {
              const { pageRefresh } = await import('/js/page-refresh.js');
              await new Promise((done) => { pageRefresh(document.querySelector('[data-job]'), done).soon(0); });
            }
            """);

        await Expect(row).Not.ToHaveTextAsync("older");
        await Expect(page["[data-part=disturbed] button"]).Not.ToHaveTextAsync("older");
        await Expect(list).ToHaveAttributeAsync("open", "");
        (await page["[data-part=environment] dl"].EvaluateAsync<bool>("list => list.stood === true")).ShouldBeTrue("the server wrote the same again");
        await Expect(page["thead select[name=strategy]"]).ToBeFocusedAsync();
        await Expect(page["[data-part=head] th"].First).ToHaveTextAsync("older");

        await page["thead select[name=strategy]"].BlurAsync();

        await Expect(page["[data-part=head] th"].First).ToHaveTextAsync("strategy");
        page.Complaints.ShouldBeEmpty();
    }
}
