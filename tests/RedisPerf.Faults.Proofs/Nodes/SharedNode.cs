using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs.Nodes;

/// <summary>One program for the tests of a class, as a node of a ledger in a real PostgreSQL database.</summary>
public sealed class SharedNode : IAsyncLifetime
{
    /// <summary>The name of the program's node.</summary>
    public const string Name = "here";

    private PostgreSqlServer? _server;
    private WebHost? _host;

    /// <summary>The program; skips the test on a machine without PostgreSQL.</summary>
    public WebHost Host
    {
        get
        {
            Assert.SkipWhen(_host is null, PostgreSqlServer.Missing);
            return _host;
        }
    }

    private NodeLedger Nodes => Host.Services.GetRequiredService<NodeLedger>();

    public async ValueTask InitializeAsync()
    {
        if (!PostgreSqlServer.IsAvailable)
        {
            return;
        }

        _server = await PostgreSqlServer.StartAsync(Ct);
        await _server.CreateDatabaseAsync("ledger", null, Ct);
        _host = WebHost.Start(("RedisPerf:Ledger", _server.ConnectionString("ledger")), ("RedisPerf:Node", Name));
    }

    public async ValueTask DisposeAsync()
    {
        if (_host is not null)
        {
            await _host.DisposeAsync();
        }

        if (_server is not null)
        {
            await _server.DisposeAsync();
        }
    }

    /// <summary>Adds a node to the ledger, as another process does at its start. Without beats it is lost after 12 seconds.</summary>
    internal async Task<NodeIdentity> JoinAsync(string name, params string[] targets)
    {
        var node = new NodeIdentity(name, Guid.NewGuid(), "another machine");
        await Nodes.JoinAsync(
            node, new() { Machine = "rack-7", Cores = 12, Memory = 32_000_000_000, Version = "1.2.3", Targets = targets }, DateTimeOffset.UtcNow, Ct);
        return node;
    }

    /// <summary>Stops a node, as its process does at its end.</summary>
    internal Task LeaveAsync(NodeIdentity node) => Nodes.LeaveAsync(node, DateTimeOffset.UtcNow, Ct);
}
