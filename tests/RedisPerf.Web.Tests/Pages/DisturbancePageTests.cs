using AngleSharp.Dom;

namespace RedisPerf.Web.Tests.Pages;

/// <summary>The disturbance of a finished job, on its page without a script.</summary>
public sealed class DisturbancePageTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private static readonly double[] Level = [1.0, 1.01, 0.99, 1.0, 1.02, 0.98];
    private readonly WebHost _host = shared.Host;

    private static StoredJob Job { get; } =
        new() { Warmups = 1, Cases = [("multi-exec", null, Level), ("batch", null, Level), ("floor", null, [0.5, 0.5, 0.5, 0.5, 0.5, 0.5])] };

    [Fact]
    public async Task Disturbance_is_stated_once_next_to_the_strip_of_the_rounds()
    {
        // The first run is a warm-up.
        var page = await PageAsync(Job with { Disturbed = 3 });

        page.QuerySelector("[data-disturbed] summary")!.TextContent.ShouldStartWith("2 of 15 runs were disturbed, in 1 of 3 cases: ");
        page.QuerySelectorAll(".rounds li").Select(round => (round.TextContent, round.ClassName)).ShouldBe(
            [("warm-up", "warm-up"), ("⚠ 1", "hit"), ("⚠ 2", "hit"), ("3", ""), ("4", ""), ("5", "")]);
        page.QuerySelectorAll(".rounds li")[1].GetAttribute("title")!.ShouldStartWith("Round 1: 1 of 3 runs was disturbed: The server");
        page.QuerySelector("[data-summary]")!.TextContent.ShouldNotContain("disturbed");
        page.QuerySelector(".verdict-card")!.TextContent.ShouldNotContain("disturbed");
        page.QuerySelectorAll("[data-disturbed-mark]").ShouldAllBe(mark => !mark.HasAttribute("hidden"));
        page.QuerySelector("#job-data")!.TextContent.ShouldContain("\"marksDisturbed\":true");
    }

    [Fact]
    public async Task Charts_do_not_mark_the_runs_when_a_third_of_them_is_disturbed()
    {
        var page = await PageAsync(Job with { Disturbed = 6 });

        page.QuerySelector("[data-disturbed] summary")!.TextContent.ShouldStartWith("5 of 15 runs were disturbed");
        page.QuerySelectorAll("[data-disturbed-mark]").ShouldAllBe(mark => mark.HasAttribute("hidden"));
        page.QuerySelector("#job-data")!.TextContent.ShouldContain("\"marksDisturbed\":false");
    }

    [Fact]
    public async Task A_quiet_job_has_no_strip_and_its_lanes_are_a_picture_without_scripts()
    {
        var page = await PageAsync(Job);

        page.QuerySelector("[data-disturbed]")!.HasAttribute("hidden").ShouldBeTrue();
        page.QuerySelectorAll(".rounds li").ShouldBeEmpty();
        var lanes = page.QuerySelector("noscript svg.lanes-svg").ShouldNotBeNull();
        lanes.QuerySelectorAll("g").Select(row => row.QuerySelector("text")!.TextContent).ShouldBe(["multi-exec", "batch", "floor"]);
    }

    private async Task<IDocument> PageAsync(StoredJob job) => await _host.PageAsync($"/jobs/{await job.AddAsync(_host.Folder, Ct)}");
}
