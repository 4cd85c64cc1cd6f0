using System.Data;
using System.Data.Common;
using System.Globalization;
using Dapper;
using Npgsql;

namespace RedisPerf.Ledger.Storage.PostgreSql;

/// <summary>The ledger in a PostgreSQL database, which any number of processes use at the same time. Their writers are
/// serialized by an advisory lock, as those of SQLite are by its file: there are few writes per second, and a rule that
/// holds for one writer holds for all.</summary>
internal sealed class PostgreSqlDatabase : LedgerDatabase
{
    /// <summary>Takes the lock of the writers until the end of the transaction. The number is the text "RdsPerf": another program of the
    /// database is unlikely to use it.</summary>
    internal const string Lock = "SELECT pg_advisory_xact_lock(23191394523116134)";

    /// <summary>Together less than five seconds, in which a request is answered. A command that takes too long is cancelled over a new
    /// connection, with one more attempt for the encryption of Kerberos unless that is off.</summary>
    private const int ConnectSeconds = 2;
    private const int CommandSeconds = 2;
    private const int CancellationMilliseconds = 500;

    /// <summary>The time to connect, and that of a command, while the ledger is opened: no request waits, and the process and the server
    /// may have just started on busy cores.</summary>
    private const int OpenSeconds = 10;

    /// <summary>Shorter than the time of a command, so that the error names the lock.</summary>
    private const int LockMilliseconds = 1_500;

    /// <summary>Nodes share the connections of a server, by default 100.</summary>
    private const int MaximumConnections = 20;

    private static readonly TimeSpan ListenCheck = TimeSpan.FromSeconds(5);

    /// <summary>A later value of the same setting replaces one of these.</summary>
    private static readonly string Defaults =
        string.Create(CultureInfo.InvariantCulture, $"Application Name=RedisPerf;Gss Encryption Mode=Disable;Timeout={ConnectSeconds};Command "
            + $"Timeout={CommandSeconds};Cancellation Timeout={CancellationMilliseconds};Maximum Pool Size={MaximumConnections};");

    /// <summary>The server ends a transaction of a process that was stopped, so the other writers continue.</summary>
    private const int StoppedSeconds = 5;

    /// <summary>The wait for exclusive work, and the time after which the server takes the right from a process that was stopped.</summary>
    private const int ExclusiveWaitSeconds = 20;
    private const int ExclusiveSeconds = 300;

    // Each query is short: compiling it would take longer than the query.
    private const string BeginReading = "SET LOCAL jit = off";
    private static readonly string BeginWriting = $"{BeginReading}; SET LOCAL idle_in_transaction_session_timeout = '{StoppedSeconds}s'; "
        + $"SET LOCAL lock_timeout = '{LockMilliseconds}ms'; {Lock}";

    private readonly NpgsqlConnectionStringBuilder _settings;
    private readonly NpgsqlDataSource _source;
    private readonly PostgreSqlErrors _errors;
    private readonly FileStream? _lock;

    private PostgreSqlDatabase(NpgsqlConnectionStringBuilder settings, FileStream? @lock)
    {
        _settings = settings;
        _errors = new(settings);
        _source = NpgsqlDataSource.Create(settings);
        _lock = @lock;
    }

    public override string ConnectionString => _settings.ConnectionString;

    /// <param name="connectionString">Has at least Host and Database.</param>
    /// <param name="folder">The data folder, which is locked against other instances until disposed; null for none.</param>
    /// <exception cref="LedgerException">The connection string is invalid, the database cannot be used, or another instance uses the
    /// folder; the message has the reason.</exception>
    internal static async Task<PostgreSqlDatabase> OpenAsync(string connectionString, string? folder, CancellationToken ct)
    {
        var settings = Parse(connectionString);
        var database = new PostgreSqlDatabase(settings, folder is null ? null : LedgerFolder.Lock(folder));
        try
        {
            await using var connection = new NpgsqlConnection(WithLongTimeout(settings).ConnectionString);
            await connection.OpenAsync(ct);
            await CheckSessionAsync(connection, database._errors.Name, ct);
            await PostgreSqlSchema.MigrateAsync(connection, database._errors.Name, ct);
            return database;
        }
        catch (Exception exception)
        {
            await database.DisposeAsync();
            if (database._errors.Explain(exception) is { } explained)
            {
                throw explained;
            }

            throw;
        }
    }

    private static async Task CheckSessionAsync(NpgsqlConnection connection, string name, CancellationToken ct)
    {
        if (await SessionCheck.IsSharedAsync(connection, ConnectAsync))
        {
            throw new LedgerException($"The ledger {name} is behind a pooler that gives each transaction another session, which loses locks and "
                + "notifications. Connect to the PostgreSQL server itself, or set the pooler to sessions (pool_mode = session in PgBouncer).");
        }

        async Task<NpgsqlConnection> ConnectAsync()
        {
            var other = connection.CloneWith(connection.ConnectionString);
            await other.OpenAsync(ct);
            return other;
        }
    }

    // Zero is no limit.
    private static NpgsqlConnectionStringBuilder WithLongTimeout(NpgsqlConnectionStringBuilder settings) => new(settings.ConnectionString)
    {
        Pooling = false,
        Timeout = settings.Timeout == 0 ? 0 : Math.Max(settings.Timeout, OpenSeconds),
        CommandTimeout = settings.CommandTimeout == 0 ? 0 : Math.Max(settings.CommandTimeout, OpenSeconds),
    };

