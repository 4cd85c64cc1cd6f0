using System.Data.Common;
using System.Globalization;
using Microsoft.Data.Sqlite;
using Npgsql;
using RedisPerf.Ledger.Jobs;
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

    /// <summary>A connection to the database, without pooling.</summary>
    public abstract DbConnection Connect();

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

    public override DbConnection Connect() => new SqliteConnection($"Data Source={Path.Combine(Folder, SqliteDatabase.FileName)};Pooling=False");
}

/// <summary>One server for all tests of the process, and a database for each test, copied from a migrated one.</summary>
public sealed class PostgreSqlStorage : LedgerStorage
{
    private const string Template = "migrated";

    private static readonly Lazy<Task<PostgreSqlServer>> Shared = new(StartAsync);
    private static int Databases;

    private readonly string _database = string.Create(CultureInfo.InvariantCulture, $"ledger{Interlocked.Increment(ref Databases)}");
    private PostgreSqlServer? _server;

    public override string Ledger => (_server ?? throw new InvalidOperationException("The server has not started.")).ConnectionString(_database);

    public override async Task CreateAsync(CancellationToken ct)
    {
        Assert.SkipUnless(PostgreSqlServer.IsInstalled, PostgreSqlServer.Missing);
        _server = await Shared.Value.WaitAsync(ct);
        await _server.CreateDatabaseAsync(_database, Template, ct);
    }

    public override DbConnection Connect() => new NpgsqlConnection($"{Ledger};Pooling=False");

    public override async ValueTask DisposeAsync()
    {
        if (_server is not null)
        {
            await _server.DropDatabaseAsync(_database, CancellationToken.None);
        }

        await base.DisposeAsync();
    }

    // It ends with this process.
    private static async Task<PostgreSqlServer> StartAsync()
    {
        var server = await PostgreSqlServer.StartAsync(CancellationToken.None);
        await server.CreateDatabaseAsync(Template, null, CancellationToken.None);
        var folder = Directory.CreateTempSubdirectory("redisperf-template-");
        await (await JobLedger.OpenAsync(server.ConnectionString(Template), folder.FullName, SampleBenchmark.Catalogue)).DisposeAsync();
        folder.Delete(recursive: true);
        return server;
    }
}
