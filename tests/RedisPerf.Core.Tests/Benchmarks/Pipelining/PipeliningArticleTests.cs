using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Published;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Articles;
using RedisPerf.Core.Tests.Reporting.Articles;

namespace RedisPerf.Core.Tests.Benchmarks.Pipelining;

public sealed class PipeliningArticleTests
{
    private static readonly PublishedArticle Article = Catalogue.Default.Find("pipelining")!.Info.Article!;

    [Theory]
    [InlineData(0, 10_000, 1, 8.0)]
    [InlineData(1, 1_000, 1e-3, 18.9)]
    [InlineData(2, 1_000, 1e-3, 8.7)]
    public void Rates_and_factors_follow_from_the_times(int table, int operations, double secondsPerUnit, double factor)
    {
        var rows = Article.Tables[table].Rows;

        foreach (var row in rows)
        {
            var rate = operations / ((double)row.Values[0]!.Value * secondsPerUnit);
            rate.ShouldBe((double)row.Values[1]!.Value, rate * 0.002, row.Label);
        }

        ((double)(rows[0].Values[0]!.Value / rows[1].Values[0]!.Value)).ShouldBe(factor, 0.05);
    }

    [Fact]
    public void Times_of_one_write_are_compared_as_times_of_the_whole_run()
    {
        var job = PublishedJobs.Of("pipelining", "items", 10_000, new("one-by-one", null, 0.5, 10_000),
            new("pipelined", 10_000, 0.02, 10_000), new("pipelined", 100, 0.03, 10_000));

        var compared = ComparedTable.Of(Article.Tables[0], job).ShouldNotBeNull();

        compared.Rows.Select(row => Math.Round(row.Ours[0]!.Value, 9)).ShouldBe([0.5, 0.02]);
        compared.Rows[1].Ours[1]!.Value.ShouldBe(500_000, 1e-3);
        compared.Rows[1].OurShare!.Value.ShouldBe(0.04, 1e-9);
    }

    [Fact]
    public void Increment_faster_than_the_published_one_is_a_proof()
    {
        Func<JobDocument, string?> proof = Article.Corrections[1].ProofBy;

        proof(Increments(0.038)).ShouldBe("Measured: an INCR by `incr-one-by-one` took 38.0 µs.");
        proof(Increments(0.9)).ShouldBeNull();
    }

    [Fact]
    public void Batches_of_several_sizes_are_a_proof()
    {
        Func<JobDocument, string?> proof = Article.Corrections[2].ProofBy;
        PublishedCase[] cases = [new("pipelined", 1, 0.4, 10_000), new("pipelined", 1_000, 0.02, 10_000)];

        proof(PublishedJobs.Of("pipelining", "items", 10_000, cases))
            .ShouldBe("Measured: a SET by `pipelined` took 40.0 µs in batches of 1, 2.00 µs in batches of 1,000.");
        proof(PublishedJobs.Of("pipelining", "items", 10_000, cases[0])).ShouldBeNull();
    }

    private static JobDocument Increments(double seconds) =>
        PublishedJobs.Of("pipelining", "increments", 1_000, new PublishedCase("incr-one-by-one", null, seconds, 1_000));
}
