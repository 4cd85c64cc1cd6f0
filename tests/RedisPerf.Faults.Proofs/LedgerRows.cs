using Dapper;
using Microsoft.Data.Sqlite;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs;

/// <summary>Rows that a test writes into the ledger of a data folder.</summary>
public sealed class LedgerRows(DataFolder folder)
{
    /// <summary>Executes a statement, which must change a row.</summary>
    public async Task ExecuteAsync(string sql, object parameters)
    {
        await using var connection = new SqliteConnection($"Data Source={Path.Combine(folder.Path, "ledger.db")};Pooling=False;Foreign Keys=False");
        (await connection.ExecuteAsync(sql, parameters)).ShouldBePositive();
    }

    public async Task<string> AddScheduleAsync(string name)
    {
        var id = $"{Guid.CreateVersion7()}";
        await ExecuteAsync(
            """
            INSERT INTO schedules (id, name, cron, time_zone, benchmark, request, paused, created_at, next_at)
            SELECT @id, @name, '0 0 29 2 *', 'UTC', benchmark, request, 0, created_at, '2096-02-29T00:00:00.0000000Z' FROM jobs LIMIT 1
            """,
            new { id, name });
        return id;
    }

    public async Task<string> AddAlertAsync(string schedule, string job)
    {
        var id = $"{Guid.CreateVersion7()}";
        await ExecuteAsync(
            """
            INSERT INTO alerts (id, schedule_id, benchmark, strategy, at, state, basis, ratio, low, high, since, since_job, job, rerun,
              last_job, opened_at, updated_at)
            VALUES (@id, @schedule, 'insert', 'batch', 'target=embedded', 'open', 'itself', 1.2, 1.1, 1.3, @Now, @job, @job, @job, @job, @Now, @Now)
            """,
            new { id, schedule, Now = $"{DateTime.UtcNow:O}", job });
        return id;
    }

    /// <summary>A missed run, and the job as a run of the schedule.</summary>
    public async Task AddPartsAsync(string schedule, string job)
    {
        await ExecuteAsync("UPDATE jobs SET schedule = (SELECT name FROM schedules WHERE id = @schedule) WHERE id = @job", new { schedule, job });
        await ExecuteAsync("INSERT INTO missed_scheduled_runs (schedule_id, due_at, reason) "
            + "VALUES (@schedule, '2026-01-01T00:00:00.0000000Z', '{\"code\":\"notRunningWhenDue\"}')", new { schedule });
        await ExecuteAsync("UPDATE schedules SET missed = 1 WHERE id = @schedule", new { schedule });
    }

    /// <summary>A copy of a job with its runs.</summary>
    public async Task<string> AddJobAsync(string of)
    {
        var id = $"{Guid.CreateVersion7()}";
        await ExecuteAsync(
            """
            CREATE TEMP TABLE copy AS SELECT * FROM jobs WHERE id = @of;
            UPDATE copy SET id = @id, number = (SELECT MAX(number) + 1 FROM jobs);
            INSERT INTO jobs SELECT * FROM copy;
            UPDATE job_numbers SET last_number = (SELECT MAX(number) FROM jobs);
            CREATE TEMP TABLE copies AS SELECT * FROM runs WHERE job_id = @of;
            UPDATE copies SET job_id = @id;
            INSERT INTO runs SELECT * FROM copies;
            """,
            new { of, id });
        return id;
    }
}
