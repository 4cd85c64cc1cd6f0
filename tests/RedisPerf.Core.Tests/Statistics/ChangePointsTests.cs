using MathNet.Numerics.Distributions;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

public sealed class ChangePointsTests
{
    [Theory]
    [InlineData(29)]
    [InlineData(0)]
    public void A_short_series_has_no_changes(int count) =>
        ChangePoints.Find([.. Enumerable.Range(0, count).Select(index => index < 15 ? 0.0 : 9)]).ShouldBeEmpty();

    [Fact]
    public void A_constant_series_has_no_changes() => ChangePoints.Find([.. Enumerable.Repeat(1.0, 60)]).ShouldBeEmpty();

    [Fact]
    public void Finds_a_step_with_its_levels()
    {
        var change = ChangePoints.Find(Series(7, 60, index => index < 37 ? 1.0 : 1.1)).ShouldHaveSingleItem();

        change.Index.ShouldBe(37);
        change.Before.ShouldBe(1.0, 0.01);
        change.After.ShouldBe(1.1, 0.01);
        change.Chance.ShouldBeLessThanOrEqualTo(ChangePoints.Level);
    }

    [Fact]
    public void Finds_a_level_that_returns_and_a_later_one() =>
        ChangePoints.Find(Series(3, 120, index => index is >= 40 and < 60 ? 1.2 : index >= 100 ? 0.9 : 1.0)).Select(change => change.Index)
            .ShouldBe([40, 60, 100]);

    [Fact]
    public void The_same_series_has_the_same_changes()
    {
        var series = Series(5, 90, index => index < 30 ? 1.0 : 1.05);
        ChangePoints.Find(series).ShouldBe(ChangePoints.Find(series));
    }

    [Fact]
    public void A_few_delayed_runs_are_no_change() =>
        ChangePoints.Find(Series(11, 60, index => index % 17 == 0 ? 1.6 : 1.0)).ShouldBeEmpty();

    [Theory]
    [InlineData(30)]
    [InlineData(60)]
    public void About_one_of_a_hundred_series_without_a_change_has_one(int count)
    {
        const int series = 400;
        var found = Enumerable.Range(0, series).Count(seed => ChangePoints.Find(Series(1000 + seed, count, _ => 1.0)).Count > 0);

        // With 1%, more than 10 of 400 have a chance of 0.3%.
        found.ShouldBeLessThanOrEqualTo(10);
    }

    private static double[] Series(int seed, int count, Func<int, double> level)
    {
        var random = new Random(seed);
        return [.. Enumerable.Range(0, count).Select(index => level(index) * Math.Exp(Normal.Sample(random, 0, 0.02)))];
    }
}
