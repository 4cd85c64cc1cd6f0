using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Published;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Articles;
using RedisPerf.Core.Tests.Model;
using RedisPerf.Core.Tests.Reporting.Articles;

namespace RedisPerf.Core.Tests.Benchmarks.Mget;

public sealed class MgetArticleTests
{
    private static readonly PublishedArticle Article = Catalogue.Default.Find("mget")!.Info.Article!;

    private static readonly (long Keys, double Milliseconds, double Rate, double Percent, double Lg)[] Rows =
        [.. Article.Tables[0].Rows.Select(row => (row.Point!.Value, Value(row, 0), Value(row, 1), Value(row, 2), Value(row, 3)))];

    [Fact]
    public void The_table_has_the_34_key_counts_of_the_benchmark_in_their_order() =>
        Rows.Select(row => (object)row.Keys).ShouldBe((IReadOnlyList<object>)Catalogue.Default.Find("mget")!.Info.Options.Find("keysPerCall")!.Default);

    [Fact]
    public void Time_rate_and_logarithm_of_each_row_agree()
    {
        foreach (var row in Rows)
        {
            (1e3 / row.Rate).ShouldBe(row.Milliseconds, 0.0006, $"{row.Keys} keys");
            Math.Log10(row.Keys).ShouldBe(row.Lg, 0.0006, $"{row.Keys} keys");
        }
    }

    [Fact]
    public void Only_the_three_percentages_that_a_correction_names_do_not_follow_from_the_rates()
    {
        var off = Rows.Where(row => Math.Abs((row.Rate / Rows[0].Rate * 100) - row.Percent) > 0.1).ToArray();

        off.Select(row => (row.Keys, Math.Round(row.Rate / Rows[0].Rate * 100, 1), row.Percent))
            .ShouldBe([(2, 100.9, 100), (3, 98.8, 99.8), (14, 84.8, 84.4)]);
        Article.Corrections[2].Text.ShouldContain("98.8% of the single-key rate instead of 99.8%");
        Article.Corrections[2].Text.ShouldContain("84.8% instead of 84.4%");
    }

    [Fact]
    public void The_rate_of_keys_is_highest_with_2000_keys_and_stays_above_1500000()
    {
        var rates = Rows.ToDictionary(row => row.Keys, row => row.Keys * row.Rate);

        rates[1].ShouldBe(25_056, 1);
        rates.MaxBy(rate => rate.Value).Key.ShouldBe(2_000);
        rates[2_000].ShouldBe(1_665_278, 1);
        rates.Where(rate => rate.Key >= 2_000).ShouldAllBe(rate => rate.Value > 1_500_000);
    }

    [Fact]
    public void Higher_key_rate_of_larger_calls_is_a_proof()
    {
        Func<JobDocument, string?> proof = Article.Corrections[0].ProofBy;

        proof(Job((1, 40e-6), (1_000, 500e-6), (10_000, 6e-3)))
            .ShouldBe("Measured: `mget` read 25000 keys/s with 1 key per call and 2000000 keys/s with 1,000.");
        proof(Job((1, 40e-6), (10, 500e-6))).ShouldBeNull("more keys in a call were slower");
        proof(Job((10, 40e-6), (100, 50e-6))).ShouldBeNull("there is no call with one key");
        var imported = Job((1, 40e-6), (10, 50e-6));
        proof(imported with { Cases = [.. imported.Cases.Select(@case => @case.AtPoint(null, "keysPerCall"))] })
            .ShouldBeNull("an imported job can have cases without a point");
    }

    [Fact]
    public void Faster_calls_with_20_keys_than_with_25_are_a_proof()
    {
        Func<JobDocument, string?> proof = Article.Corrections[1].ProofBy;

        proof(Job((20, 50e-6), (25, 55e-6))).ShouldBe("Measured: a call with 20 keys took 50.0 µs, a call with 25 keys 55.0 µs.");
        proof(Job((20, 55e-6), (25, 50e-6))).ShouldBeNull();
        proof(Job((20, 50e-6))).ShouldBeNull();
    }

    [Fact]
    public void Rows_are_compared_with_one_key_in_milliseconds_and_calls_per_second()
    {
        var compared = ComparedTable.Of(Article.Tables[0], Job((1, 50e-6), (100, 100e-6))).ShouldNotBeNull();

        compared.Table.ComparedWith.ShouldBe("1 key");
        compared.IsLong.ShouldBeFalse("the job has two of the 34 points");
        compared.Rows.Select(row => row.Published.Point).ShouldBe([1, 100]);
        var hundred = compared.Rows[1];
        hundred.Ours.Select(value => Math.Round(value!.Value, 6)).ShouldBe([0.1, 10_000]);
        hundred.OurShare!.Value.ShouldBe(2, 1e-9);
        hundred.PublishedShare!.Value.ShouldBe(0.096 / 0.040, 1e-9);
    }

    [Fact]
    public void The_published_curve_is_in_seconds_per_call()
    {
        var line = Article.Lines(Job((1, 50e-6))).ShouldHaveSingleItem();

        line.Points.Count.ShouldBe(34);
        line.Points[^1].ShouldBe(new ReferencePoint(10_000, 0.006141));
    }

    private static JobDocument Job(params (long Keys, double SecondsPerCall)[] calls) =>
        PublishedJobs.Of(
            "mget", "keys", 500_000, [.. calls.Select(call => new PublishedCase("mget", call.Keys, call.SecondsPerCall * 1_000, 1_000))]);

    private static double Value(PublishedRow row, int column) => (double)row.Values[column]!.Value;
}
