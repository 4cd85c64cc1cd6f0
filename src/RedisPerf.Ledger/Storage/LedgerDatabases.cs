using RedisPerf.Ledger.Storage.PostgreSql;
using RedisPerf.Ledger.Storage.Sqlite;

namespace RedisPerf.Ledger.Storage;

/// <summary>Opens the database that a configuration names.</summary>
internal static class LedgerDatabases
{
    /// <summary>Opens a database and locks the data folder against other instances until disposed.</summary>
    /// <param name="ledger"><see cref="LedgerDatabase.Sqlite"/>, or the connection string of a PostgreSQL database.</param>
    /// <param name="folder">The data folder.</param>
    public static async Task<LedgerDatabase> OpenAsync(string ledger, string folder, CancellationToken ct) => ledger == LedgerDatabase.Sqlite
        ? await SqliteDatabase.OpenAsync(folder, ct)
        : await PostgreSqlDatabase.OpenAsync(ledger, folder, ct);

    /// <summary>Opens a database for one operation, even while other instances use it and the data folder.</summary>
    /// <inheritdoc cref="OpenAsync"/>
    public static async Task<LedgerDatabase> OpenSharedAsync(string ledger, string folder, CancellationToken ct) => ledger == LedgerDatabase.Sqlite
        ? await SqliteDatabase.OpenSharedAsync(folder, ct)
        : await PostgreSqlDatabase.OpenAsync(ledger, null, ct);
}
