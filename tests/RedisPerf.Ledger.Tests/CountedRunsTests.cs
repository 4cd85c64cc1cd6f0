using Dapper;
using RedisPerf.Core.Model;

namespace RedisPerf.Ledger.Tests;

public abstract class CountedRunsTests(LedgerStorage storage) : LedgerTest(storage)
{
    public sealed class OnSqlite() : CountedRunsTests(new SqliteStorage());

    [Fact]
    public async Task The_view_contains_the_runs_that_a_summary_includes()
    {
        var job = await RunningAsync();
        var sample = SampleBenchmark.Ran("quick", 1, 1);
        var runs = (
            from state in Enum.GetValues<RunState>()
            from verified in new[] { false, true }
            from warmup in new[] { false, true }
            from exclude in new[] { false, true }
            from seconds in new double?[] { null, -1, 0, double.Epsilon, 1, double.MaxValue, double.PositiveInfinity }
            from disturbed in new int[]?[] { null, [1], [0, 1] }
            select sample.Run with
            {
                State = state,
                Verified = verified,
                Warmup = warmup,
                ExcludedByUser = exclude,
                Seconds = seconds,
                Slices = [0.25, 0.5, 0.25],
                DisturbedSlices = disturbed
            })
            .Select((run, index) => run with { Round = index })
            .ToArray();
        await RecordAsync(job, [.. runs.Select(run => sample with { Run = run })]);

        var counted = await Ledger.Database.ReadAsync(
            async connection => (await connection.QueryAsync<(int, double)>("SELECT round, seconds FROM counted_runs ORDER BY round")).AsList(), Ct);

        counted.ShouldBe(runs.Where(run => run.IsInSummary).Select(run => (run.Round, run.SummarySeconds!.Value)));
        counted.Count.ShouldBe(12, "for each of three times the included runs, and the excluded run of which two of three slices remain");
        counted.Where(run => runs[run.Item1].ExcludedByUser).ShouldAllBe(run => run.Item2 == 0.75);
    }
}
