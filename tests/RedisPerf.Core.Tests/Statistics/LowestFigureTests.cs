using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Statistics;

/// <summary>The case with the lowest value of a figure other than the time.</summary>
public sealed class LowestFigureTests
{
    private const string Figure = "usedMemory";

    [Fact]
    public void The_lowest_value_is_found_when_each_round_agrees() =>
        Find(Case("a", 70, 71, 72), Case("b", 10, 11, 10), Case("c", 120, 119, 121)).ShouldBe("b");

    [Fact]
    public void Values_without_scatter_are_decided() => Find(Case("a", 70, 70, 70), Case("b", 10, 10, 10)).ShouldBe("b");

    [Fact]
    public void Overlapping_or_equal_values_are_not_decided()
    {
        Find(Case("a", 10, 30, 12), Case("b", 11, 9, 31)).ShouldBeNull();
        Find(Case("a", 10, 10, 10), Case("b", 10, 10, 10)).ShouldBeNull();
    }

    [Fact]
    public void Fewer_than_three_rounds_are_not_decided() => Find(Case("a", 70, 70), Case("b", 10, 10)).ShouldBeNull();

    [Fact]
    public void A_case_without_values_is_not_compared_and_one_alone_is_no_answer()
    {
        Find(Case("a", 70, 71, 72), Case("b", null, null, null), Case("c", 90, 91, 92)).ShouldBe("a");
        Find(Case("a", 70, 71, 72), Case("b", 0, -4, null)).ShouldBeNull();
        Find().ShouldBeNull();
    }

    private static string? Find(params CaseResult[] cases) =>
        LowestFigure.Of(cases, run => run.Figures?.GetValueOrDefault(Figure, double.NaN), ComparisonRule.Usual)?.Strategy;

    private static CaseResult Case(string strategy, params double?[] values) => TestCases.Of(strategy, "mine", null,
    [
        .. values.Select((value, round) => new Run
        {
            Round = round, Warmup = false, State = RunState.Ok, Verified = true, Seconds = 1,
            Figures = value is { } known ? new Dictionary<string, double> { [Figure] = known } : null,
        }),
    ]);
}
