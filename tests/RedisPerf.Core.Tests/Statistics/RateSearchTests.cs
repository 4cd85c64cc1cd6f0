using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

public sealed class RateSearchTests
{
    private static readonly RateSearch Search = new(1_000, 20, 1_000_000);

    [Theory]
    [InlineData(1_000, 30)]
    [InlineData(1_000, 1_000)]
    [InlineData(1_000, 1_700)]
    [InlineData(1_000, 43_210)]
    [InlineData(50_000, 400)]
    public void The_interval_contains_the_capacity_and_both_ends_are_confirmed(int first, int capacity)
    {
        var probes = Probe(new(first, 20, 1_000_000), rate => rate <= capacity ? ProbeOutcome.Held : ProbeOutcome.Missed, out var found);

        found.End.ShouldBe(SearchEnd.Found);
        (found.Low <= capacity && found.High > capacity).ShouldBeTrue();
        ((double)found.High! / found.Low!.Value).ShouldBeLessThanOrEqualTo(Math.Max(RateSearch.Resolution, 1 + (1.0 / found.Low.Value)));
        probes.Count(probe => probe.Rate == found.Low).ShouldBe(2);
        probes.Count(probe => probe.Rate == found.High).ShouldBe(2);
        probes[^1].Rate.ShouldNotBe(probes[^2].Rate, "the confirmations alternate");
        probes.Count.ShouldBeLessThan(22);
    }

    [Fact]
    public void One_disturbed_probe_does_not_change_the_answer()
    {
        for (var disturbed = 0; disturbed < 12; disturbed++)
        {
            var number = 0;
            Probe(Search, rate => (rate <= 43_210) == (number++ != disturbed) ? ProbeOutcome.Held : ProbeOutcome.Missed, out var found);

            found.End.ShouldBe(SearchEnd.Found, $"probe {disturbed}");
            found.Low!.Value.ShouldBeLessThanOrEqualTo(43_210);
            found.High!.Value.ShouldBeGreaterThan(43_210);
            ((double)found.High.Value / found.Low.Value).ShouldBeLessThanOrEqualTo(RateSearch.Resolution);
        }
    }

    [Fact]
    public void Rates_that_are_too_close_to_the_objective_are_inside_of_the_interval()
    {
        Probe(Search, rate => rate < 8_000 ? ProbeOutcome.Held : rate > 12_000 ? ProbeOutcome.Missed : ProbeOutcome.Close, out var found);

        found.End.ShouldBe(SearchEnd.Found);
        found.Low!.Value.ShouldBeInRange(7_500, 7_999);
        found.High!.Value.ShouldBeInRange(12_001, 12_750);
    }

    [Theory]
    [InlineData(ProbeOutcome.Generator, SearchEnd.Generator)]
    [InlineData(ProbeOutcome.Missed, SearchEnd.Found)]
    public void A_generator_that_is_the_limit_has_no_interval(ProbeOutcome above, SearchEnd end)
    {
        Probe(Search, rate => rate <= 5_000 ? ProbeOutcome.Held : above, out var found);

        found.End.ShouldBe(end);
    }

    [Theory]
    [InlineData(ProbeOutcome.Held, SearchEnd.AboveHighest, 1_000_000)]
    [InlineData(ProbeOutcome.Missed, SearchEnd.BelowLowest, 20)]
    [InlineData(ProbeOutcome.Generator, SearchEnd.Generator, 20)]
    [InlineData(ProbeOutcome.Close, SearchEnd.BelowLowest, 20)]
    public void A_search_without_an_interval_ends_at_a_limit(ProbeOutcome outcome, SearchEnd end, int rate)
    {
        var probes = Probe(Search, _ => outcome, out var found);

        found.End.ShouldBe(end);
        probes[^1].Rate.ShouldBe(rate);
        probes[^2].Rate.ShouldBe(rate);
    }

    [Fact]
    public void Probes_at_one_rate_that_disagree_are_undecided()
    {
        var counts = new Dictionary<int, int>();
        var probes = Probe(Search, rate => (counts[rate] = counts.GetValueOrDefault(rate) + 1) % 2 == 1 ? ProbeOutcome.Held : ProbeOutcome.Missed,
            out var found);

        found.End.ShouldBe(SearchEnd.Unsteady);
        probes.Count.ShouldBeLessThan(63);
    }

    private static List<(int Rate, ProbeOutcome Outcome)> Probe(RateSearch search, Func<int, ProbeOutcome> server, out RateSearchResult found)
    {
        var probes = new List<(int Rate, ProbeOutcome Outcome)>();
        while ((found = search.Find(probes)).Next is { } rate && probes.Count < 100)
        {
            probes.Add((rate, server(rate)));
        }

        return probes;
    }
}
