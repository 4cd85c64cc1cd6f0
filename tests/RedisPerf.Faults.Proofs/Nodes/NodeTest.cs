using System.Text.Json.Nodes;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs.Nodes;

/// <summary>Base class of tests with nodes in separate processes, a PostgreSQL and a Redis server.</summary>
public abstract class NodeTest : IAsyncLifetime
{
    private readonly DataFolder _folder = new();
    private PostgreSqlServer? _database;
    private RedisServer? _redis;

    private protected PostgreSqlServer Database => _database ?? throw new InvalidOperationException("The database has not started.");

    private protected RedisServer Redis => _redis ?? throw new InvalidOperationException("The server has not started.");

    public async ValueTask InitializeAsync()
    {
        Assert.SkipUnless(PostgreSqlServer.IsAvailable, PostgreSqlServer.Missing);
        _redis = await RedisServer.StartAsync();
        _database = await PostgreSqlServer.StartAsync(Ct);
        await _database.CreateDatabaseAsync("ledger", null, Ct);
    }

    protected string Folder => _folder.Path;

    public async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        if (_database is not null)
        {
            await _database.DisposeAsync();
        }

        if (_redis is not null)
        {
            await _redis.DisposeAsync();
        }

        _folder.Dispose();
    }

    private protected static void CheckRuns(JsonObject job, int runs)
    {
        foreach (var each in job["cases"]!.AsArray())
        {
            each!["runs"]!.AsArray().Select(run => (int)run!["round"]!).ShouldBe(Enumerable.Range(0, runs), ignoreOrder: true);
        }
    }

    private protected static bool HasRun(JsonObject job) => job["cases"]!.AsArray().Any(each => each!["runs"]!.AsArray().Count > 0);

    private protected Task<NodeProcess> StartAsync(string name, FakeClock? clock = null) =>
        NodeProcess.StartAsync(name, Folder, Database.ConnectionString("ledger"), Redis.Address, clock);
}
