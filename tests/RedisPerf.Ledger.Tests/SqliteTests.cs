using Dapper;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Tests;

/// <summary>The plans of SQLite.</summary>
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
            plan.ShouldNotContain(step => !(few.Words && filter.Search == "samp") && step.Contains("ORDER BY")
                && plan.IndexOf(step) < plan.FindIndex(inner => inner.Contains("CORRELATED")), filter.ToString());
        }
    }

    [Fact]
    public async Task The_runs_of_a_job_are_found_by_index()
    {
        await using var connection = await ConnectAsync();

        var plan = await connection.QueryAsync<PlanStep>("EXPLAIN QUERY PLAN SELECT * FROM runs WHERE job_id = 'x'");

        plan.ShouldHaveSingleItem().Detail.ShouldStartWith("SEARCH runs USING INDEX runs_by_job");
    }

    private sealed record PlanStep
    {
        public required string Detail { get; init; }
    }
}
