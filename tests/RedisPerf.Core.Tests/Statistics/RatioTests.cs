using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

public sealed class RatioTests
{
    // Reference values: mean ± t(0.975, n − 1) · s / √n of the logarithms, with t from a printed table (2.776445, 12.706205).
    [Fact]
    public void The_interval_is_students_on_the_logarithms()
    {
        var ratio = Ratio.OfRounds("base", [0.80, 0.85, 0.78, 0.83, 0.81]).ShouldNotBeNull();

        ratio.Baseline.ShouldBe("base");
        ratio.Value.ShouldBe(0.8136419, 1e-6);
        ratio.Low.ShouldNotBeNull().ShouldBe(0.780829, 1e-5);
        ratio.High.ShouldNotBeNull().ShouldBe(0.847834, 1e-5);
        ratio.Verdict.ShouldBe(Verdict.Faster);
    }

    [Fact]
    public void Turning_every_ratio_round_turns_the_interval_round()
    {
        double[] ratios = [1.3, 1.1, 1.25, 1.4];

        var ratio = Ratio.OfRounds("base", ratios).ShouldNotBeNull();
        var turned = Ratio.OfRounds("base", [.. ratios.Select(value => 1 / value)]).ShouldNotBeNull();

        turned.Value.ShouldBe(1 / ratio.Value, 1e-12);
        turned.Low!.Value.ShouldBe(1 / ratio.High!.Value, 1e-12);
        (ratio.Verdict, turned.Verdict).ShouldBe((Verdict.Slower, Verdict.Faster));
    }

    [Theory]
    [InlineData(Verdict.Same, 1.0, 1.01, 0.99, 1.0)]
    [InlineData(Verdict.Same, 0.975, 0.975)]
    [InlineData(Verdict.Faster, 0.96, 0.96)]
    [InlineData(Verdict.Faster, 0.9, 0.92, 0.91)]
    [InlineData(Verdict.Slower, 1.04, 1.04)]
    [InlineData(Verdict.Slower, 2.0, 2.1, 1.9)]
    [InlineData(Verdict.Unclear, 0.8, 1.2, 1.0)]
    [InlineData(Verdict.Unclear, 0.5, 0.7)]
    [InlineData(Verdict.Unclear, 0.5)]
    public void The_verdict_is_what_the_interval_lets_one_say(Verdict verdict, params double[] ratios) =>
        Ratio.OfRounds("base", ratios).ShouldNotBeNull().Verdict.ShouldBe(verdict);

    [Fact]
    public void One_round_has_a_value_and_no_interval()
    {
        var ratio = Ratio.OfRounds("base", [0.5]).ShouldNotBeNull();

        ratio.ShouldBe(new Ratio("base", ratio.Value, null, null, Verdict.Unclear));
        ratio.Value.ShouldBe(0.5, 1e-12);
    }

    [Fact]
    public void No_round_has_no_ratio() => Ratio.OfRounds("base", []).ShouldBeNull();
}
