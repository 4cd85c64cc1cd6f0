using System.Xml.Linq;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Reporting.Findings;

/// <summary>The answer as a sentence, a number and a scale.</summary>
public sealed class AnswerCardTests
{
    private static readonly double[] Clear = [1, 1.01, 0.99, 1.02, 0.98];
    private static readonly double[] ClearToo = [0.99, 1, 1.02, 1, 1.01];

    private static BenchmarkInfo Info { get; } = Samples.Info with { Columns = [], Items = "documents" };

    [Fact]
    public void The_sentence_has_one_number_and_the_rows_have_their_intervals()
    {
        var card = Card(("hset", 1, Clear), ("multi-exec", 1.9, ClearToo), ("gzip", 4, Clear));

        card.Sentence.ShouldBe("`hset` is 1.88× as fast as `multi-exec`");
        card.Number.ShouldBe("1.00 s instead of 1.90 s for 30,000 documents");
        card.Notes.ShouldBeEmpty();
        card.Text.ShouldBe("`hset` is 1.88× as fast as `multi-exec`: 1.00 s instead of 1.90 s for 30,000 documents.");
        card.Reference.ShouldBe("multi-exec");
        card.Rows.Select(row => row.Strategy).ShouldBe(["hset", "multi-exec", "gzip"]);
        var (first, baseline) = (card.Rows[0], card.Rows[1]);
        first.Words.ShouldBe(NumberFormat.SpeedWithInterval(first.Case.Summary!.Ratio!));
        first.Words.ShouldStartWith("1.88× as fast (1.8");
        first.Speed!.Value.ShouldBe(1 / first.Case.Summary!.Ratio!.Value, 1e-9);
        (first.Low < first.Speed && first.Speed < first.High).ShouldBeTrue();
        (baseline.IsReference, baseline.Speed, baseline.Words).ShouldBe((true, 1, "the baseline"));
        card.Rows[2].Words.ShouldMatch(@"^0\.4\d+× as fast \(0\.4");
        card.Rows.ShouldAllBe(row => row.IsDecided && row.Needed == null);
        var scale = card.Scale.ShouldNotBeNull();
        card.Rows.SelectMany(row => new[] { row.Low, row.Speed, row.High }).OfType<double>()
            .ShouldAllBe(value => value > scale.Min && value < scale.Max);
        scale.Ticks.ShouldContain(1);
        (scale.Min < Verdicts.SameLow && scale.Max > Verdicts.SameHigh).ShouldBeTrue();
        scale.Of(1).ShouldBe((0 - Math.Log(scale.Min)) / Math.Log(scale.Max / scale.Min), 1e-9);
    }

    [Fact]
    public void The_ticks_of_every_scale_cover_it_and_have_room_for_their_labels()
    {
        var random = new Random(1);
        for (var attempt = 0; attempt < 5_000; attempt++)
        {
            var low = Math.Exp((random.NextDouble() - 0.5) * 8);
            var high = low * Math.Exp(random.NextDouble() * 4);
            var row = new AnswerRow(TestCases.Of("a", "mine", null, []), low, low, high, Verdict.Unclear, false, "", null);
            var scale = AnswerScale.Of([row]).ShouldNotBeNull();

            var places = scale.Ticks.Select(scale.Of).ToArray();
            places.ShouldBeInOrder();
            (places[^1] - places[0]).ShouldBeGreaterThan(0.4, $"{low} to {high}: {string.Join(", ", scale.Ticks)}");
            places.Zip(places.Skip(1), (one, next) => next - one).Min().ShouldBeGreaterThan(0.08);
        }
    }

    [Fact]
    public void A_baseline_that_wins_is_compared_with_the_next_one() =>
        Card(("multi-exec", 1, Clear), ("hset", 1.3, ClearToo), ("gzip", 4, Clear)).Sentence
            .ShouldBe("`multi-exec` is fastest, 1.29× as fast as `hset`");

    [Fact]
    public void An_undecided_strategy_has_what_would_decide_it()
    {
        var card = Card(("hset", 0.5, Clear), ("multi-exec", 1, ClearToo), ("gzip", 1.1, [1, 1.15, 0.85, 1.1, 0.9]));

        var row = card.Rows.Single(row => row.Strategy == "gzip");
        row.IsDecided.ShouldBeFalse();
        row.Words.ShouldStartWith("not decided (");
        row.Needed.ShouldNotBeNull().ShouldMatch(@"^\d+ more rounds, \d+ (s|min)");
        card.Notes.ShouldContain($"`gzip` against `multi-exec` is not decided: about {row.Needed}.");
    }

    [Fact]
    public void Beyond_a_factor_of_10_nothing_is_stated()
    {
        var card = Card(("hset", 0.01, [1, 0.2, 4]), ("multi-exec", 5, [1, 1.01, 0.99]));

        card.Sentence.ShouldBe("`hset` is faster than `multi-exec`");
        card.Notes.ShouldContain("How much faster is not known: the runs differ too much.");
        card.Rows[0].Words.ShouldBe("faster, by an unknown factor");
        card.Rows[0].Speed.ShouldBeNull();
        AnswerChart.Draw(card, Info).ShouldBeNull("no strategy has a place on the scale");
    }

