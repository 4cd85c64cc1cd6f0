using System.Data;
using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Targets;

/// <summary>The targets that were added on a page, in the database of a <see cref="JobLedger"/>. Every method throws
/// <see cref="LedgerException"/> when the database fails.</summary>
/// <param name="database">The database of an open ledger.</param>
public sealed class TargetLedger(LedgerDatabase database)
{
    /// <summary>All added targets, ordered by name.</summary>
    public Task<IReadOnlyList<AddedTarget>> ListAsync(CancellationToken ct = default) => database.ReadAsync<IReadOnlyList<AddedTarget>>(
        async connection => await Rows.ReadAsync<AddedTarget>(
            connection, "SELECT name, connection FROM targets ORDER BY name", null, _ => { },
            (record, _) => record["name"] is string name ? new() { Name = name, Connection = "" } : null),
        ct);

    /// <summary>Adds a target, or replaces its connection string.</summary>
    /// <returns>Refused while a queued or running job uses a target with this name.</returns>
    public Task<ChangeOutcome> SaveAsync(AddedTarget target, DateTimeOffset now, CancellationToken ct = default) => database.WriteAsync(
        async connection =>
        {
            if (await IsInUseAsync(connection, target.Name))
            {
                return ChangeOutcome.Refused;
            }

            await connection.ExecuteAsync(
                """
                INSERT INTO targets (name, connection, added_at) VALUES (@Name, @Connection, @Now)
                ON CONFLICT (name) DO UPDATE SET connection = excluded.connection, added_at = excluded.added_at
                """,
                new { target.Name, target.Connection, Now = now });
            return ChangeOutcome.Changed;
        },
        ct);

    /// <summary>Deletes an added target.</summary>
    /// <returns>Refused while a queued or running job uses it.</returns>
    public Task<ChangeOutcome> DeleteAsync(string name, CancellationToken ct = default) => database.WriteAsync(
        async connection =>
            await IsInUseAsync(connection, name) ? ChangeOutcome.Refused
            : await connection.ExecuteAsync("DELETE FROM targets WHERE name = @Name", new { Name = name }) == 1 ? ChangeOutcome.Changed
            : ChangeOutcome.NotFound,
        ct);

    private static async Task<bool> IsInUseAsync(IDbConnection connection, string name) => await connection.ExecuteScalarAsync<int>(
        "SELECT COUNT(*) FROM jobs JOIN job_targets ON job_targets.job_id = jobs.id "
            + "WHERE jobs.state IN (@Queued, @Running) AND job_targets.target = @Name",
        new { Name = name, Queued = Column.Of(JobState.Queued), Running = Column.Of(JobState.Running) }) > 0;
}

/// <summary>A target that was added on a page.</summary>
public sealed record AddedTarget
{
    public required string Name { get; init; }

    /// <summary>The encrypted connection string; empty when its row cannot be read.</summary>
    public required string Connection { get; init; }
}
