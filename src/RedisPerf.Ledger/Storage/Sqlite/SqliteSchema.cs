using System.Globalization;
using Dapper;
using Microsoft.Data.Sqlite;

namespace RedisPerf.Ledger.Storage.Sqlite;

/// <summary>Migrates the schema. The <c>user_version</c> of the file is the number of the last applied one.</summary>
internal static class SqliteSchema
{
    public static int Version => Migrations.Sqlite.Version;

    /// <summary>Whether the file has <see cref="Version"/>.</summary>
    public static async Task<bool> IsCurrentAsync(SqliteConnection connection) => await VersionOfAsync(connection) == Version;

    /// <summary>Migrates the file to <see cref="Version"/>, one transaction per step.</summary>
    /// <exception cref="LedgerException">The file has a newer version or belongs to another program.</exception>
    public static async Task MigrateAsync(SqliteConnection connection, string folder, MigrationStep afterMigration, CancellationToken ct)
    {
        var present = await VersionOfAsync(connection);
        if (present > Version)
        {
            throw new LedgerException($"The ledger in {folder} has version {present}, and this RedisPerf supports versions up to {Version}. Start the newer RedisPerf, or choose another folder with RedisPerf__Data.");
        }

        if (present == 0 && await connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM sqlite_master") > 0)
        {
            throw new LedgerException($"The file {SqliteDatabase.FileName} in {folder} is the database of another program. Choose another folder with RedisPerf__Data.");
        }

        await foreach (var (version, sql) in Migrations.Sqlite.AfterAsync(present))
        {
            ct.ThrowIfCancellationRequested();
            await using var transaction = connection.BeginTransaction();
            await connection.ExecuteAsync(sql);
            await afterMigration(version, connection, ct);
            await connection.ExecuteAsync(string.Create(CultureInfo.InvariantCulture, $"PRAGMA user_version = {version}"));
            transaction.Commit();
        }
    }

    private static Task<int> VersionOfAsync(SqliteConnection connection) => connection.ExecuteScalarAsync<int>("PRAGMA user_version");
}
