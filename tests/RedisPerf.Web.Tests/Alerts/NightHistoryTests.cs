using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;
using RedisPerf.Web.Alerts;

namespace RedisPerf.Web.Tests.Alerts;

public sealed class NightHistoryTests
{
    private static readonly CaseKey Batch = new("batch", "embedded", null);
    private static readonly CaseKey Lua = new("lua", "embedded", null);
    private static readonly DateTimeOffset First = new(2026, 9, 1, 2, 30, 0, TimeSpan.Zero);
    private static readonly Night[] Nights = [.. Enumerable.Range(0, 6).Select(night => new Night(
        Guid.CreateVersion7(First.AddDays(night)), First.AddDays(night), new Dictionary<CaseKey, double> { [Batch] = night, [Lua] = night }))];

    [Fact]
    public void A_new_baseline_begins_with_the_first_slow_night() =>
        LevelsOf(Batch, Since(2, Resolution.NewBaseline)).ShouldBe([2, 3, 4, 5]);

    [Fact]
    public void So_does_the_level_of_an_alert_whose_nights_before_are_kept_no_more() => LevelsOf(Batch, Since(3, Resolution.Forgotten)).ShouldBe([3, 4, 5]);

    [Fact]
    public void The_nights_of_an_alert_that_lasts_are_no_usual_ones_but_the_one_that_is_judged_stays() =>
        LevelsOf(Batch, Since(2)).ShouldBe([0, 1, 5]);

    [Fact]
    public void Of_an_alert_that_has_ended_the_slow_nights_are_left_out() =>
        LevelsOf(Batch, Since(1, Resolution.Returned) with { LastJob = Nights[2].Job }).ShouldBe([0, 3, 4, 5]);

    [Fact]
    public void Other_strategies_keep_their_nights() => LevelsOf(Lua, Since(2)).ShouldBe([0, 1, 2, 3, 4, 5]);

    private static double[] LevelsOf(CaseKey @case, Alert alert) =>
        [.. NightHistory.Usual(Nights, [alert]).Where(night => night.Levels.ContainsKey(@case)).Select(night => night.Levels[@case])];

    private static Alert Since(int night, Resolution? resolution = null) => new()
    {
        Id = Guid.CreateVersion7(),
        State = resolution is null ? AlertState.Acknowledged : AlertState.Resolved,
        Resolution = resolution,
        EndedAt = resolution is null ? null : Nights[^1].At,
        ScheduleId = Guid.CreateVersion7(),
        Schedule = "nightly",
        Benchmark = "insert",
        Strategy = Batch.Strategy,
        Target = Batch.Target,
        Ratio = new(1.2, 1.1, 1.3),
        Basis = Basis.Itself,
        Since = Nights[night].At,
        SinceJob = Nights[night].Job,
        Job = Nights[night].Job,
        ConfirmedBy = Guid.CreateVersion7(),
        LastJob = Nights[^2].Job,
        OpenedAt = Nights[night].At,
        UpdatedAt = Nights[night].At,
    };
}
