using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Published;
using RedisPerf.Core.Reporting.Articles;
using RedisPerf.Core.Reporting.Charts;

namespace RedisPerf.Core.Tests.Reporting.Articles;

/// <summary>The bars of an article and of a job, each relative to the fastest one of its source.</summary>
public sealed class RelativeResultsTests
{
    private static readonly PublishedArticle Insert = Catalogue.Default.Find("insert")!.Info.Article!;

    [Fact]
    public void Each_source_is_relative_to_its_own_fastest_result_at_any_size()
    {
        var job = PublishedJobs.Insert(1_000, ("multi-exec", 2, 1_000), ("batch", 4, 1_000), ("hset", 0.5, 1_000));

        var results = RelativeResults.Of(Insert, job).ShouldNotBeNull();

        results.Rows.Select(row => (row.Strategy, row.Ours)).ShouldBe([("multi-exec", 1), ("batch", 2)]);
        results.Rows.Select(row => row.Theirs).ShouldBe([14.51 / 13.16, 1], 0.0001);
    }

    [Fact]
    public void One_result_in_common_is_no_comparison() =>
        RelativeResults.Of(Insert, PublishedJobs.Insert(1_000, ("multi-exec", 2, 1_000), ("hset", 1, 1_000))).ShouldBeNull();

    [Fact]
    public void A_bar_is_as_long_as_its_ratio_and_ends_at_ten_times()
    {
        var job = PublishedJobs.Insert(1_000, ("multi-exec", 2, 1_000), ("batch", 1, 1_000), ("lua", 30, 1_000));

        var chart = RelativeBars.Draw(RelativeResults.Of(Insert, job)!);

        var ours = chart.Descendants().Where(part => part.Attribute("class")?.Value == "ours")
            .Select(bar => double.Parse(bar.Attribute("width")!.Value, System.Globalization.CultureInfo.InvariantCulture)).ToArray();
        (ours[0] / ours[1]).ShouldBe(2, 0.01);
        (ours[2] / ours[1]).ShouldBe(10, 0.01);
        chart.Value.ShouldContain("30.0×");
    }
}
