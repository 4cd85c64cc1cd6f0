using System.Data.Common;

namespace RedisPerf.Ledger.Storage;

/// <summary>The database of a ledger: one writer at a time with any number of concurrent readers. Every method throws
/// <see cref="LedgerException"/> when the database fails; the message has the reason.</summary>
public abstract class LedgerDatabase : IAsyncDisposable
{
    /// <summary>Announced when the wait for changes begins: any job may have changed before.</summary>
    public static readonly Guid AllJobs = Guid.Empty;

    /// <summary>The configuration of the ledger in an SQLite file of the data folder.</summary>
    public const string Sqlite = "sqlite";

    static LedgerDatabase() => ColumnTypes.Register();

    // Only this project has databases.
    private protected LedgerDatabase()
    {
    }

    /// <summary>The connection string of a database server, which can have tables of others too; null for a file. It
    /// may contain a password.</summary>
    public virtual string? ConnectionString => null;

    /// <summary>Whether several nodes can use it at the same time.</summary>
    public bool IsShared => ConnectionString is not null;

    /// <summary>Runs queries on one consistent snapshot of the ledger.</summary>
    internal abstract Task<T> ReadAsync<T>(Func<DbConnection, Task<T>> query, CancellationToken ct);

    /// <summary>Runs statements as one transaction, after those of other writers. An exception rolls it back.</summary>
    internal abstract Task<T> WriteAsync<T>(Func<DbConnection, Task<T>> change, CancellationToken ct);

    /// <summary>Writes without a change of the data.</summary>
    /// <exception cref="LedgerException">Nothing can be stored now.</exception>
    public abstract Task CheckWritableAsync(CancellationToken ct);

    /// <summary>Waits until no other process does the work of this name, then does it.</summary>
    public abstract Task RunExclusivelyAsync(string name, Func<Task> work, CancellationToken ct);

    /// <summary>Waits for changes that other processes make.</summary>
    /// <param name="onChange">Receives the id of a job that changed, or <see cref="AllJobs"/>, and what changed.</param>
    /// <param name="ct">Ends the wait.</param>
    /// <exception cref="LedgerException">The database no longer answers. Changes in between are lost.</exception>
    public Task ListenAsync(Action<Guid, JobChange> onChange, CancellationToken ct) => ListenAsync(
        "redisperf_jobs",
        message =>
        {
            if (message is null)
            {
                onChange(AllJobs, JobChange.Moved | JobChange.Summarized);
            }
            else if (message.Split(' ') is [var id, var list] && Guid.TryParse(id, out var job))
            {
                onChange(job, list switch { "moved" => JobChange.Moved, "changed" => JobChange.Summarized, _ => JobChange.None });
            }
        },
        ct);

    /// <summary>Waits for the notifications of a channel.</summary>
    /// <param name="channel">The name of the channel.</param>
    /// <param name="onMessage">Receives each message, and null when the wait begins: there may have been messages before.</param>
    /// <param name="ct">Ends the wait.</param>
    internal abstract Task ListenAsync(string channel, Action<string?> onMessage, CancellationToken ct);

    public abstract ValueTask DisposeAsync();
}

/// <summary>The content of a notification of a job.</summary>
[Flags]
public enum JobChange
{
    /// <summary>Its progress or its runs changed.</summary>
    None = 0,

    /// <summary>It is in another list now.</summary>
    Moved = 1,

    /// <summary>A user excluded runs, or changed the baseline.</summary>
    Summarized = 2,
}
