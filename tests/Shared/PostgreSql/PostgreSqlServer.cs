using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace RedisPerf.Tests;

/// <summary>A PostgreSQL server of the tests, on a free port of 127.0.0.1. Debian's programs run it; where they are not installed, a Docker
/// engine does. Its databases sort text by the rules of a language, not by bytes.</summary>
internal abstract class PostgreSqlServer : IAsyncDisposable
{
    public const string Missing =
        "There is neither PostgreSQL (Debian's package postgresql) nor a Docker engine that Testcontainers can use on this machine.";

    protected const string User = "redisperf";

    private const int PortsTried = 3;

    protected PostgreSqlServer(int port) => Port = port;

    /// <summary>Whether a server can be started here. The first use can wait some seconds for a Docker engine.</summary>
    public static bool IsAvailable => PostgreSqlProcess.IsInstalled || PostgreSqlContainer.HasEngine;

    public int Port { get; }

    /// <exception cref="InvalidOperationException">The server did not start; the message is its log, or the message of Docker.</exception>
    public static async Task<PostgreSqlServer> StartAsync(CancellationToken ct)
    {
        for (var attempt = 1; ; attempt++)
        {
            var port = FreePort();
            PostgreSqlServer server = PostgreSqlProcess.IsInstalled ? new PostgreSqlProcess(port) : new PostgreSqlContainer(port);
            try
            {
                await server.StartAgainAsync(ct);
                return server;
            }
            catch (Exception e)
            {
                await server.DisposeAsync();
                // Another program may have taken the port.
                if (e is not InvalidOperationException || attempt == PortsTried)
                {
                    throw;
                }
            }
        }
    }

    /// <summary>The connection string of a database, in the form of <c>RedisPerf__Ledger</c>.</summary>
    public string ConnectionString(string database) =>
        string.Create(CultureInfo.InvariantCulture, $"Host=127.0.0.1;Port={Port};Username={User};Database={database}");

    /// <param name="name">The new database.</param>
    /// <param name="template">A database without connections that is copied; null for an empty database.</param>
    public Task CreateDatabaseAsync(string name, string? template, CancellationToken ct) =>
        RunAsync("createdb", template is null ? [name] : ["-T", template, name], ct);

    /// <summary>Deletes a database and closes its connections.</summary>
    public Task DropDatabaseAsync(string name, CancellationToken ct) => RunAsync("dropdb", ["--force", name], ct);

    /// <summary>Starts the stopped server on its port and data.</summary>
    public abstract Task StartAgainAsync(CancellationToken ct);

    /// <summary>Stops the server: it closes all connections and keeps its data.</summary>
    public abstract Task StopAsync(CancellationToken ct);

    /// <summary>Makes the server hang: it keeps all connections and does not answer.</summary>
    public abstract Task PauseAsync(CancellationToken ct);

    /// <summary>Ends a pause.</summary>
    public abstract Task ResumeAsync(CancellationToken ct);

    public abstract ValueTask DisposeAsync();

    // Runs a program of PostgreSQL's client.
    protected abstract Task RunAsync(string program, string[] arguments, CancellationToken ct);

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
