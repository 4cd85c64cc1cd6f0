using AngleSharp.Html.Dom;

namespace RedisPerf.Web.Tests.Pages;

/// <summary>The map of the fastest strategies on the page of a job.</summary>
public sealed class MapPageTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    [Fact]
    public async Task The_page_of_a_job_with_two_axes_has_the_map_before_the_table_without_scripts()
    {
        var page = await _host.PageAsync($"/jobs/{await AddAsync()}");

        LabelsOf(page).ShouldBe(["hset", "lz4", "no result", "hset", "not decided", "lz4", "hset", "lz4", "lz4"]);
        page.QuerySelector("[data-part=map] figcaption")!.TextContent
            .ShouldBe("Fastest: lz4 at 4 of 9 pairs of values and hset at 3; not decided at 1; no result at 1.");
        page.QuerySelector("[data-part=map] .cross").ShouldBeNull();
        page.QuerySelectorAll("[data-part=map] [role=alert]").ShouldBeEmpty();
        page.QuerySelectorAll(".pivot").Length.ShouldBe(3);
        var parts = page.QuerySelectorAll("[data-part]").Select(part => part.GetAttribute("data-part")).ToList();
        parts.IndexOf("map").ShouldBeLessThan(parts.IndexOf("pivot"));
    }

    [Fact]
    public async Task A_point_is_a_cross_with_a_sentence_and_stays_in_the_view()
    {
        var id = await AddAsync();

        var page = await _host.PageAsync($"/jobs/{id}?point.payloadBytes=16%20KB&point.linkRoundTrip=1.5&sort=max");

        page.QuerySelectorAll("[data-part=map] .cross").Length.ShouldBe(1);
        page.QuerySelector("[data-part=map] figcaption")!.TextContent.ShouldContain(
            "Your point: document size 16\u00A0KB, added round trip 1.5 ms. At the nearest measured pair of values, ");
        page.QuerySelectorAll("[data-part=map] input:not([type=hidden])").Select(field => field.GetAttribute("value")).ShouldBe(["16 KB", "1.5"]);
        page.QuerySelectorAll("[data-part=map] input[type=hidden]").Select(field => field.GetAttribute("name")).ShouldBe(["sort"]);
        page.QuerySelector("[data-part=map] form a")!.GetAttribute("href").ShouldBe($"/jobs/{id}?sort=max#map");
        page.QuerySelectorAll("[data-filter-form] input[type=hidden]").Select(field => field.GetAttribute("name"))
            .ShouldBe(["sort", "point.payloadBytes", "point.linkRoundTrip"]);
        page.QuerySelectorAll(".along input[type=hidden]").Select(field => field.GetAttribute("name")).ShouldContain("point.payloadBytes");
    }

    [Fact]
    public async Task A_point_outside_of_the_measured_range_has_a_sentence_and_no_cross()
    {
        var page = await _host.PageAsync($"/jobs/{await AddAsync()}?point.payloadBytes=1%20MB&point.linkRoundTrip=1");

        page.QuerySelector("[data-part=map] .cross").ShouldBeNull();
        page.QuerySelector("[data-part=map] figcaption")!.TextContent.ShouldEndWith(
            "It is outside of the measured range: document size was measured from 1\u00A0KB to 32\u00A0KB.");
    }

    [Fact]
    public async Task A_wrong_value_has_its_message_next_to_its_field()
    {
        var page = await _host.PageAsync($"/jobs/{await AddAsync()}?point.payloadBytes=%3Cb%3Elarge&point.linkRoundTrip=");

        var fields = page.QuerySelectorAll("[data-part=map] input:not([type=hidden])").ToArray();
        fields.Select(field => field.GetAttribute("aria-invalid")).ShouldBe(["true", "true"]);
        fields[0].GetAttribute("value").ShouldBe("<b>large");
        var errors = fields.Select(field => page.GetElementById(field.GetAttribute("aria-describedby")!)!).ToArray();
        errors.Select(error => error.TextContent).ShouldBe(
        [
            "The document size must be a number such as 1\u00A0KB; not <b>large.",
            "The added round trip must be a number such as 0 ms; a point has both values.",
        ]);
        errors.ShouldAllBe(error => error.GetAttribute("role") == "alert");
        page.QuerySelector("[data-part=map] .cross").ShouldBeNull();
        LabelsOf(page).Length.ShouldBe(9);
    }

    [Fact]
    public async Task A_job_with_one_axis_has_no_map_and_ignores_a_point()
    {
        var id = await new StoredJob
        {
            Benchmark = "mget",
            Cases =
            [
                .. from point in new long?[] { 1, 10 }
                   from strategy in new[] { "mget", "single-get" }
                   select (strategy, point, new[] { 1, 1.1 }),
            ],
        }.AddAsync(_host.Folder, Ct);

        var page = await _host.PageAsync($"/jobs/{id}?point.payloadBytes=x");

        page.QuerySelector("[data-part=map]")!.TextContent.Trim().ShouldBeEmpty();
    }

    [Fact]
    public async Task The_reason_of_an_empty_cell_stays_text()
    {
        var id = await StoredMap.AddAsync(_host.Folder, Ct, "<script>alert(1)</script> \u0001 & more.");

        var page = await _host.PageAsync($"/jobs/{id}");

        page.QuerySelectorAll("[data-part=map] script").ShouldBeEmpty();
        page.QuerySelectorAll("[data-part=map] title").Select(title => title.TextContent)
            .ShouldContain("no result: <script>alert(1)</script> \uFFFD & more");
    }

    [Fact]
    public async Task The_html_report_has_the_map()
    {
        var report = await _host.Client.GetStringAsync($"/api/jobs/{await AddAsync()}/report.html", Ct);

        report.ShouldContain("class=\"maps\"");
    }

    private Task<Guid> AddAsync() => StoredMap.AddAsync(_host.Folder, Ct);

    private static string[] LabelsOf(IHtmlDocument page) =>
        [.. page.QuerySelectorAll("[data-part=map] figure > svg > g > text").Select(label => label.TextContent)];
}
