using MathNet.Numerics.Distributions;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Statistics;

/// <summary>One rule decides which case is the fastest.</summary>
public sealed class RankingTests(ITestOutputHelper output)
{
    [Fact]
    public void A_decided_lead_has_a_winner_and_the_others_are_sorted_by_the_median()
    {
        var ranking = Rank(Case("c", 3, 3.1, 2.9), Case("a", 1, 1.01, 0.99), Case("b", 2, 2.1, 1.9), Case("floor", 0.5, 0.5, 0.5));

        ranking.Winner!.Strategy.ShouldBe("a");
        ranking.Lead.ShouldBe(Lead.Decided);
        ranking.Emphasized.ShouldHaveSingleItem().Strategy.ShouldBe("a");
        ranking.Others.Select(@case => @case.Strategy).ShouldBe(["b", "c"]);
    }

    [Fact]
    public void A_lead_that_is_not_decided_is_no_tie()
    {
        var ranking = Rank(Case("a", 1, 1.2, 0.8), Case("b", 1.1, 0.9, 1.0), Case("c", 5, 5.1, 4.9));

        ranking.Winner.ShouldBeNull();
        ranking.Lead.ShouldBe(Lead.Undecided);
        ranking.First.Select(@case => @case.Strategy).ShouldBe(["a", "b"]);
        ranking.Emphasized.ShouldHaveSingleItem().Strategy.ShouldBe("a");
        ranking.Others.Single().Strategy.ShouldBe("c");
    }

    // The ratio of the rounds decides, not the quotient of the medians.
    [Fact]
    public void A_case_that_is_faster_in_each_common_round_leads()
    {
        var late = Case("b", 1, 1, 1, 1, 2.5, 2.52, 2.51);
        var ranking = Rank(Case("a", 1, 1.1, 1.05, 1.02, 3, 3.1, 3.01), late with { Runs = [.. late.Runs.Skip(4)] });

        ranking.Winner!.Strategy.ShouldBe("b");
        ranking.Others.Single().Strategy.ShouldBe("a");
        ranking.IsLeadDecided.ShouldBeTrue();
    }

    [Fact]
    public void A_case_that_is_slower_in_most_turns_does_not_lead_by_its_median()
    {
        double[] slow = [.. Enumerable.Repeat(1.1, 10)];
        double[] delayedOnce = [.. Enumerable.Repeat(1.0, 9), 3.0];

        var ranking = Rank(CaseOfSlices("a", slow), CaseOfSlices("b", delayedOnce));

        ranking.Winner!.Strategy.ShouldBe("b");
    }

    // The lead over "c" is undecided, but the baseline of the job is faster than "c".
    [Fact]
    public void A_case_that_is_slower_than_the_baseline_cannot_be_the_fastest()
    {
        var (a, b, c) = (Case("a", 1, 1, 1, 5, 5), Case("b", 1.1, 0.9, 1.2, 1.1, 1.05), Case("c", 2.2, 1.8, 2.4, 2.2, 2.1));

        Rank(a, b, c).First.Select(@case => @case.Strategy).ShouldBe(["a", "b", "c"], ignoreOrder: true);
        var ranking = Ranking.Of(Summaries.Of([a, b, c], null, "b"), null, ComparisonRule.Usual);

        ranking.First.Select(@case => @case.Strategy).ShouldBe(["a", "b"], ignoreOrder: true);
        ranking.Others.Single().Strategy.ShouldBe("c");
    }

    [Fact]
    public void Cases_within_the_margin_are_the_same_and_all_of_them_are_emphasized()
    {
        var ranking = Rank(Case("a", 1, 1.001, 0.999), Case("b", 1.001, 0.999, 1.002), Case("c", 2, 2.01, 1.99));

        (ranking.Lead, ranking.IsLeadDecided, ranking.Winner).ShouldBe((Lead.Shared, true, null));
        ranking.Emphasized.Select(@case => @case.Strategy).ShouldBe(["a", "b"]);
    }

