using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

public sealed class CrossoverTests
{
    [Fact]
    public void A_change_is_between_the_last_and_the_first_decided_value()
    {
        var found = Of("SSUUFF");

        found.Winner.ShouldBe(new(2, 5, Verdict.Slower, Verdict.Faster, found.Winner!.At));
        found.Winner.At.ShouldNotBeNull();
        found.Gain.ShouldBe(found.Winner);
        found.Changes.ShouldBe([found.Winner]);
    }

    [Fact]
    public void The_change_of_the_winner_spans_the_values_that_are_the_same_and_the_gain_does_not()
    {
        var found = Of("SS=U=FF");

        found.IsMonotonic.ShouldBeTrue();
        (found.Winner!.Low, found.Winner.High).ShouldBe((2, 6));
        found.Gain.ShouldBe(new(5, 6, Verdict.Same, Verdict.Faster, null));
        found.Changes.Count.ShouldBe(2);
    }

    [Fact]
    public void A_gain_up_to_a_value_is_found()
    {
        Of("FF=S").Gain.ShouldBe(new(2, 3, Verdict.Faster, Verdict.Same, null));
        Of("F==").Gain.ShouldBe(new(1, 2, Verdict.Faster, Verdict.Same, null));
        Of("F==").Winner.ShouldBeNull();
    }

    [Fact]
    public void The_end_of_a_loss_is_a_change_but_neither_a_gain_nor_a_new_winner()
    {
        var found = Of("SS==");

        found.Changes.ShouldBe([new(2, 3, Verdict.Slower, Verdict.Same, null)]);
        found.Winner.ShouldBeNull();
        found.Gain.ShouldBeNull();
    }

    [Theory]
    [InlineData("FSFF", 2)]
    [InlineData("SFS", 2)]
    [InlineData("SF=", 2)]
    [InlineData("=SUF", 2)]
    [InlineData("F=F", 2)]
    [InlineData("SSSSFSSSS", 2)]
    public void A_contradiction_leaves_changes_but_no_crossover(string verdicts, int changes)
    {
        var found = Of(verdicts);

        found.IsMonotonic.ShouldBeFalse();
        found.Changes.Count.ShouldBe(changes);
        found.Winner.ShouldBeNull();
        found.Gain.ShouldBeNull();
    }

    [Theory]
    [InlineData("")]
    [InlineData("F")]
    [InlineData("UUU")]
    [InlineData("FUFU")]
    [InlineData("-S-S")]
    public void Without_two_different_decided_verdicts_there_is_no_change(string verdicts)
    {
        var found = Of(verdicts);

        found.Changes.ShouldBeEmpty();
        found.IsMonotonic.ShouldBeTrue();
        found.Winner.ShouldBeNull();
        found.Gain.ShouldBeNull();
    }

    [Fact]
    public void The_order_of_the_points_does_not_matter() =>
        Crossovers.Of([(100, Ratio('F')), (1, Ratio('S')), (10, null)]).Winner.ShouldBe(new(1, 100, Verdict.Slower, Verdict.Faster, 10), Tolerance);

    [Fact]
    public void The_estimate_is_interpolated_on_logarithms()
    {
        // From 4 to 1/2 the ratio is 1 at two thirds of the octaves.
        Crossovers.Of([(1, Ratio('S', 4)), (1000, Ratio('F', 0.5))]).Winner!.At!.Value.ShouldBe(100, 1e-9);
        Crossovers.Of([(1, Ratio('F', 0.25)), (1000, Ratio('S', 2))]).Winner!.At!.Value.ShouldBe(100, 1e-9);
    }

    [Fact]
    public void With_a_value_of_0_the_axis_is_linear() =>
        Crossovers.Of([(0, Ratio('S', 4)), (30, Ratio('F', 0.5))]).Winner!.At!.Value.ShouldBe(20, 1e-9);

    // A value of 0 that is not part of the interval still makes the whole axis linear.
    [Fact]
    public void The_whole_axis_has_one_scale() =>
        Crossovers.Of([(0, Ratio('S', 4)), (10, Ratio('S', 4)), (40, Ratio('F', 0.5))]).Winner!.At!.Value.ShouldBe(30, 1e-9);

    [Fact]
    public void Undecided_ratios_locate_the_estimate()
    {
        Crossovers.Of([(1, Ratio('S', 4)), (10, Ratio('U', 1.1)), (100, Ratio('U', 1 / 1.1)), (1000, Ratio('F', 0.5))])
            .Winner!.At!.Value.ShouldBe(Math.Sqrt(1000), 1e-9);

        // The second one of three crossings.
        Crossovers.Of([(1, Ratio('S', 4)), (10, Ratio('U', 1 / 1.1)), (1000, Ratio('U', 1.1)), (10_000, Ratio('F', 0.5))])
            .Winner!.At!.Value.ShouldBe(100, 1e-9);
    }

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    [InlineData(0)]
    [InlineData(-1)]
    public void An_impossible_ratio_is_not_interpolated(double value) =>
        Crossovers.Of([(1, Ratio('S', 2)), (2, Ratio('U', value)), (100, Ratio('F', 0.5))]).Winner!.At!.Value.ShouldBe(10, 1e-9);

