using System.Data.Common;
using Microsoft.Data.Sqlite;
using RedisPerf.Ledger.Storage;
using RedisPerf.Ledger.Storage.Sqlite;

namespace RedisPerf.Ledger.Tests;

/// <summary>Where the ledger of a test is: in a folder, and perhaps in a database of a server.</summary>
public abstract class LedgerStorage : IAsyncDisposable
{
    public string Folder { get; } = Directory.CreateTempSubdirectory("redisperf-ledger-").FullName;

    /// <summary>The value of <c>RedisPerf__Ledger</c>.</summary>
    public abstract string Ledger { get; }

    /// <summary>Prepares the database of a new ledger.</summary>
    public virtual Task CreateAsync(CancellationToken ct) => Task.CompletedTask;

    /// <summary>Creates an empty database for a ledger of another version.</summary>
    public virtual Task CreateEmptyAsync(CancellationToken ct) => Task.CompletedTask;

    /// <summary>A connection to the database, without pooling.</summary>
    public abstract DbConnection Connect();

    /// <summary>The SQL with which a writer keeps all other writers waiting until the end of its connection.</summary>
    public abstract string Lock { get; }

    public virtual ValueTask DisposeAsync()
    {
        Directory.Delete(Folder, recursive: true);
        GC.SuppressFinalize(this);
        return ValueTask.CompletedTask;
    }
}

public sealed class SqliteStorage : LedgerStorage
{
    public override string Ledger => LedgerDatabase.Sqlite;

    public override string Lock => "BEGIN IMMEDIATE";

    public override DbConnection Connect() => new SqliteConnection($"Data Source={Path.Combine(Folder, SqliteDatabase.FileName)};Pooling=False");
}
