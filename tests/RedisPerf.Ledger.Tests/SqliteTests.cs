using Dapper;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;
using RedisPerf.Ledger.Storage.Sqlite;

namespace RedisPerf.Ledger.Tests;

/// <summary>The plans of SQLite, and the files of an earlier version.</summary>
public sealed class SqliteTests() : LedgerTest(new SqliteStorage())
{
    [Fact]
    public async Task Every_list_query_uses_an_index()
    {
        await using var connection = await ConnectAsync();
        await ListTests.FillAsync(connection, 5_000);
        foreach (var (filter, few) in ListTests.Filters.SelectMany(filter => new[] { (filter, default), (filter, new ListQuery.Few(true, true)) }))
        {
            var (sql, parameters) = ListQuery.For(SqlDialect.Of(connection), filter, few);

            var plan = (await connection.QueryAsync<PlanStep>("EXPLAIN QUERY PLAN " + sql, parameters)).Select(step => step.Detail).ToList();

            // All jobs, starred jobs and jobs with a note are an index scan that ends at the limit.
            plan.ShouldAllBe(step => !step.StartsWith("SCAN jobs") || step.StartsWith("SCAN jobs USING INDEX"), filter.ToString());

            // The ids of jobs that are found by words are sorted, and no rows.
            plan.ShouldNotContain(step => !(few.Words && filter.Search == "samp") && step.Contains("ORDER BY") && plan.IndexOf(step) < plan.FindIndex(inner => inner.Contains("CORRELATED")), filter.ToString());
        }
    }

    [Fact]
    public async Task The_runs_of_a_job_are_found_by_index()
    {
        await using var connection = await ConnectAsync();

        var plan = await connection.QueryAsync<PlanStep>("EXPLAIN QUERY PLAN SELECT * FROM runs WHERE job_id = 'x'");

        plan.ShouldHaveSingleItem().Detail.ShouldStartWith("SEARCH runs USING INDEX runs_by_job");
    }

    [Fact]
    public async Task A_ledger_of_the_previous_version_keeps_its_jobs()
    {
        await CloseAsync();
        File.Delete(Path.Combine(Folder, SqliteDatabase.FileName));
        var (earlier, later) = (SampleBenchmark.Job(Now), SampleBenchmark.Job(Now.AddSeconds(60)));
        await using (var connection = await ConnectAsync())
        {
            foreach (var migration in typeof(JobLedger).Assembly.GetManifestResourceNames().Where(name => name.StartsWith("Sqlite/") && string.CompareOrdinal(name, "Sqlite/004") < 0).Order(StringComparer.Ordinal))
            {
                using var reader = new StreamReader(typeof(JobLedger).Assembly.GetManifestResourceStream(migration)!);
                await connection.ExecuteAsync(await reader.ReadToEndAsync(Ct));
            }

            await connection.ExecuteAsync("PRAGMA user_version = 3");
            await connection.ExecuteAsync(
                """
                INSERT INTO jobs (id, benchmark, state, requested_by, note, request, created_at, best_strategy, best_target, best_median)
                VALUES (@Id, @Benchmark, 'completed', 'api', @Note, @Request, @CreatedAt, 'quick', 'here', 1.5)
                """,
                new[] { earlier, later }.Select(JobRow.Of));
        }

        await OpenAsync();

        (await FindAsync(new(Target: "there"))).ShouldBe([later.Id, earlier.Id]);
        (await FindAsync(new(Note: "A NOTE"))).ShouldBe([later.Id, earlier.Id]);
        (await FindAsync(new(Starred: true))).ShouldBeEmpty();
        (await FindAsync(new(Search: "quick there"))).ShouldBe([later.Id, earlier.Id]);
        var listed = (await Ledger.ListAsync(new(), Ct)).Jobs;
        listed[0].Trend.ShouldBe([1.5, 1.5]);
        listed.Select(job => (job.Document.Number, job.Document.Title)).ShouldBe([(2, "sample · here, there"), (1, "sample · here, there")]);
        await QueuedAsync(120);
        (await Ledger.ListAsync(new(), Ct)).Jobs[0].Document.Number.ShouldBe(3);
    }

    private async Task<IEnumerable<Guid>> FindAsync(JobFilter filter) => (await Ledger.ListAsync(filter, Ct)).Jobs.Select(job => job.Document.Id);

    private sealed record PlanStep
    {
        public required string Detail { get; init; }
    }
}