    [Fact]
    public void Ratios_that_contradict_their_verdicts_have_no_estimate()
    {
        var winner = Crossovers.Of([(1, Ratio('S', 2)), (100, Ratio('F', 2))]).Winner;

        winner.ShouldBe(new(1, 100, Verdict.Slower, Verdict.Faster, null));
    }

    [Fact]
    public void Values_must_be_finite_and_distinct()
    {
        Should.Throw<ArgumentException>(() => Crossovers.Of([(1, Ratio('S')), (1, Ratio('F'))]));
        Should.Throw<ArgumentException>(() => Crossovers.Of([(double.NaN, Ratio('S'))]));
        Should.Throw<ArgumentException>(() => Crossovers.Of([(double.PositiveInfinity, null)]));
    }

    // All sequences of five values, with a missing ratio as a fifth kind.
    [Fact]
    public void No_claim_of_any_sequence_contradicts_a_decided_value()
    {
        const string kinds = "SF=U-";
        for (var number = 0; number < Math.Pow(kinds.Length, 5); number++)
        {
            var text = string.Concat(Enumerable.Range(0, 5).Select(digit => kinds[number / (int)Math.Pow(kinds.Length, digit) % kinds.Length]));
            var decided = text.Index().Where(each => each.Item is not ('U' or '-')).Select(each => (X: each.Index + 1.0, Rank: Rank(each.Item)))
                .ToArray();

            var found = Of(text);

            foreach (var change in found.Changes)
            {
                IsWithin(change).ShouldBeTrue(text);
                decided.ShouldNotContain(point => point.X > change.Low && point.X < change.High, text);
                (decided.Single(point => point.X == change.Low).Rank, decided.Single(point => point.X == change.High).Rank)
                    .ShouldBe((Rank(change.Below), Rank(change.Above)), text);
            }

            found.Changes.Count.ShouldBe(decided.Zip(decided.Skip(1)).Count(pair => pair.First.Rank != pair.Second.Rank), text);
            var ranks = decided.Select(point => point.Rank).ToArray();
            found.IsMonotonic.ShouldBe(ranks.SequenceEqual(ranks.Order()) || ranks.SequenceEqual(ranks.OrderDescending()), text);
            (found.Winner is not null).ShouldBe(found.IsMonotonic && ranks.Contains(-1) && ranks.Contains(1), text);
            (found.Gain is not null).ShouldBe(found.IsMonotonic && ranks.Contains(1) && ranks.Distinct().Count() > 1, text);
            if (found.IsMonotonic)
            {
                found.Changes.Count.ShouldBeLessThanOrEqualTo(2, text);
            }

            if (found.Winner is { } winner)
            {
                IsWithin(winner).ShouldBeTrue(text);
                winner.At.ShouldNotBeNull(text);
                decided.ShouldAllBe(point =>
                    point.Rank == (point.X <= winner.Low ? Rank(winner.Below) : point.X >= winner.High ? Rank(winner.Above) : 0));
            }

            if (found.Gain is { } gain)
            {
                var isFasterAbove = gain.Above == Verdict.Faster;
                decided.ShouldAllBe(point => point.Rank == 1 == (isFasterAbove ? point.X >= gain.High : point.X <= gain.Low));
            }
        }
    }

    private static bool IsWithin(Crossover change) =>
        change.Low < change.High && change.At is not { } at == (change.Below == Verdict.Same || change.Above == Verdict.Same)
        && !(change.At < change.Low) && !(change.At > change.High);

    private static readonly IEqualityComparer<Crossover?> Tolerance = EqualityComparer<Crossover?>.Create((one, other) =>
        one! with { At = null } == other! with { At = null } && Math.Abs(one.At!.Value - other.At!.Value) < 1e-9);

    private static int Rank(char kind) => kind switch
    {
        'S' => -1,
        'F' => 1,
        _ => 0,
    };

    private static int Rank(Verdict verdict) => verdict switch
    {
        Verdict.Slower => -1,
        Verdict.Faster => 1,
        _ => 0,
    };

    /// <summary>At 1, 2, 3 …: S slower, F faster, = the same, U undecided, - without a ratio.</summary>
    private static Crossovers Of(string verdicts) =>
        Crossovers.Of(verdicts.Select((kind, index) => (index + 1.0, kind == '-' ? null : Ratio(kind))));

    private static Ratio Ratio(char kind, double? value = null) => kind switch
    {
        'S' => new("floor", value ?? 2, 1.5, 4, Verdict.Slower),
        'F' => new("floor", value ?? 0.5, 0.25, 0.7, Verdict.Faster),
        '=' => new("floor", value ?? 1, 0.99, 1.01, Verdict.Same),
        _ => new("floor", value ?? 1.01, 0.8, 1.2, Verdict.Unclear),
    };
}
