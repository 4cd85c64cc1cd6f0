using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Statistics;

public sealed class PlateauTests
{
    private static readonly double[] Quiet = [1, 1.01, 0.99, 1.005, 0.995];
    private static readonly double[] Other = [1.004, 0.996, 1.003, 0.99, 1.01];

    [Fact]
    public void Is_the_smallest_point_without_a_gain() =>
        Of((8, 0.5, Other), (1, 1, Quiet), (2, 0.7, Other), (4, 0.5, Quiet)).ShouldBe(4);

    [Fact]
    public void A_smaller_gain_than_five_percent_does_not_count() =>
        Of((1, 1, Quiet), (2, 0.98, Quiet), (4, 0.97, Quiet)).ShouldBe(1);

    [Fact]
    public void A_slow_point_in_between_is_not_the_last_gain() =>
        Of((1, 1, Quiet), (2, 1.1, Quiet), (4, 0.7, Quiet), (8, 0.7, Other)).ShouldBe(4);

    [Fact]
    public void No_plateau_when_the_largest_point_is_a_gain() =>
        Of((1, 1, Quiet), (2, 0.8, Quiet), (4, 0.6, Quiet)).ShouldBeNull();

    [Fact]
    public void No_plateau_when_a_gain_is_not_decided()
    {
        double[] noisy = [1.5, 0.6, 0.9, 1.4, 0.7];

        Of((1, 1, Quiet), (2, 0.9, noisy)).ShouldBeNull();
        Of((1, 1, Quiet), (2, 1, noisy)).ShouldBeNull();
        Of((1, 1, Quiet), (2, 1, Quiet[..2])).ShouldBeNull("two rounds give no interval");
        Of((1, 1, Quiet)).ShouldBeNull();
    }

    [Fact]
    public void A_plateau_and_an_increase_up_to_the_largest_point_are_decided()
    {
        double[] noisy = [1.5, 0.6, 0.9, 1.4, 0.7];

        IsDecided((1, 1, Quiet), (2, 1, Quiet)).ShouldBeTrue();
        IsDecided((1, 1, Quiet), (2, 0.8, Quiet), (4, 0.6, Quiet)).ShouldBeTrue();
        IsDecided((1, 1, Quiet)).ShouldBeTrue();
        IsDecided((1, 1, Quiet), (2, 0.9, noisy)).ShouldBeFalse();
        IsDecided((1, 1, Quiet), (2, 0.8, Quiet), (4, 0.78, noisy)).ShouldBeFalse();
    }

    private static double? Of(params (long Point, double Seconds, double[] Noise)[] curve) => Plateau.Of(Cases(curve), ComparisonRule.Usual);

    private static bool IsDecided(params (long Point, double Seconds, double[] Noise)[] curve) =>
        Plateau.IsDecided(Cases(curve), ComparisonRule.Usual);

    private static IEnumerable<(double Point, CaseResult Case)> Cases((long Point, double Seconds, double[] Noise)[] curve) =>
        Summaries.Of([.. curve.Select(each => TestCases.Of("set", "here", each.Point,
            [.. each.Noise.Index().Select(run => TimedRun.Of(run.Index + 1, each.Seconds * run.Item))]))], null, null)
            .Select(@case => (@case.Point!.Value, @case));
}
