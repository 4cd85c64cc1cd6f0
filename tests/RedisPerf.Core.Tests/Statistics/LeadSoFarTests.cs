using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Statistics;

public sealed class LeadSoFarTests
{
    [Fact]
    public void One_turn_is_not_enough() => Of(Slices("a", 1), Slices("b", 2)).ShouldBeNull();

    [Fact]
    public void Two_turns_of_the_warm_up_give_a_lead_without_an_interval()
    {
        var lead = Of(Slices("base", 2, 2), Slices("b", 1, 1)).ShouldNotBeNull();

        (lead.Leader.Strategy, lead.Other.Strategy, lead.Speed.Low).ShouldBe(("b", "base", null));
        lead.Speed.Value.ShouldBe(2, 1e-9);
        lead.IsWarmup.ShouldBeTrue();
        lead.IsAhead.ShouldBeTrue();
    }

    [Fact]
    public void The_interval_comes_from_the_common_turns()
    {
        var lead = Of(Slices("base", 2, 2.2, 1.9, 2.1), Slices("b", 1, 1.1, 0.95, 1)).ShouldNotBeNull();

        lead.Speed.Low.ShouldNotBeNull().ShouldBeGreaterThan(1.5);
        lead.Speed.High.ShouldNotBeNull().ShouldBeLessThan(2.5);
    }

    [Fact]
    public void A_baseline_that_leads_is_compared_with_the_second_case()
    {
        var lead = Of(Slices("base", 1, 1), Slices("c", 5, 5), Slices("b", 3, 3)).ShouldNotBeNull();

        (lead.Leader.Strategy, lead.Other.Strategy).ShouldBe(("base", "b"));
        lead.Speed.Value.ShouldBe(3, 1e-9);
    }

    [Fact]
    public void A_second_case_within_the_noise_is_no_lead()
    {
        var lead = Of(Slices("base", 9, 9, 9, 9), Slices("b", 1, 1.2, 0.9, 1.1), Slices("c", 1.15, 1.05, 1.1, 0.95)).ShouldNotBeNull();

        lead.Other.Strategy.ShouldBe("base");
        lead.IsAhead.ShouldBeFalse();
    }

    [Fact]
    public void Timed_turns_replace_those_of_the_warm_up()
    {
        var (a, b) = (Ran("base", warmup: true, 1, 1), Ran("b", warmup: true, 5, 5));
        var slices = Lists(SlicesOf("base", 1, 4, 4), SlicesOf("b", 1, 2, 2));

        var lead = LeadSoFar.Of([a, b], slices, "base", ComparisonRule.Usual).ShouldNotBeNull();

        (lead.Leader.Strategy, lead.IsWarmup).ShouldBe(("b", false));
        lead.Speed.Value.ShouldBe(2, 1e-9);
    }

    [Fact]
    public void A_run_that_was_measured_as_a_whole_is_compared_with_the_slices_of_the_others()
    {
        var lead = LeadSoFar.Of(
            [Ran("base", warmup: true, 20), TestCases.Of("b", "mine", null, [])], Lists(Slices("b", 1, 1)), "base", ComparisonRule.Usual)
            .ShouldNotBeNull();

        (lead.Leader.Strategy, lead.Speed.Value, lead.Speed.Low).ShouldBe(("b", 2, null));
    }

    [Fact]
    public void A_figure_of_a_whole_run_has_no_estimate() =>
        LeadSoFar.Of([TestCases.Of("a", "mine", null, []), TestCases.Of("b", "mine", null, [])], Lists(Slices("a", 1, 1), Slices("b", 2, 2)), "a",
            ComparisonRule.Usual with { Figure = "latency" }).ShouldBeNull();

    private static LeadSoFar? Of(params (CaseKey Key, RunSlice[] Slices)[] cases) =>
        LeadSoFar.Of([.. cases.Select(each => CaseResult.Of(each.Key, []))], Lists(cases), "base", ComparisonRule.Usual);

    private static Dictionary<CaseKey, IReadOnlyList<RunSlice>> Lists(params (CaseKey Key, RunSlice[] Slices)[] cases) =>
        cases.ToDictionary(each => each.Key, IReadOnlyList<RunSlice> (each) => each.Slices);

    private static (CaseKey, RunSlice[]) Slices(string strategy, params double[] seconds) => SlicesOf(strategy, 0, seconds);

    // Each run has ten slices; round 0 is the warm-up.
    private static (CaseKey, RunSlice[]) SlicesOf(string strategy, int round, params double[] seconds) => (
        TestCases.Key(strategy, "mine"),
        [.. seconds.Select((each, turn) => new RunSlice(round, round == 0, turn, 10, each, 100, 1_000, null, null))]);

    private static CaseResult Ran(string strategy, bool warmup, params double[] slices) => TestCases.Of(strategy, "mine", null,
    [
        TimedRun.Of(0, slices.Sum()) with { Warmup = warmup, Slices = slices.Length > 1 ? slices : null },
    ]);
}
