using System.Text.Json;
using System.Text.RegularExpressions;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Browser.Proofs.Pages;

/// <summary>The ticks and tooltips of the charts have the server's format.</summary>
[Collection(BrowserTests.Name)]
public sealed partial class FormatTests(Stage stage)
{
    private static readonly double[] Values = [0, 0.00004, 0.00999, 0.0741, 0.5, 0.9996, 1, 1.005, 2.675, 9.994, 9.996, 12.34, 99.95, 123.4,
        999.6, 1234.5, 98765.4];

    [Fact]
    public async Task Numbers_have_the_same_digits()
    {
        await using var page = await stage.OpenAsync();
        await page.GotoAsync("/");

        var written = await page.Page.EvaluateAsync<string[]>(
            "async (values) => { const { number } = await import('/js/chart-format.js'); return JSON.parse(values).map((value) => number(value)); }",
            JsonSerializer.Serialize(Values));

        written.ShouldBe(Values.Select(value => NumberFormat.Significant(value)));
    }

    [Fact]
    public async Task Axes_have_the_same_units_as_columns()
    {
        await using var page = await stage.OpenAsync();
        await page.GotoAsync("/");
        double[][] columns = [[], [0], [0.65, 12.6], [0.119, 0.121], [0.000_863, 0.001_02], [46.7e-6, 0.000_3], [12e-9, 20e-9], [50e-6, 5]];

        var written = await page.Page.EvaluateAsync<string[]>("async (columns) => { const { unitOf } = await import('/js/chart-format.js'); "
            + "return JSON.parse(columns).map((column) => unitOf(column).unit); }", JsonSerializer.Serialize(columns));

        written.ShouldBe(columns.Select(column => ColumnScale.OfSeconds(column.Select(value => (double?)value)).Unit));
    }

    [Theory]
    [InlineData(30, "just now")]
    [InlineData(120, "2 min ago")]
    [InlineData(-2, "just now")]
    [InlineData(-30, "in a moment")]
    [InlineData(-600, "in 10 min")]
    [InlineData(-2 * 3600, "today 14:00")]
    [InlineData(-24 * 3600, "tomorrow 12:00")]
    public async Task Times_are_relative_to_now(int secondsAgo, string words)
    {
        await using var page = await stage.OpenAsync();
        await page.GotoAsync("/");

        var written = await page.Page.EvaluateAsync<string>(
            "async (seconds) => { const { relative } = await import('/js/times.js'); "
                + "const now = new Date(2027, 2, 27, 12); return relative(new Date(now - seconds * 1000), now); }",
            secondsAgo);

        Twelve().Replace(written, hour => hour.Groups[1].Value == "02" ? "14:00" : "12:00").ShouldBe(words);
    }

    // A browser may write the afternoon as 02:00 PM.
    [GeneratedRegex(@"(\d\d):00.PM")]
    private static partial Regex Twelve();
}
