using System.Net;
using AngleSharp.Dom;
using AngleSharp.Html.Dom;

namespace RedisPerf.Web.Tests.Pages;

/// <summary>The cost of the stored data on the page of a job.</summary>
public sealed class StorageCostTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    [Fact]
    public async Task A_price_in_the_address_adds_a_column_and_other_choices_keep_it()
    {
        var page = await _host.PageAsync($"/jobs/{await StoreAsync(1L << 30)}?columns=all&price=12.5");

        page.QuerySelectorAll("td[data-f=cost]").Select(cell => cell.TextContent).ShouldBe(
            ["12.5", "12.5", "–"], "the floor of the stored job was not measured");
        var form = FormOf(page)!;
        form.QuerySelector<IHtmlInputElement>("input[name=price]")!.Value.ShouldBe("12.5");
        form.QuerySelector<IHtmlInputElement>("input[name=columns]")!.Value.ShouldBe("all");
        page.QuerySelector(".table-tools > a")!.GetAttribute("href")!.ShouldContain("price=12.5");
        foreach (var (report, part) in new[] { ("html", "cost/month"), ("csv", ",caseCostPerMonth\r\n"), ("md", "| cost/month |") })
        {
            var address = page.QuerySelectorAll("a[download]").Select(link => link.GetAttribute("href")!)
                .Single(href => href.Contains($"report.{report}", StringComparison.Ordinal));
            (await _host.Client.GetStringAsync(address, Ct)).ShouldContain(part);
        }
    }

    [Fact]
    public async Task An_invalid_price_is_named_next_to_its_field()
    {
        var page = await _host.PageAsync($"/jobs/{await StoreAsync(1L << 30)}?price=much");

        FormOf(page)!.QuerySelector(".field-error")!.TextContent.ShouldBe("price must be a number above 0 and at most 1,000,000, for example 0.25.");
        page.QuerySelectorAll("td[data-f=cost]").ShouldBeEmpty();
        page.QuerySelectorAll("a[download]").ShouldAllBe(link => !link.GetAttribute("href")!.Contains("price"));
    }

    [Theory]
    [InlineData("html")]
    [InlineData("csv")]
    [InlineData("md")]
    public async Task A_report_with_an_invalid_price_is_a_400_that_names_the_field(string report)
    {
        using var response = await _host.Client.GetAsync($"/api/jobs/{await StoreAsync(1L << 30)}/report.{report}?price=0", Ct);

        response.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await response.ProblemAsync())["errors"]!["price"]![0]!.GetValue<string>()
            .ShouldBe("must be a number above 0 and at most 1,000,000, for example 0.25.");
    }

    [Fact]
    public async Task A_job_without_stored_data_has_no_field_for_a_price() =>
        FormOf(await _host.PageAsync($"/jobs/{await StoreAsync(null)}")).ShouldBeNull();

    private Task<Guid> StoreAsync(long? growth) =>
        new StoredJob { Cases = [("batch", null, [1.0, 1.01, 0.99]), ("gzip", null, [2.0, 2.01, 1.99])], MemoryGrowth = growth }.AddAsync(
            _host.Folder, Ct);

    private static IElement? FormOf(IHtmlDocument page) =>
        page.QuerySelectorAll("form").SingleOrDefault(form => form.QuerySelector("input[name=price]:not([type=hidden])") is not null);
}