    // The runs of "c" scatter, so its comparison with "a" is not decided, but "b" between them is slower.
    [Fact]
    public void A_case_behind_a_slower_one_is_not_among_the_first()
    {
        var ranking = Rank(Case("a", 1, 1.01, 0.99), Case("b", 2, 2.02, 1.98), Case("c", 3, 9, 0.5));

        ranking.First.ShouldHaveSingleItem().Strategy.ShouldBe("a");
        ranking.Others.Select(@case => @case.Strategy).ShouldBe(["b", "c"]);
        (ranking.Lead, ranking.Winner).ShouldBe((Lead.Undecided, null), "it may be faster than the leader");
    }

    [Fact]
    public void The_first_cases_are_contiguous_by_their_medians_and_only_a_decided_lead_emphasizes_more_than_the_lowest()
    {
        var random = new Random(7);
        for (var job = 0; job < 2_000; job++)
        {
            var noise = random.NextDouble();
            CaseResult[] cases = [.. Enumerable.Range(0, 2 + random.Next(6)).Select(number => Case($"{number}",
                [.. Enumerable.Range(0, 3 + random.Next(8))
                    .Select(_ => (1 + (random.Next(3) * random.NextDouble())) * Math.Exp(Normal.Sample(random, 0, noise * random.NextDouble())))]))];

            var ranking = Rank(cases);

            var ranked = ranking.First.Concat(ranking.Others).OrderBy(@case => @case.Summary!.Median).ToList();
            var places = ranking.First.Select(@case => ranked.IndexOf(@case)).Order().ToArray();
            places.ShouldBe(Enumerable.Range(places[0], places.Length));
            ranking.Others.Select(@case => @case.Summary!.Median).ShouldBeInOrder();
            (ranking.First.Count + ranking.Others.Count + ranking.Unranked.Count).ShouldBe(cases.Length);
            ranking.Emphasized.Count.ShouldBe(ranked.Count < 2 ? 0 : ranking.Lead == Lead.Shared ? ranking.First.Count : 1);
            if (ranking.Lead == Lead.Undecided && ranked.Count > 1)
            {
                ranking.Emphasized[0].Summary!.Median.ShouldBe(ranking.First.Min(@case => @case.Summary!.Median));
            }

            if (ranking.Lead == Lead.Shared)
            {
                ranking.First.Skip(1).ShouldAllBe(@case => Summaries.Against(@case, ranking.First[0], ComparisonRule.Usual)!.Verdict == Verdict.Same);
            }

            if (ranking.Winner is { } winner)
            {
                ranked.Where(@case => @case != winner).ShouldAllBe(
                    @case => Summaries.Against(@case, winner, ComparisonRule.Usual)!.Verdict == Verdict.Slower);
            }
        }
    }

