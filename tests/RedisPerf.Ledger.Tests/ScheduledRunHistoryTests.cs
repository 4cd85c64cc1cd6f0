using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;

namespace RedisPerf.Ledger.Tests;

public sealed class ScheduledRunHistoryTests
{
    private static readonly CaseKey Batch = new("batch", Coordinates.Of("embedded"));
    private static readonly CaseKey Lua = new("lua", Coordinates.Of("embedded"));
    private static readonly DateTimeOffset First = new(2026, 9, 1, 2, 30, 0, TimeSpan.Zero);
    private static readonly ScheduledRun[] Runs = [.. Enumerable.Range(0, 6).Select(run => new ScheduledRun(
        Guid.CreateVersion7(First.AddDays(run)), First.AddDays(run), new Dictionary<CaseKey, double> { [Batch] = run, [Lua] = run }))];

    [Fact]
    public void A_new_baseline_starts_with_the_first_slow_run() =>
        LevelsOf(Batch, Since(2, Resolution.NewBaseline)).ShouldBe([2, 3, 4, 5]);

    [Fact]
    public void The_level_restarts_when_the_earlier_runs_were_deleted() => LevelsOf(Batch, Since(3, Resolution.Forgotten)).ShouldBe([3, 4, 5]);

    [Fact]
    public void Slow_runs_of_an_active_alert_are_excluded_except_the_reviewed_one() =>
        LevelsOf(Batch, Since(2)).ShouldBe([0, 1, 5]);

    [Fact]
    public void Slow_runs_of_an_ended_alert_are_excluded() =>
        LevelsOf(Batch, Since(1, Resolution.Returned) with { LastJob = Runs[2].Job }).ShouldBe([0, 3, 4, 5]);

    [Fact]
    public void Other_strategies_keep_their_runs() => LevelsOf(Lua, Since(2)).ShouldBe([0, 1, 2, 3, 4, 5]);

    private static double[] LevelsOf(CaseKey @case, Alert alert) =>
        [.. ScheduledRunHistory.Usual(Runs, [alert]).Where(run => run.Levels.ContainsKey(@case)).Select(run => run.Levels[@case])];

    private static Alert Since(int run, Resolution? resolution = null) => new()
    {
        Id = Guid.CreateVersion7(),
        State = resolution is null ? AlertState.Acknowledged : AlertState.Resolved,
        Resolution = resolution,
        EndedAt = resolution is null ? null : Runs[^1].At,
        ScheduleId = Guid.CreateVersion7(),
        Schedule = "nightly",
        Benchmark = "insert",
        Strategy = Batch.Strategy,
        At = Batch.At,
        Ratio = new(1.2, 1.1, 1.3),
        Basis = Basis.Itself,
        Since = Runs[run].At,
        SinceJob = Runs[run].Job,
        Job = Runs[run].Job,
        ConfirmedBy = Guid.CreateVersion7(),
        LastJob = Runs[^2].Job,
        OpenedAt = Runs[run].At,
        UpdatedAt = Runs[run].At,
    };
}
