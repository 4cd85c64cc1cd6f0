using System.Data;
using Dapper;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Jobs;

/// <summary>Saves the words by which stored jobs are found, after a change of many jobs.</summary>
internal static class JobWords
{
    private const int RowsAtOnce = 1_000;

    /// <summary>Saves the words of all jobs, in the transaction of the connection.</summary>
    public static async Task SaveAsync(IDbConnection connection, CancellationToken ct)
    {
        for (string? last = ""; last is not null; last = await SavePageAsync(connection, null, last))
        {
            ct.ThrowIfCancellationRequested();
        }
    }

    /// <summary>Saves the words of the jobs of a schedule. Other changes can be made between the pages.</summary>
    public static async Task SaveAsync(LedgerDatabase database, string schedule, CancellationToken ct)
    {
        for (string? last = ""; last is not null;)
        {
            var after = last;
            last = await database.WriteAsync(connection => SavePageAsync(connection, schedule, after), ct);
        }
    }

    /// <returns>The last id of the page; null after the last page.</returns>
    private static async Task<string?> SavePageAsync(IDbConnection connection, string? schedule, string after)
    {
        var ids = (await connection.QueryAsync<string>(
            $"SELECT id FROM jobs WHERE id > @After AND (@Schedule IS NULL OR schedule = @Schedule) ORDER BY id LIMIT {RowsAtOnce}",
            new { After = after, Schedule = schedule })).AsList();
        var rows = await Rows.ReadAsync<JobRow>(
            connection, $"SELECT {JobRow.Columns} FROM jobs WHERE {SqlDialect.Of(connection).In("id", "@Ids")}", new { Ids = ids.ToArray() });
        await connection.ExecuteAsync(SqlDialect.Of(connection).SaveWords, rows.Select(row => new { row.Id, row.Words }));
        return ids.Count < RowsAtOnce ? null : ids[^1];
    }
}
