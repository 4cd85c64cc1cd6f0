using System.Xml.Linq;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;

namespace RedisPerf.Core.Tests.Reporting.Charts;

public sealed class BadgeTests
{
    [Fact]
    public void Names_the_winner_and_its_ratio_to_the_baseline() => LabelOf(Samples.Completed).ShouldMatch("^sample · hset 0\\.\\d+× multi-exec$");

    [Theory]
    [InlineData(JobState.Queued, "not finished")]
    [InlineData(JobState.Running, "not finished")]
    [InlineData(JobState.Failed, "failed")]
    [InlineData(JobState.Cancelled, "cancelled")]
    [InlineData(JobState.Interrupted, "interrupted")]
    public void A_job_that_is_not_completed_has_no_winner(JobState state, string text) =>
        LabelOf(Samples.Completed with { State = state }).ShouldBe($"sample · {text}");

    [Fact]
    public void An_open_comparison_is_not_decided() => LabelOf(Samples.Completed with
    {
        Cases = [.. Samples.Completed.Cases.Where(@case => @case.Strategy == "multi-exec"),
            .. Samples.Completed.Cases.Where(@case => @case.Strategy == "multi-exec").Select(@case => @case with
            {
                Strategy = "hset", Runs = [.. @case.Runs.Select(run => run with { Seconds = run.Seconds * (run.Round % 2 == 0 ? 1.3 : 0.8) })],
            })],
    }).ShouldBe("sample · not decided");

    [Fact]
    public void Text_is_escaped_and_nothing_is_loaded()
    {
        var badge = Badge.Write(Samples.Completed with { Benchmark = "<script>\"&" }, null);

        var picture = XDocument.Parse(badge);
        picture.Descendants().Select(element => element.Name.LocalName).Distinct().ShouldBe(["svg", "title", "rect", "text"]);
        picture.Root!.Attribute("aria-label")!.Value.ShouldBe("<script>\"& · completed");
        badge.Replace("http://www.w3.org/2000/svg", "", StringComparison.Ordinal).ShouldNotContain("http");
    }

    private static string LabelOf(JobDocument document) =>
        XDocument.Parse(Badge.Write(document, Samples.Info)).Root!.Attribute("aria-label")!.Value;
}
