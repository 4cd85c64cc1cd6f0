using RedisPerf.Core.Reporting.Site;

namespace RedisPerf.Core.Tests.Reporting.Site;

public sealed class SiteThinningTests
{
    private static readonly DateTimeOffset Newest = new(2026, 11, 29, 0, 0, 0, TimeSpan.Zero);

    [Fact]
    public void Few_jobs_all_stay_newest_first() => Choose(Days(5).Reverse(), 5).ShouldBe([0, 1, 2, 3, 4]);

    [Fact]
    public void The_newest_half_stays_and_the_distance_of_the_others_grows_with_their_age()
    {
        var kept = Choose(Days(1_000), 40);

        kept.Length.ShouldBe(40);
        kept.Take(20).ShouldBe(Days(20));
        kept[^1].ShouldBe(999);
        int[] gaps = [.. kept.Skip(20).Zip(kept.Skip(21), (newer, older) => older - newer)];
        gaps.Take(5).Average().ShouldBeLessThan(gaps.TakeLast(5).Average() / 3);
    }

    [Fact]
    public void Marked_jobs_stay_even_when_they_are_more_than_the_limit()
    {
        var kept = Choose(Days(100), 10, day => day is 50 or 51 or 52);
        kept.Length.ShouldBe(10);
        kept.ShouldBeSubsetOf(Days(100));
        kept.Intersect([0, 1, 2, 3, 4, 50, 51, 52]).Count().ShouldBe(8);
        Choose(Days(20), 4, _ => true).Length.ShouldBe(20);
    }

    [Fact]
    public void A_later_job_removes_one_other_job()
    {
        var before = Choose(Days(200), 50);

        var after = Choose([-1, .. before], 50);

        before.Except(after).Count().ShouldBe(1);
    }

    [Fact]
    public void Many_jobs_of_the_same_time_are_limited() =>
        SiteThinning.Choose(Enumerable.Range(0, 20_000), _ => Newest, _ => false, 400).Count.ShouldBe(400);

    private static IEnumerable<int> Days(int count) => Enumerable.Range(0, count);

    private static int[] Choose(IEnumerable<int> days, int keep, Func<int, bool>? stays = null) =>
        [.. SiteThinning.Choose(days, day => Newest.AddDays(-day), stays ?? (_ => false), keep)];
}
