using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

/// <summary>The estimate of the rounds that decide a comparison.</summary>
public sealed class NeededRoundsTests
{
    [Fact]
    public void A_ratio_whose_interval_almost_leaves_1_out_needs_a_few_rounds() =>
        NeededRounds.Estimate(Ratio(0.9, 0.8, 1.01), 5).ShouldNotBeNull().ShouldBeInRange(1, 14);

    [Fact]
    public void A_wider_interval_needs_more_rounds() =>
        NeededRounds.Estimate(Ratio(0.9, 0.7, 1.16), 5).ShouldNotBeNull()
            .ShouldBeGreaterThan(NeededRounds.Estimate(Ratio(0.9, 0.8, 1.01), 5)!.Value);

    [Fact]
    public void A_difference_that_is_small_against_the_noise_has_no_estimate()
    {
        NeededRounds.Estimate(Ratio(0.999, 0.5, 2), 5).ShouldBeNull();
        NeededRounds.Estimate(Ratio(0.9, 0.8, 1.01), SequentialRule.MaxRounds).ShouldBeNull("no more rounds can be added");
        NeededRounds.Estimate(new("baseline", 0.9, null, null, Verdict.Unclear), 2).ShouldBeNull();
    }

    [Fact]
    public void The_estimate_ends_at_a_check()
    {
        for (var rounds = 3; rounds < 60; rounds++)
        {
            if (NeededRounds.Estimate(Ratio(0.9, 0.75, 1.08), rounds) is { } more)
            {
                SequentialRule.NextCheck(rounds + more - 1).ShouldBe(rounds + more);
            }
        }
    }

    private static Ratio Ratio(double value, double low, double high) => new("baseline", value, low, high, Verdict.Unclear);
}