    internal override async Task<T> ReadAsync<T>(Func<DbConnection, Task<T>> query, CancellationToken ct)
    {
        try
        {
            var (connection, transaction) = await BeginAsync(IsolationLevel.RepeatableRead, $"SET TRANSACTION READ ONLY; {BeginReading}", ct);
            await using (connection)
            await using (transaction)
            {
                return await query(connection);
            }
        }
        catch (Exception exception) when (_errors.Explain(exception) is { } explained)
        {
            throw explained;
        }
    }

    internal override async Task<T> WriteAsync<T>(Func<DbConnection, Task<T>> change, CancellationToken ct)
    {
        try
        {
            // Each statement after the lock reads the committed data of the previous writer.
            var (connection, transaction) = await BeginAsync(IsolationLevel.ReadCommitted, BeginWriting, ct);
            await using (connection)
            await using (transaction)
            {
                var result = await change(connection);
                await transaction.CommitAsync(CancellationToken.None);
                return result;
            }
        }
        catch (Exception exception) when (_errors.Explain(exception) is { } explained)
        {
            throw explained;
        }
    }

    public override Task CheckWritableAsync(CancellationToken ct) =>
        WriteAsync(connection => connection.ExecuteAsync("UPDATE ledger_version SET version = version"), ct);

    // The lock belongs to its connection: a process that ends releases it.
    public override async Task RunExclusivelyAsync(string name, Func<Task> work, CancellationToken ct)
    {
        try
        {
            await using var connection = await _source.OpenConnectionAsync(ct);
            var key = new { Key = $"redisperf {name}" };
            await connection.ExecuteAsync($"SET lock_timeout = '{ExclusiveWaitSeconds}s'; SET idle_session_timeout = '{ExclusiveSeconds}s'");
            await connection.ExecuteAsync(new CommandDefinition(
                "SELECT pg_advisory_lock(hashtext(@Key))", key, commandTimeout: 2 * ExclusiveWaitSeconds, cancellationToken: ct));
            try
            {
                await work();
            }
            finally
            {
                await connection.ExecuteAsync("SELECT pg_advisory_unlock(hashtext(@Key))", key);
            }
        }
        catch (Exception exception) when (_errors.Explain(exception) is { } explained)
        {
            throw explained;
        }
    }

    internal override async Task ListenAsync(string channel, Action<string?> onMessage, CancellationToken ct)
    {
        try
        {
            await using var connection = await _source.OpenConnectionAsync(ct);
            connection.Notification += (_, notification) => onMessage(notification.Payload);
            await connection.ExecuteAsync($"LISTEN {channel}");
            onMessage(null);
            while (true)
            {
                // A broken network may close no connection.
                if (!await connection.WaitAsync(ListenCheck, ct))
                {
                    await connection.ExecuteAsync("SELECT 1");
                }
            }
        }
        catch (Exception exception) when (_errors.Explain(exception) is { } explained)
        {
            throw explained;
        }
    }

    public override async ValueTask DisposeAsync()
    {
        await _source.DisposeAsync();
        if (_lock is not null)
        {
            await _lock.DisposeAsync();
        }
    }

    /// <exception cref="LedgerException">The connection string is invalid. The message does not contain it, because it
    /// may have a password.</exception>
    internal static NpgsqlConnectionStringBuilder Parse(string connectionString)
    {
        const string Example = "An example: Host=db.example;Database=redisperf;Username=redisperf;Password=…";
        const string UrlExample = "An example: postgresql://redisperf:…@db.example:5432/redisperf?sslmode=require";
        NpgsqlConnectionStringBuilder settings;
        try
        {
            var isUrl = PostgreSqlUrl.Is(connectionString);
            settings = new(isUrl ? Defaults : Defaults + connectionString);
            if (isUrl)
            {
                PostgreSqlUrl.Apply(settings, connectionString);
            }
        }
        catch (FormatException exception) when (PostgreSqlUrl.Is(connectionString))
        {
            throw new LedgerException($"The URL of the ledger is invalid. {exception.Message} {UrlExample}");
        }
        catch (Exception exception)
            when (exception is ArgumentException or FormatException or KeyNotFoundException or InvalidCastException or OverflowException)
        {
            // The message of the exception can contain a value.
            throw new LedgerException($"The connection string of the ledger is invalid. {Example}");
        }

        if (string.IsNullOrWhiteSpace(settings.Host) || string.IsNullOrWhiteSpace(settings.Database))
        {
            throw new LedgerException($"The connection string of the ledger must have Host and Database. {Example}");
        }

        return settings;
    }

    // A connection of the pool may be older than the last start of the server. Nothing has changed yet, so one more attempt is safe.
    private async Task<(NpgsqlConnection Connection, NpgsqlTransaction Transaction)> BeginAsync(
        IsolationLevel isolation, string first, CancellationToken ct)
    {
        try
        {
            return await TryBeginAsync(isolation, first, ct);
        }
        catch (NpgsqlException exception) when (PostgreSqlErrors.IsClosedConnection(exception))
        {
            return await TryBeginAsync(isolation, first, ct);
        }
    }

    private async Task<(NpgsqlConnection Connection, NpgsqlTransaction Transaction)> TryBeginAsync(
        IsolationLevel isolation, string first, CancellationToken ct)
    {
        var connection = await _source.OpenConnectionAsync(ct);
        try
        {
            var transaction = await connection.BeginTransactionAsync(isolation, ct);
            await connection.ExecuteAsync(new CommandDefinition(first, cancellationToken: ct));
            return (connection, transaction);
        }
        catch
        {
            await connection.DisposeAsync();
            throw;
        }
    }
}
