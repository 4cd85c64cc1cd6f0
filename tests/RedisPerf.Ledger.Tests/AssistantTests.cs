using RedisPerf.Core.Model;
using RedisPerf.Ledger.Nodes;

namespace RedisPerf.Ledger.Tests;

public abstract class AssistantTests(LedgerStorage storage) : LedgerTest(storage)
{
    public sealed class OnSqlite() : AssistantTests(new SqliteStorage());

    protected AssistantLedger Assistants => new(Ledger.Database);

    [Fact]
    public async Task The_clock_of_the_database_is_compared_with_that_of_this_machine()
    {
        var before = DateTimeOffset.UtcNow;

        var reading = await Assistants.ReadClockAsync(Ct);
        var now = DateTimeOffset.UnixEpoch.AddMicroseconds(reading.ToShared(System.Diagnostics.Stopwatch.GetTimestamp()));

        reading.Error.ShouldBeInRange(0, 1);
        now.ShouldBeInRange(before.AddSeconds(-1), DateTimeOffset.UtcNow.AddSeconds(1));
        reading.ToTimestamp(reading.ToShared(reading.Timestamp + 1_000_000)).ShouldBeInRange(
            reading.Timestamp + 998_000, reading.Timestamp + 1_002_000);
    }

    [Fact]
    public async Task The_load_of_a_run_is_read_unchanged()
    {
        var job = await RunningAsync();
        var load = new SharedLoad([new("here", 1.25, 0.5), new("distant", 1.5, null)], 0.0012, 0.0001, 1.9);
        var ended = SampleBenchmark.Ran("quick", 1, 1.5);

        await RecordAsync(job, ended with { Run = ended.Run with { SharedLoad = load } });

        Json((await Ledger.RunsAsync(job.Id, Ct)).ShouldHaveSingleItem().Run.SharedLoad).ShouldBe(Json(load));
    }
}
