using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Ledger.Tests;

/// <summary>The profiles of a job are stored apart from its runs.</summary>
public abstract class ProfileTests(LedgerStorage storage) : LedgerTest(storage)
{
    public sealed class OnSqlite() : ProfileTests(new SqliteStorage());

    private static readonly Reason NotProfiled = Reason.Of(ReasonCode.PerfMissing);

    [Fact]
    public async Task The_last_profile_of_each_case_is_kept()
    {
        var job = await RunningAsync();
        await RecordAsync(job, Profiled("quick", "a;b 1\n"), Profiled("slow", "c 2\n"), Profiled("quick", "a;b 3\n"));
        await CloseAsync();
        await OpenAsync();

        var profiles = await Ledger.ProfilesAsync(job.Id, Ct);

        profiles.Select(profile => (profile.Case.Strategy, profile.Client.Stacks)).ShouldBe([("quick", "a;b 3\n"), ("slow", "c 2\n")]);
        Json(profiles[1]).ShouldBe(Json(Profiled("slow", "c 2\n").Profile));
    }

    [Fact]
    public async Task A_profile_is_no_run()
    {
        var job = await RunningAsync();
        await RecordAsync(job, SampleBenchmark.Ran("quick", 1, 1));
        var before = (await Ledger.FindAsync(job.Id, Ct)).ShouldNotBeNull();

        await RecordAsync(job, Profiled("quick", "a;b 1\n"));

        Json(await Ledger.FindAsync(job.Id, Ct)).ShouldBe(Json(before));
        (await Ledger.RunsAsync(job.Id, Ct)).ShouldHaveSingleItem();
    }

    [Fact]
    public async Task Profiles_are_deleted_with_their_job()
    {
        var job = await RunningAsync();
        await RecordAsync(job, SampleBenchmark.Ran("quick", 1, 1), Profiled("quick", "a 1\n"), new JobEvent.Ended(JobState.Completed, null));

        (await Ledger.DeleteAsync(job.Id, Ct)).ShouldBe(DeleteOutcome.Deleted);

        (await Ledger.Database.ReadAsync(connection => connection.ExecuteScalarAsync<long>("SELECT COUNT(*) FROM profiles"), Ct)).ShouldBe(0);
    }

    private static JobEvent.Profiled Profiled(string strategy, string stacks) => new(new(
        new(strategy, Coordinates.Of("here")),
        new() { Sampler = "EventPipe", Seconds = 1.5, Samples = 3, Stacks = stacks, Allocations = [new("System.Byte[]", 1_000)] },
        ProcessProfile.Without(NotProfiled)));
}
