using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Alerts;

namespace RedisPerf.Ledger.Tests;

public abstract class ScheduledRunTests(LedgerStorage storage) : LedgerTest(storage)
{
    public sealed class OnSqlite() : ScheduledRunTests(new SqliteStorage());

    public sealed class OnPostgreSql() : ScheduledRunTests(new PostgreSqlStorage());

    [Theory]
    [InlineData("insert", 20)]
    [InlineData("pipelining", 0.02)]
    [InlineData("load", 0.0003)]
    public async Task A_trend_has_the_times_that_the_benchmark_compares(string benchmark, double time)
    {
        var request = SampleBenchmark.Request with { Benchmark = benchmark, Strategies = ["a"], Targets = ["here"] };
        var job = Job.Create(request, RequestedBy.Schedule, Now) with { Schedule = "daily" };
        await Ledger.EnqueueAsync(job, int.MaxValue, Ct);
        await Ledger.StartAsync(job.Id, Node, () => Now.AddSeconds(1), [], Ct);
        // 1,000 operations.
        var ran = SampleBenchmark.Ran("a", 1, 20);
        await RecordAsync(job, ran with { Run = ran.Run with { Figures = new Dictionary<string, double> { ["latencyMean"] = 0.0003 } } }, new JobEvent.Ended(JobState.Completed, null));

        var record = (await new ScheduledRunLedger(Ledger.Database, Catalogue.Default).ListAsync("daily", 10, ct: Ct)).ShouldHaveSingleItem();

        record.Times[new("a", "here", null)].ShouldBe([time]);
    }
}
