using System.Collections.Concurrent;
using System.Data.Common;
using System.Globalization;
using Dapper;
using Npgsql;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage.PostgreSql;
using RedisPerf.Ledger.Tests;

[assembly: AssemblyFixture(typeof(RedisPerf.Ledger.Proofs.PostgreSqlStorage.SharedServer))]

namespace RedisPerf.Ledger.Proofs;

/// <summary>One server for all tests of the process. A test empties its database for a later one: a new copy takes 0.3 s.</summary>
public sealed class PostgreSqlStorage : LedgerStorage
{
    private const string Template = "migrated";

    private const string Empty = """
        DO $$ BEGIN
          EXECUTE (SELECT 'TRUNCATE ' || string_agg(quote_ident(tablename), ', ') FROM pg_tables WHERE schemaname = 'public'
            AND tablename NOT IN ('ledger_version', 'job_numbers'));
          UPDATE job_numbers SET last_number = 0;
        END $$
        """;

    private static readonly Lazy<Task<PostgreSqlServer>> Shared = new(StartAsync);
    private static readonly ConcurrentBag<string> EmptyDatabases = [];
    private static int Databases;

    private string? _ledger;
    private bool _isReused = true;

    public override string Ledger => _ledger ?? throw new InvalidOperationException("The server has not started.");

    public override string Lock => $"BEGIN; {PostgreSqlDatabase.Lock}";

    /// <summary>The server, for tests that create further databases.</summary>
    internal static Task<PostgreSqlServer> ServerAsync(CancellationToken ct)
    {
        Assert.SkipUnless(PostgreSqlServer.IsAvailable, PostgreSqlServer.Missing);
        return Shared.Value.WaitAsync(ct);
    }

    public override async Task CreateAsync(CancellationToken ct)
    {
        var server = await ServerAsync(ct);
        if (!EmptyDatabases.TryTake(out _ledger))
        {
            var name = string.Create(CultureInfo.InvariantCulture, $"ledger{Interlocked.Increment(ref Databases)}");
            await server.CreateDatabaseAsync(name, Template, ct);
            _ledger = server.ConnectionString(name);
        }
    }

    public override async Task CreateEmptyAsync(CancellationToken ct)
    {
        var server = await ServerAsync(ct);
        var name = string.Create(CultureInfo.InvariantCulture, $"empty{Interlocked.Increment(ref Databases)}");
        await server.CreateDatabaseAsync(name, null, ct);
        _ledger = server.ConnectionString(name);
        _isReused = false;
    }

    public override DbConnection Connect() => new NpgsqlConnection($"{Ledger};Pooling=False");

    public override async ValueTask DisposeAsync()
    {
        if (_ledger is not null && _isReused)
        {
            await using (var connection = Connect())
            {
                await connection.ExecuteAsync(Empty);
            }

            EmptyDatabases.Add(_ledger);
        }

        await base.DisposeAsync();
    }

    private static async Task<PostgreSqlServer> StartAsync()
    {
        var server = await PostgreSqlServer.StartAsync(CancellationToken.None);
        await server.CreateDatabaseAsync(Template, null, CancellationToken.None);
        var folder = Directory.CreateTempSubdirectory("redisperf-template-");
        await (await JobLedger.OpenAsync(server.ConnectionString(Template), folder.FullName, SampleBenchmark.Catalogue)).DisposeAsync();
        folder.Delete(recursive: true);
        return server;
    }

    /// <summary>Ends the server after the last test.</summary>
    public sealed class SharedServer : IAsyncDisposable
    {
        public ValueTask DisposeAsync() =>
            Shared is { IsValueCreated: true, Value.IsCompletedSuccessfully: true } ? Shared.Value.Result.DisposeAsync() : ValueTask.CompletedTask;
    }
}