    [Theory]
    [InlineData(JobState.Failed)]
    [InlineData(JobState.Cancelled)]
    [InlineData(JobState.Interrupted)]
    public void A_job_that_is_not_completed_has_neither_a_winner_nor_a_scale(JobState state)
    {
        var cards = JobVerdict.Of(Job(("hset", 1, Clear), ("multi-exec", 2, Clear)) with { State = state }, Info).Cards;

        cards.ShouldHaveSingleItem().Rows.ShouldBeEmpty();
        cards[0].Scale.ShouldBeNull();
    }

    [Fact]
    public void Two_rounds_have_neither_a_winner_nor_a_scale()
    {
        var card = Card(("hset", 1, Clear[..2]), ("multi-exec", 2, Clear[..2]));

        (card.Sentence, card.Scale).ShouldBe(("No winner", null));
        card.Rows.ShouldBeEmpty();
    }

    [Fact]
    public void Each_target_has_a_card()
    {
        var (here, there) = (Job(("hset", 1, Clear), ("multi-exec", 2, Clear)), Job(("hset", 3, Clear), ("multi-exec", 2, Clear)));
        var request = here.Request with { Targets = ["embedded", "other"] };
        CaseResult[] cases = [.. here.Cases, .. there.Cases.Select(@case => @case.At(Axis.Target, "other"))];
        var job = here with { Request = request, Cases = BenchmarkSummaries.Of(cases, Info, request) };

        JobVerdict.Of(job, Info).Cards.Select(card => card.Sentence).ShouldBe(
            ["On `embedded`, `hset` is 2.00× as fast as `multi-exec`", "On `other`, `multi-exec` is fastest, 1.50× as fast as `hset`"]);
    }

    [Fact]
    public void The_chart_has_the_same_words_and_dims_an_undecided_strategy()
    {
        var card = Card(("hset", 0.5, Clear), ("multi-exec", 1, ClearToo), ("gzip", 1.1, [1, 1.15, 0.85, 1.1, 0.9]));

        var chart = AnswerChart.Draw(card, Info).ShouldNotBeNull();

        chart.Attribute("role")!.Value.ShouldBe("img");
        card.Rows.ShouldAllBe(row => chart.Attribute("aria-label")!.Value.Contains($"{row.Strategy}: {row.Words}", StringComparison.Ordinal));
        var groups = chart.Elements().Where(element => element.Name.LocalName == "g").ToArray();
        groups.Length.ShouldBe(3);
        groups.Single(group => Class(group).Contains("open", StringComparison.Ordinal)).ToString().ShouldContain("gzip");
        groups.Select(group => group.Descendants().Single(element => element.Name.LocalName == "path").Attribute("d")!.Value).Distinct().Count()
            .ShouldBe(3, "each strategy has its own mark");

        static string Class(XElement element) => element.Attribute("class")!.Value;
    }

    [Fact]
    public void A_long_answer_shows_the_fastest_strategies_and_the_baseline()
    {
        var cases = Enumerable.Range(0, 12).Select(index => ($"s{index}", 1 + (index / 5.0), Clear)).Append(("multi-exec", 9, ClearToo)).ToArray();

        var rows = AnswerChart.RowsOf(Card(cases));

        rows.Count.ShouldBe(AnswerChart.MaxRows);
        rows[^1].IsReference.ShouldBeTrue();
        rows[0].Strategy.ShouldBe("s0");
    }

    [Fact]
    public void The_mark_of_a_strategy_is_unique_in_its_benchmark()
    {
        foreach (var benchmark in Catalogue.Default.Benchmarks)
        {
            var looks = StrategyLook.For(benchmark.Info);
            looks.Select(look => (look.Slot, look.Marker, look.AsPublished)).Distinct().Count().ShouldBe(looks.Count);
        }
    }

    private static AnswerCard Card(params (string Strategy, double Seconds, double[] Noise)[] cases) =>
        JobVerdict.Of(Job(cases), Info).Cards.ShouldHaveSingleItem();

    private static JobDocument Job(params (string Strategy, double Seconds, double[] Noise)[] cases)
    {
        var request = Samples.Completed.Request with
        { Strategies = [.. cases.Select(@case => @case.Strategy)], Runs = cases.Max(@case => @case.Noise.Length), Warmups = 0 };
        CaseResult[] results =
        [
            .. cases.Select(@case => TestCases.Of(
                @case.Strategy, "embedded", null,
                [.. @case.Noise.Select((factor, round) => new Run
                {
                    Round = round, Warmup = false, State = RunState.Ok, Verified = true, Seconds = @case.Seconds * factor, Operations = 30_000,
                })])),
        ];
        return Samples.Completed with { Request = request, Cases = BenchmarkSummaries.Of(results, Info, request) };
    }
}
