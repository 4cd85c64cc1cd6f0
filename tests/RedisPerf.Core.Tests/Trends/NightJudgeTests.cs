using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Tests.Trends;

public sealed class NightJudgeTests
{
    private static readonly string[] Strategies = ["a", "b", "c", "d"];

    [Fact]
    public void Nothing_is_said_before_the_eleventh_night()
    {
        NightJudge.Judge(Nights(10, (_, _) => 0)).ShouldBeEmpty();
        NightJudge.Judge(Nights(11, (_, _) => 0)).Count.ShouldBe(4);
    }

    [Fact]
    public void A_strategy_that_takes_half_as_long_again_is_suspicious_and_no_other_one()
    {
        var judged = NightJudge.Judge(Nights(30, (night, @case) => night == 29 && @case == 1 ? Math.Log(1.5) : 0));

        var slower = judged.Where(judgement => judgement.IsSuspicious).ShouldHaveSingleItem();
        slower.Case.Strategy.ShouldBe("b");
        slower.Ratio.ShouldBe(1.5, 0.1);
        slower.Low.ShouldBeGreaterThan(1);
        slower.IsConfirmed.ShouldBeFalse("nobody ran it again");
    }

    [Fact]
    public void A_rerun_that_says_so_too_confirms_it_and_one_that_does_not_leaves_it_be()
    {
        var nights = Nights(30, (night, @case) => night == 29 && @case == 1 ? Math.Log(1.5) : 0);
        Confirmed(Math.Log(1.5)).ShouldBe(["b"]);
        Confirmed(0).ShouldBeEmpty();

        IEnumerable<string> Confirmed(double again) => NightJudge.Judge(
        [
            .. nights.SkipLast(1),
            nights[^1] with { Again = nights[^1].Levels.ToDictionary(level => level.Key, level => level.Key.Strategy == "b" ? again : 0) },
        ]).Where(judgement => judgement.IsConfirmed).Select(judgement => judgement.Case.Strategy);
    }

    [Fact]
    public void A_rerun_that_was_quicker_than_ever_confirms_nothing_however_much_quicker_the_others_were()
    {
        var nights = Nights(30, (night, @case) => night == 29 && @case == 1 ? Math.Log(1.5) : 0);
        Night[] quick =
        [
            .. nights.SkipLast(1),
            nights[^1] with { Again = nights[^1].Levels.ToDictionary(level => level.Key, level => level.Key.Strategy == "b" ? -1.0 : -3.0) },
        ];

        NightJudge.Judge(quick).ShouldAllBe(judgement => !judgement.IsConfirmed);
    }

    [Fact]
    public void A_server_that_became_slower_as_a_whole_is_found_too() =>
        NightJudge.Judge(Nights(30, (night, _) => night == 29 ? Math.Log(1.5) : 0)).ShouldAllBe(judgement => judgement.IsSuspicious && judgement.Basis == Basis.Itself);

    [Fact]
    public void When_all_others_become_faster_none_became_slower() =>
        NightJudge.Judge(Nights(30, (night, @case) => night == 29 && @case != 1 ? -Math.Log(1.5) : 0)).ShouldAllBe(judgement => !judgement.IsSuspicious);

    [Fact]
    public void The_machines_own_bad_night_is_taken_off_where_the_others_tell_of_it()
    {
        // The machine moves by 10 % from night to night; one strategy by 15 % in the last.
        var random = new Random(4);
        var machine = Enumerable.Range(0, 40).Select(_ => (random.NextDouble() - 0.5) * 0.2).ToArray();
        var judged = NightJudge.Judge(Nights(40, (night, @case) => machine[night] + (night == 39 && @case == 2 ? 0.15 : 0)));

        var slower = judged.Where(judgement => judgement.IsSuspicious).ShouldHaveSingleItem();
        (slower.Case.Strategy, slower.Basis).ShouldBe(("c", Basis.Others));
    }

    [Fact]
    public void What_is_a_little_slower_for_some_nights_is_told_since_the_first_of_them()
    {
        var nights = Nights(40, (night, @case) => night >= 37 && @case == 0 ? 0.035 : 0);
        var slower = NightJudge.Judge(nights).MinBy(judgement => judgement.Chance)!;
        slower.Case.Strategy.ShouldBe("a");
        slower.Nights.ShouldBeInRange(2, 3);
        slower.Since.ShouldBe(nights[40 - slower.Nights].Job);
    }

    [Theory]
    [InlineData(5, true, false)]
    [InlineData(1, true, false)]
    [InlineData(0, false, true)]
    public void It_has_returned_when_two_nights_running_lie_nearer_to_the_old_level(int lastSlow, bool isSlow, bool hasReturned)
    {
        var nights = Nights(40, (night, @case) => @case == 0 && night >= 30 && (lastSlow == 5 ? night <= 39 : lastSlow == 1 ? night != 38 : night < 38) ? Math.Log(1.3) : 0);
        var course = new NightFollower(nights).Follow(nights[0].Levels.Keys.First(), 30, Basis.Itself, 1.3).ShouldNotBeNull();
        (course.IsSlow, course.HasReturned).ShouldBe((isSlow, hasReturned));
        course.Ratio.Value.ShouldBe(1.3, 0.05);
    }

    [Fact]
    public void The_band_holds_the_level_of_the_nights_before()
    {
        var band = NightJudge.Bands(Nights(30, (_, _) => Math.Log(2))).Values.First();
        band.Level.ShouldBe(2, 0.1);
        band.Low.ShouldBeInRange(1.8, band.Level);
        band.High.ShouldBeInRange(band.Level, 2.2);
    }

    /// <summary>Nights of four strategies that scatter by 1 % each.</summary>
    private static Night[] Nights(int count, Func<int, int, double> level)
    {
        var random = new Random(count);
        return
        [
            .. Enumerable.Range(0, count).Select(night => new Night(
                new Guid(night, 0, 0, new byte[8]),
                DateTimeOffset.UnixEpoch.AddDays(night),
                Strategies.Index().ToDictionary(each => new CaseKey(each.Item, "local", null), each => level(night, each.Index) + MathNet.Numerics.Distributions.Normal.Sample(random, 0, 0.01)))),
        ];
    }
}
