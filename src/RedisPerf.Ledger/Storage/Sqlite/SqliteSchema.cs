using System.Globalization;
using Dapper;
using Microsoft.Data.Sqlite;

namespace RedisPerf.Ledger.Storage.Sqlite;

/// <summary>Migrates the schema. The <c>user_version</c> of the file is its version.</summary>
internal static class SqliteSchema
{
    public static int Version => Migrations.Sqlite.Version;

    /// <summary>Whether the file has <see cref="Version"/>.</summary>
    public static async Task<bool> IsCurrentAsync(SqliteConnection connection) => await VersionOfAsync(connection) == Version;

    /// <summary>Migrates the file to <see cref="Version"/>, one transaction per step.</summary>
    /// <exception cref="LedgerException">The file has a version that is not supported, or belongs to another program.</exception>
    public static async Task MigrateAsync(SqliteConnection connection, string folder, CancellationToken ct)
    {
        var present = await CheckedVersionAsync(connection, folder);
        await foreach (var (version, sql) in Migrations.Sqlite.AfterAsync(present))
        {
            ct.ThrowIfCancellationRequested();
            await using var transaction = connection.BeginTransaction();
            await connection.ExecuteAsync(new CommandDefinition(sql, commandTimeout: 0, cancellationToken: ct));
            await connection.ExecuteAsync(string.Create(CultureInfo.InvariantCulture, $"PRAGMA user_version = {version}"));
            transaction.Commit();
        }
    }

    /// <returns>Null for an empty file.</returns>
    private static async Task<int?> CheckedVersionAsync(SqliteConnection connection, string folder)
    {
        const string OtherPlace = "choose another folder with RedisPerf__Data";
        var present = await VersionOfAsync(connection);
        if (present != 0)
        {
            return Migrations.Sqlite.FindProblem(present, OtherPlace) is { } problem
                ? throw new LedgerException($"The ledger in {folder} {problem}")
                : present;
        }

        return await connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM sqlite_master") == 0
            ? null
            : throw new LedgerException(
                $"The file {SqliteDatabase.FileName} in {folder} is the database of another program. Choose another folder with RedisPerf__Data.");
    }

    private static Task<int> VersionOfAsync(SqliteConnection connection) => connection.ExecuteScalarAsync<int>("PRAGMA user_version");
}