    // The fastest case is chosen from the same runs, so a comparison with it is wrong more often than one of two fixed cases.
    [Fact]
    public void Eight_equal_cases_rarely_have_a_winner()
    {
        const int jobs = 1_000;
        var random = new Random(1);
        var rankings = Enumerable.Range(0, jobs)
            .Select(_ => Rank([.. Enumerable.Range(0, 8)
                .Select(number => Case($"{number}", [.. Enumerable.Range(0, 5).Select(_ => Math.Exp(Normal.Sample(random, 0, 0.09)))]))]))
            .ToArray();

        output.WriteLine($"{rankings.Count(ranking => ranking.Others.Count > 0)} of {jobs} jobs have a slower case, "
            + $"{rankings.Sum(ranking => ranking.Others.Count) / (7.0 * jobs):P1} of the comparisons.");
        rankings.Count(ranking => ranking.Winner is not null).ShouldBeLessThan(jobs / 100);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Two_rounds_rank_nothing(int rounds)
    {
        var ranking = Rank(Case("a", [.. Enumerable.Repeat(1.0, rounds)]), Case("b", [.. Enumerable.Repeat(2.0, rounds)]));

        ranking.First.ShouldBeEmpty();
        ranking.Winner.ShouldBeNull();
        ranking.Unranked.Count.ShouldBe(2);
    }

    [Fact]
    public void A_case_with_too_few_runs_neither_wins_nor_loses()
    {
        var ranking = Rank(Case("quick", 0.1), Case("a", 1, 1.01, 0.99), Case("b", 2, 2.01, 1.99));

        ranking.Winner!.Strategy.ShouldBe("a");
        ranking.Unranked.Single().Strategy.ShouldBe("quick");
    }

    [Fact]
    public void Without_another_case_there_is_no_winner()
    {
        Rank(Case("a", 1, 1, 1)).Winner.ShouldBeNull();
        Rank().First.ShouldBeEmpty();
    }

    [Fact]
    public void A_sweep_is_ranked_at_its_largest_point_with_the_cases_that_are_not_swept()
    {
        var cases = Summaries.Of([Case("a", 0.2).AtPoint(10), Case("a", 4).AtPoint(20), Case("b", 3).AtPoint(20),
            Case("level", 5)], "floor", null);

        Ranking.AtLargestPoint(cases, JobRequest.None.Varying(TestCases.Axis, 10, 20)).Select(@case => (@case.Strategy, @case.Point))
            .ShouldBe([("a", 20d), ("b", 20d), ("level", null)]);
    }

    // The lead over "c" is undecided. At each value of the second axis, the baseline decides it. "a" has the largest median.
    [Fact]
    public void On_two_axes_a_case_is_ranked_among_comparable_cases()
    {
        CaseResult[] cases = [At(Case("a", 1, 1, 5, 5), "1"), Case("b", 1.1, 0.9, 1.2, 1.1, 1.05), At(Case("c", 2.2, 1.8, 2.4, 2.2, 2.1), "1")];

        var ranking = Ranking.Of(Summaries.Of(cases, null, "b"), null, ComparisonRule.Usual);

        (ranking.First.Single().Strategy, ranking.Lead).ShouldBe(("b", Lead.Undecided));
        ranking.Others.Select(@case => @case.Strategy).ShouldBe(["c", "a"]);
        var request = JobRequest.None.Varying("keys", 1, 10).Varying("items", 1, 2) with { Targets = ["here"] };
        CaseResult[] all = [At(Case("a", 1), "2").AtPoint(10), At(Case("a", 2), "1").AtPoint(10), At(Case("b", 1), "1").AtPoint(1),
            At(Case("level", 3), "2"), Case("all", 4)];
        Ranking.Sort(all, request, null).Select(@case => @case.At.ToString()).ShouldBe(
            ["target=here", "target=here&items=1&keys=1", "target=here&items=1&keys=10", "target=here&items=2", "target=here&items=2&keys=10"]);
        Ranking.AtPoint(all, request, 10).Select(@case => @case.Strategy).ShouldBe(["a", "a", "level", "all"]);

        static CaseResult At(CaseResult @case, string items) => @case.At("items", items);
    }

    [Fact]
    public void Rows_are_sorted_by_place_and_point_and_then_by_the_median_with_the_floor_last()
    {
        var cases = Summaries.Of([Case("floor", 1), Case("b", 3), Case("a", 2), Case("a", 9).At("target", "there")], "floor", null);

        Ranking.Sort(cases, JobRequest.None with { Targets = ["there", "here"] }, "floor").Select(@case => @case.Summary!.Median)
            .ShouldBe([9.0, 2, 3, 1]);
    }

    private static Ranking Rank(params CaseResult[] cases) => Ranking.Of(Summaries.Of(cases, "floor", null), "floor", ComparisonRule.Usual);

    private static CaseResult Case(string strategy, params double[] seconds) =>
        TestCases.Of(strategy, "here", null, [.. seconds.Select((value, index) => TimedRun.Of(index + 1, value))]);

    private static CaseResult CaseOfSlices(string strategy, double[] slices) =>
        TestCases.Of(strategy, "here", null, [.. Enumerable.Range(1, 5).Select(round => TimedRun.Of(round, slices.Sum()) with { Slices = slices })]);
}
