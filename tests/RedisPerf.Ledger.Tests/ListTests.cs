using System.Data.Common;
using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Tests;

public abstract class ListTests(LedgerStorage storage) : LedgerTest(storage)
{
    public sealed class OnSqlite() : ListTests(new SqliteStorage());

    public static readonly JobFilter[] Filters =
    [
        new JobFilter(),
        new JobFilter(Before: Guid.CreateVersion7()),
        new JobFilter(Benchmark: "sample"),
        new JobFilter(State: JobState.Completed),
        new JobFilter(State: JobState.Queued, Before: Guid.CreateVersion7()),
        new JobFilter(Benchmark: "sample", State: JobState.Failed),
        new JobFilter("sample", JobState.Failed, 10, Guid.CreateVersion7()),
        new JobFilter(Target: "here"),
        new JobFilter(Target: "here", Before: Guid.CreateVersion7()),
        new JobFilter("sample", Target: "here", Note: "x"),
        new JobFilter(Target: "here", Schedule: "nightly", Starred: true),
        new JobFilter(Schedule: "nightly", Before: Guid.CreateVersion7()),
        new JobFilter(Note: "x"),
        new JobFilter("sample", JobState.Failed, Schedule: "nightly", Note: "x", Starred: true),
        new JobFilter(Starred: true),
        new JobFilter("sample", Starred: false),
        new JobFilter(Search: "samp"),
        new JobFilter(Search: "samp", Before: Guid.CreateVersion7()),
        new JobFilter(Search: "#7"),
        new JobFilter(Search: "sample nightly", Target: "here", State: JobState.Completed),
    ];

    [Fact]
    public async Task Pages_follow_each_other_newest_first_without_gap_or_repeat()
    {
        var jobs = new List<Guid>();
        for (var second = 0; second < 7; second++)
        {
            jobs.Insert(0, (await QueuedAsync(second)).Id);
        }

        var seen = new List<Guid>();
        Guid? before = null;
        do
        {
            var page = await Ledger.ListAsync(new(Limit: 3, Before: before), Ct);
            seen.AddRange(page.Jobs.Select(job => job.Document.Id));
            before = page.Next;
        }
        while (before is not null);

        seen.ShouldBe(jobs);
    }

    [Fact]
    public async Task A_page_with_exactly_all_jobs_has_no_next_page()
    {
        await QueuedAsync();
        await QueuedAsync(1);

        var page = await Ledger.ListAsync(new(Limit: 2), Ct);

        page.Jobs.Count.ShouldBe(2);
        page.Next.ShouldBeNull();
    }

    [Fact]
    public async Task Filters_by_state_and_benchmark()
    {
        var queued = await QueuedAsync();
        var failed = await EndedAsync(1, JobState.Failed);

        (await IdsAsync(new(State: JobState.Queued))).ShouldBe([queued.Id]);
        (await IdsAsync(new("sample", JobState.Failed))).ShouldBe([failed.Id]);
        (await IdsAsync(new("other"))).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_listed_job_has_no_cases()
    {
        await EndedAsync();

        (await Ledger.ListAsync(new(), Ct)).Jobs.ShouldHaveSingleItem().Document.Cases.ShouldBeEmpty();
    }

    [Fact]
    public async Task Scan_and_look_up_return_the_same_jobs_of_a_target_or_a_word()
    {
        await using var connection = await ConnectAsync();
        await FillAsync(connection, 700);
        foreach (var filter in Filters.Where(filter => filter.Target is not null || filter.Search is not null)
            .Select(filter => filter with { Limit = 1_000 }))
        {
            var scanned = await IdsAsync(filter, new(true, true));

            scanned.ShouldNotBeEmpty();
            (await IdsAsync(filter, default)).ShouldBe(scanned, filter.ToString());
        }

        async Task<List<Guid>> IdsAsync(JobFilter filter, ListQuery.Few few)
        {
            var (sql, parameters) = ListQuery.For(SqlDialect.Of(connection), filter, few);
            return [.. (await connection.QueryAsync<JobRow>(sql, parameters)).Select(row => row.Id)];
        }
    }

    public static async Task FillAsync(DbConnection connection, int count)
    {
        await using var transaction = await connection.BeginTransactionAsync(Ct);
        for (var number = 0; number < count; number++)
        {
            var request = SampleBenchmark.Request with { Targets = number % 7 == 0 ? ["here"] : ["there", "elsewhere"] };
            var job = SampleBenchmark.Job(Now.AddSeconds(number)) with
            {
                State = (JobState)(number % 6),
                Schedule = number % 5 == 0 ? "nightly" : null,
                Starred = number % 3 == 0,
                Note = "x",
                Request = request
            };
            await connection.ExecuteAsync(JobRow.Insert(SqlDialect.Of(connection)), JobRow.Of(job));
            await connection.ExecuteAsync(JobRow.InsertTarget, JobRow.Of(job).Targets);
        }

        await transaction.CommitAsync(Ct);
    }

    private async Task<IEnumerable<Guid>> IdsAsync(JobFilter filter) =>
        (await Ledger.ListAsync(filter, Ct)).Jobs.Select(job => job.Document.Id);
}
