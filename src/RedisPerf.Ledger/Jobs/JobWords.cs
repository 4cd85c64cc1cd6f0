using System.Data;
using Dapper;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Jobs;

/// <summary>Saves the words by which stored jobs are found, after a change of many jobs.</summary>
internal static class JobWords
{
    private const int RowsAtOnce = 1_000;

    /// <param name="connection">The database.</param>
    /// <param name="schedule">The name of the schedule of the jobs; null for all jobs.</param>
    /// <param name="ct">Cancels the operation.</param>
    public static async Task SaveAsync(IDbConnection connection, string? schedule, CancellationToken ct)
    {
        var last = "";
        while (await PageAsync() is { Count: > 0 } ids)
        {
            ct.ThrowIfCancellationRequested();
            var rows = await Rows.ReadAsync<JobRow>(connection, $"SELECT {JobRow.Columns} FROM jobs WHERE {SqlDialect.Of(connection).In("id", "@Ids")}", new { Ids = ids.ToArray() });
            await connection.ExecuteAsync(SqlDialect.Of(connection).SaveWords, rows.Select(row => new { row.Id, row.Words }));
            last = ids[^1];
        }

        async Task<List<string>> PageAsync() => (await connection.QueryAsync<string>(
            $"SELECT id FROM jobs WHERE id > @After AND (@Schedule IS NULL OR schedule = @Schedule) ORDER BY id LIMIT {RowsAtOnce}", new { After = last, Schedule = schedule })).AsList();
    }
}
