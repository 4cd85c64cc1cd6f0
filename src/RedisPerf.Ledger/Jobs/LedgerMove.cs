using System.Data;
using System.Data.Common;
using Dapper;
using Microsoft.Data.Sqlite;
using Npgsql;
using RedisPerf.Ledger.Storage;
using RedisPerf.Ledger.Storage.Moving;
using RedisPerf.Ledger.Storage.PostgreSql;
using RedisPerf.Ledger.Storage.Sqlite;

namespace RedisPerf.Ledger.Jobs;

/// <summary>Moves a ledger from SQLite to PostgreSQL or back. The target gets all rows in one transaction: an interruption does not change
/// it, and the move can be repeated. The source is not changed, except that it is migrated to this version.</summary>
public static class LedgerMove
{
    /// <summary>The start of a source or target that is a folder.</summary>
    public const string FolderPrefix = "sqlite:";

    /// <summary>The tables whose rows a target may have only if the source has them too.</summary>
    private static readonly string[] Kept = ["jobs", "schedules"];

    /// <summary>Replaces the content of the target by that of the source, and compares the number and the checksum of
    /// the rows of each table.</summary>
    /// <param name="from"><c>sqlite:</c> and a folder, or a PostgreSQL connection string.</param>
    /// <param name="to">The other kind.</param>
    /// <param name="onCopied">Is called with each table that was copied and compared.</param>
    /// <param name="ct">Cancels the move; the target is not changed then.</param>
    /// <exception cref="LedgerException">A ledger cannot be used or another instance uses the folder, the target has other jobs, or a row
    /// cannot be moved. The target was not changed.</exception>
    public static async Task RunAsync(string from, string to, Action<TableSum> onCopied, CancellationToken ct = default)
    {
        if (FolderOf(from) is null == FolderOf(to) is null)
        {
            throw new LedgerException("A ledger is moved between SQLite and PostgreSQL: one of source and target must be sqlite:FOLDER, "
                + "and the other one a connection string such as Host=db.example;Database=redisperf.");
        }

        if (FolderOf(from) is { } folder && !File.Exists(Path.Combine(folder, SqliteDatabase.FileName)))
        {
            throw new LedgerException($"There is no ledger in the folder \"{folder}\": it has no file {SqliteDatabase.FileName}.");
        }

        await using var source = await OpenAsync(from, ct);
        await using var target = await OpenAsync(to, ct);
        await source.ReadAsync(reading => target.WriteAsync(writing => MoveAsync(reading, writing, onCopied, ct), ct), ct);
    }

    private static string? FolderOf(string location) =>
        location.StartsWith(FolderPrefix, StringComparison.OrdinalIgnoreCase) ? location[FolderPrefix.Length..] : null;

    private static async Task<LedgerDatabase> OpenAsync(string location, CancellationToken ct) => FolderOf(location) is { } folder
        ? await SqliteDatabase.OpenAsync(folder, ct)
        : await PostgreSqlDatabase.OpenAsync(location, null, ct);

    private static async Task<int> MoveAsync(DbConnection from, DbConnection to, Action<TableSum> onCopied, CancellationToken ct)
    {
        var tables = await LedgerTable.ListAsync(from as SqliteConnection ?? (SqliteConnection)to);
        foreach (var table in Kept)
        {
            await CheckAsync(from, to, table, ct);
        }

        foreach (var table in tables.Reverse())
        {
            await table.ClearAsync(to, ct);
        }

        foreach (var table in tables)
        {
            var copied = await table.CopyAsync(from, to, ct);
            var stored = await table.SumAsync(to, ct);
            if (stored != copied)
            {
                throw new LedgerException($"The table {table.Name} has {copied.Rows} rows with the checksum {copied.Checksum} in the source, "
                    + $"and {stored.Rows} rows with {stored.Checksum} in the target. The target was not changed.");
            }

            onCopied(copied);
        }

        await AnalyzeAsync(to, ct);
        await JobWords.SaveAsync(to, ct);
        await AnalyzeAsync(to, ct);
        return 0;
    }

    // After an interrupted move the planner of PostgreSQL expects empty tables, and would read all jobs to find each one. The
    // queries of SQLite are planned without an analysis.
    private static async Task AnalyzeAsync(DbConnection connection, CancellationToken ct)
    {
        if (connection is NpgsqlConnection)
        {
            await connection.ExecuteAsync(new CommandDefinition("ANALYZE", commandTimeout: 0, commandType: CommandType.Text, cancellationToken: ct));
        }
    }

    private static async Task CheckAsync(DbConnection from, DbConnection to, string table, CancellationToken ct)
    {
        var command = new CommandDefinition($"SELECT id FROM {table}", commandTimeout: 0, cancellationToken: ct);
        var known = (await from.QueryAsync<string>(command)).ToHashSet();
        var others = (await to.QueryAsync<string>(command)).Where(id => !known.Contains(id)).ToArray();
        if (others.Length > 0)
        {
            throw new LedgerException($"The target has {others.Length} {table} that the source does not have, "
                + $"for example {others[0]}. Move the ledger to an empty database. The target was not changed.");
        }
    }
}
