using System.Data;
using Dapper;

namespace RedisPerf.Ledger.Jobs;

/// <summary>Fills the columns of migration 004 for existing jobs. It reads their JSON in C#, which is independent of the SQL dialect.</summary>
internal static class HistoryFilling
{
    public const int Version = 4;

    private const int RowsAtOnce = 1_000;

    // The columns of a ledger at that version; JobRow has columns of later versions.
    private const string Columns = "id, benchmark, note, request, best_strategy, best_target, best_point, best_median";

    public static async Task RunAsync(IDbConnection connection, CancellationToken ct)
    {
        var after = Guid.Empty;
        while (await ReadAsync(connection, after) is { Count: > 0 } rows)
        {
            ct.ThrowIfCancellationRequested();
            after = rows[^1].Id;
            await connection.ExecuteAsync("UPDATE jobs SET note_text = @NoteText, series = @Series WHERE id = @Id", rows.Select(row => new { row.Id, row.NoteText, row.Series }));
            await connection.ExecuteAsync(JobRow.InsertTarget, rows.SelectMany(row => row.Targets));
        }
    }

    private static async Task<List<JobRow>> ReadAsync(IDbConnection connection, Guid after) => (await connection.QueryAsync<JobRow>(
        $"SELECT {Columns} FROM jobs WHERE id > @After ORDER BY id LIMIT {RowsAtOnce}", new { After = after })).AsList();
}
