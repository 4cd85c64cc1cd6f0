using System.Data;
using System.Data.Common;
using System.Diagnostics;
using System.Globalization;
using Dapper;
using Microsoft.Data.Sqlite;

namespace RedisPerf.Ledger.Storage.Sqlite;

/// <summary>The ledger in an SQLite file: its folder, the lock against other instances, its schema, and one writer with any
/// number of concurrent readers.</summary>
internal sealed class SqliteDatabase : LedgerDatabase
{
    internal const string FileName = "ledger.db";

    /// <summary>How long a statement waits for another program's lock: SQLite waits for the first part of it, and the driver repeats the
    /// statement until the second has passed. Both together are less than five seconds, in which a request is answered.</summary>
    private const int BusyMilliseconds = 1_800;
    private const int StatementSeconds = 2;

    private static readonly TimeSpan LockedPause = TimeSpan.FromSeconds(1);

    private readonly string _folder;
    private readonly FileStream? _lock;
    private readonly string _connectionString;
    private readonly SemaphoreSlim _writing = new(1, 1);
    private long? _lockedAt;

    private SqliteDatabase(string folder, FileStream? @lock)
    {
        _folder = folder;
        _lock = @lock;
        _connectionString = new SqliteConnectionStringBuilder
        {
            DataSource = Path.Combine(folder, FileName),
            ForeignKeys = true,
            Pooling = true,
            DefaultTimeout = StatementSeconds,
        }.ToString();
    }

    /// <exception cref="LedgerException">The folder or the file cannot be used; the message has the reason.</exception>
    internal static async Task<SqliteDatabase> OpenAsync(string folder, CancellationToken ct)
    {
        var file = new SqliteDatabase(folder, LedgerFolder.Lock(folder));
        try
        {
            LedgerFolder.RefuseShare(folder);
            await using var connection = await file.ConnectAsync(ct);
            // With WAL, readers do not wait for the writer. The mode is stored in the file.
            await connection.ExecuteAsync("PRAGMA journal_mode = WAL");
            await SqliteSchema.MigrateAsync(connection, folder, ct);
            return file;
        }
        catch (SqliteException error)
        {
            await file.DisposeAsync();
            throw file.Explain(error);
        }
        catch
        {
            await file.DisposeAsync();
            throw;
        }
    }

    /// <summary>Opens the file without the lock, which another instance may hold: SQLite serializes the writers of several processes. A new
    /// file, or a file of another version, is opened exclusively, so the schema cannot change while it is in use.</summary>
    /// <exception cref="LedgerException">The folder or the file cannot be used; the message has the reason.</exception>
    internal static async Task<SqliteDatabase> OpenSharedAsync(string folder, CancellationToken ct)
    {
        if (!File.Exists(Path.Combine(folder, FileName)))
        {
            return await OpenAsync(folder, ct);
        }

        LedgerFolder.RefuseShare(folder);
        var file = new SqliteDatabase(folder, null);
        try
        {
            await using var connection = await file.ConnectAsync(ct);
            if (await SqliteSchema.IsCurrentAsync(connection))
            {
                return file;
            }
        }
        catch (SqliteException error)
        {
            await file.DisposeAsync();
            throw file.Explain(error);
        }

        await file.DisposeAsync();
        return await OpenAsync(folder, ct);
    }

    internal override async Task<T> ReadAsync<T>(Func<DbConnection, Task<T>> query, CancellationToken ct)
    {
        ct.ThrowIfCancellationRequested();
        try
        {
            await using var connection = await ConnectAsync(ct);
            await using var transaction = connection.BeginTransaction(deferred: true);
            return await query(connection);
        }
        catch (SqliteException error)
        {
            throw Explain(error);
        }
    }

    internal override async Task<T> WriteAsync<T>(Func<DbConnection, Task<T>> change, CancellationToken ct)
    {
        await _writing.WaitAsync(ct);
        try
        {
            // The writes that waited for one that failed would each wait for the same lock.
            if (_lockedAt is { } lockedAt && Stopwatch.GetElapsedTime(lockedAt) < LockedPause)
            {
                throw Locked();
            }

            await using var connection = await ConnectAsync(ct);
            await using var transaction = connection.BeginTransaction(IsolationLevel.Serializable, deferred: false);
            var result = await change(connection);
            transaction.Commit();
            return result;
        }
        catch (SqliteException error)
        {
            _lockedAt = error.SqliteErrorCode is 5 or 6 ? Stopwatch.GetTimestamp() : _lockedAt;
            throw Explain(error);
        }
        finally
        {
            _writing.Release();
        }
    }

    public override Task CheckWritableAsync(CancellationToken ct) => WriteAsync(
        connection => connection.ExecuteAsync(string.Create(CultureInfo.InvariantCulture, $"PRAGMA user_version = {SqliteSchema.Version}")), ct);

    /// <summary>Does the work: no other process has the lock.</summary>
    public override Task RunExclusivelyAsync(string name, Func<Task> work, CancellationToken ct) => work();

    /// <summary>Waits for the cancellation: no other process changes a job.</summary>
    internal override Task ListenAsync(string channel, Action<string?> onMessage, CancellationToken ct) => Task.Delay(Timeout.Infinite, ct);

    public override async ValueTask DisposeAsync()
    {
        await _writing.WaitAsync();
        try
        {
            using var connection = new SqliteConnection(_connectionString);
            SqliteConnection.ClearPool(connection);
        }
        finally
        {
            _writing.Release();
            if (_lock is not null)
            {
                await _lock.DisposeAsync();
            }
        }
    }

    private async Task<SqliteConnection> ConnectAsync(CancellationToken ct)
    {
        var connection = new SqliteConnection(_connectionString);
        try
        {
            await connection.OpenAsync(ct);
            // Writers of this process never wait for each other here; the limit is for an import or an sqlite3 shell in another process.
            // FULL: a job that was answered with 201 is kept after a power failure. The few writes per second are never timed.
            // MEMORY: large sorts would be written to the temporary folder of the system.
            await connection.ExecuteAsync(string.Create(CultureInfo.InvariantCulture,
                $"PRAGMA busy_timeout = {BusyMilliseconds}; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;"));
            return connection;
        }
        catch
        {
            await connection.DisposeAsync();
            throw;
        }
    }

    private LedgerException Locked(SqliteException? cause = null) =>
        new($"The ledger {Path.Combine(_folder, FileName)} is locked by another program. Close it there and try again.", cause);

    // https://sqlite.org/rescode.html
    private LedgerException Explain(SqliteException error)
    {
        if (error.SqliteErrorCode is 5 or 6)
        {
            return Locked(error);
        }

        var file = Path.Combine(_folder, FileName);
        var sentence = error.SqliteErrorCode switch
        {
            8 or 14 => $"The ledger {file} cannot be opened for writing. Give this user the "
                + "right to write it, or choose another folder with RedisPerf__Data.",
            10 => $"The ledger {file} cannot be read or written: the disk reports an error ({error.Message.TrimEnd('.')}).",
            11 => $"The ledger {file} is damaged. Move it away or restore a copy; the next start creates a new one.",
            13 => $"The ledger {file} cannot grow: the disk is full. Free some space and try again.",
            26 => $"The file {file} is not a RedisPerf ledger: it is not an SQLite database. "
                + "Move it away, or choose another folder with RedisPerf__Data.",
            _ => $"The ledger {file} failed: {error.Message.TrimEnd('.')}.",
        };
        return new(sentence, error);
    }
}
