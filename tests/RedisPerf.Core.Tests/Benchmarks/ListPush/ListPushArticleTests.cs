using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Published;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Articles;
using RedisPerf.Core.Tests.Reporting.Articles;

namespace RedisPerf.Core.Tests.Benchmarks.ListPush;

public sealed class ListPushArticleTests
{
    private static readonly PublishedArticle Article = Catalogue.Default.Find("list-push")!.Info.Article!;

    [Fact]
    public void Medians_follow_from_the_three_runs() =>
        Article.Tables[0].Rows.ShouldAllBe(row => row.Values[0] == row.Values.Skip(1).Order().ElementAt(1));

    [Fact]
    public void Factors_of_the_answer_follow_from_the_medians()
    {
        var medians = Article.Tables[0].Rows.Select(row => (double)row.Values[0]!.Value).ToArray();

        (medians[0] / medians[2]).ShouldBe(143, 0.5);
        (medians[1] / medians[3]).ShouldBe(156, 0.5);
        Article.Answer.ShouldContain("143 times as fast on the left and 156 times on the right");
    }

    [Fact]
    public void The_bulk_loop_sends_17_percent_fewer_digits()
    {
        var single = Enumerable.Range(0, 1_000_000).Sum(number => $"{number}".Length);
        var bulk = 10 * Enumerable.Range(0, 100_000).Sum(number => $"{number}".Length);

        (single, bulk).ShouldBe((5_888_890, 4_888_900));
        (1 - ((double)bulk / single)).ShouldBe(0.17, 0.005);
        Article.Corrections[2].Text.ShouldContain("4,888,900 digits instead of 5,888,890, 17% fewer");
    }

    [Fact]
    public void First_bulk_push_about_as_fast_as_the_second_is_a_proof()
    {
        Func<JobDocument, string?> proof = Article.Corrections[0].ProofBy;

        proof(Job(Bulk(first: 0.050, second: 0.040)))
            .ShouldBe("Measured: the first push of 100,000 numbers by `lpush-bulk` took 50.0 ms, the second 40.0 ms.");
        proof(Job(Bulk(first: 0.400, second: 0.040))).ShouldBeNull("as large a difference as in the article");
        proof(Job(new PublishedCase("lpush-bulk", 100_000, 0.5, 1_000_000))).ShouldBeNull("no push was timed");
    }

    [Fact]
    public void Single_push_below_1_ms_is_a_proof()
    {
        Func<JobDocument, string?> proof = Article.Corrections[1].ProofBy;

        proof(Job(Single("lpush", 25e-6))).ShouldBe("Measured: a push by `lpush` took 25.0 µs (median of the first pushes).");
        proof(Job(Single("lpush", 2e-3))).ShouldBeNull();
    }

    [Fact]
    public void Job_with_pipelined_pushes_is_a_proof()
    {
        Func<JobDocument, string?> proof = Article.Corrections[3].ProofBy;
        PublishedCase[] cases = [new("rpush", null, 40, 1_000_000), new("rpush-pipelined", null, 2, 1_000_000),
            new("rpush-bulk", 1_000, 0.6, 1_000_000), new("rpush-bulk", 100_000, 0.4, 1_000_000)];

        proof(Job(cases)).ShouldBe(
            "Measured: the same numbers took 40.0 s by `rpush`, 2.00 s by `rpush-pipelined` and 0.400 s by `rpush-bulk` with 100,000 per push.");
        proof(Job(cases[0], cases[3])).ShouldBeNull();
    }

    [Fact]
    public void All_strategies_are_compared_with_single_left_pushes()
    {
        var compared = ComparedTable.Of(Article.Tables[0], Job(Single("lpush", 25e-6), Bulk(0.05, 0.04))).ShouldNotBeNull();

        var bulk = compared.Rows.Single(row => row.Case?.Strategy == "lpush-bulk");
        bulk.Ours.ShouldBe([500]);
        bulk.OurShare!.Value.ShouldBe(0.5 / 40, 1e-9);
        bulk.PublishedShare!.Value.ShouldBe(856d / 122_401, 1e-9);
    }

    [Fact]
    public void First_pushes_are_compared_in_milliseconds()
    {
        var compared = ComparedTable.Of(Article.Tables[1], Job(Bulk(0.05, 0.04))).ShouldNotBeNull();

        compared.Rows.Single().Ours.ShouldBe([50, 40, null]);
    }

    private static PublishedCase Single(string strategy, double median) =>
        new(strategy, null, 40, 1_000_000) { Figures = new() { ["firstMedian"] = median } };

    private static PublishedCase Bulk(double first, double second) =>
        new("lpush-bulk", 100_000, 0.5, 1_000_000) { Figures = new() { ["push1"] = first, ["push2"] = second } };

    private static JobDocument Job(params PublishedCase[] cases) => PublishedJobs.Of("list-push", "items", 1_000_000, cases);
}
