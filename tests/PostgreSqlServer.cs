using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace RedisPerf.Tests;

/// <summary>
/// A PostgreSQL server in a temporary folder, on a free port of 127.0.0.1. A shell runs it and removes the folder when its
/// input ends: even when the tests are killed. Its databases sort text by the rules of a language, not by bytes.
/// </summary>
internal sealed class PostgreSqlServer : IAsyncDisposable
{
    public const string Missing = "PostgreSQL is not installed. Install the package postgresql; the tests start a server of their own.";

    private const int PortsTried = 3;

    private const string Script = """
        bin=$1 port=$2 server=
        folder=$(mktemp -d /tmp/redisperf-postgresql-XXXXXX) || exit 1
        end() { [ -z "$server" ] || { kill -CONT $server; kill -$1 $server; wait $server; server=; } 2>/dev/null; }
        trap 'end QUIT; rm -rf "$folder"' EXIT
        start() {
            "$bin/postgres" -D "$folder/data" -k "$folder" -h 127.0.0.1 -p "$port" -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200 -c max_wal_size=4GB >>"$folder/log" 2>&1 &
            server=$!
            until "$bin/pg_isready" -q -h 127.0.0.1 -p "$port"; do
                kill -0 $server 2>/dev/null || { server=; cat "$folder/log"; exit 1; }
                sleep 0.05
            done
            echo "started $server"
        }
        "$bin/initdb" -D "$folder/data" -U redisperf -A trust -E UTF8 --locale=C.UTF-8 --locale-provider=icu --icu-locale=en-US --no-sync --no-instructions >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
        start
        while read -r command; do
            case $command in
                start) start ;;
                stop) end INT; echo stopped ;;
            esac
        done
        """;

    private static readonly string? Programs = FindPrograms();

    private readonly Process _shell;

    private PostgreSqlServer(Process shell, int port) => (_shell, Port) = (shell, port);

    /// <summary>Whether the programs of the server are installed.</summary>
    public static bool IsInstalled => Programs is not null;

    public int Port { get; }

    /// <summary>The process that ends the server, and to which signals can be sent; 0 while it is stopped.</summary>
    public int ProcessId { get; private set; }

    /// <exception cref="InvalidOperationException">The server did not start; the message is its log.</exception>
    public static async Task<PostgreSqlServer> StartAsync(CancellationToken ct)
    {
        for (var attempt = 1; ; attempt++)
        {
            var server = new PostgreSqlServer(StartShell(out var port), port);
            try
            {
                await server.ReadStartedAsync(ct);
                return server;
            }
            catch (InvalidOperationException) when (attempt < PortsTried)
            {
                // Another program took the port.
                await server.DisposeAsync();
            }
        }
    }

    /// <summary>The connection string of a database, in the form of <c>RedisPerf__Ledger</c>.</summary>
    public string ConnectionString(string database) => string.Create(CultureInfo.InvariantCulture, $"Host=127.0.0.1;Port={Port};Username=redisperf;Database={database}");

    /// <param name="name">The new database.</param>
    /// <param name="template">A database without connections that is copied; null for an empty database.</param>
    /// <param name="ct">Cancels the operation.</param>
    public Task CreateDatabaseAsync(string name, string? template, CancellationToken ct) => RunAsync("createdb", template is null ? [name] : ["-T", template, name], ct);

    /// <summary>Deletes a database and closes its connections.</summary>
    public Task DropDatabaseAsync(string name, CancellationToken ct) => RunAsync("dropdb", ["--force", name], ct);

    /// <summary>Starts the stopped server on its port and data.</summary>
    public async Task StartAgainAsync(CancellationToken ct)
    {
        await _shell.StandardInput.WriteLineAsync("start");
        await ReadStartedAsync(ct);
    }

    /// <summary>Stops the server: it closes all connections and keeps its data.</summary>
    public async Task StopAsync(CancellationToken ct)
    {
        await _shell.StandardInput.WriteLineAsync("stop");
        (await _shell.StandardOutput.ReadLineAsync(ct)).ShouldBe("stopped");
        ProcessId = 0;
    }

    public async ValueTask DisposeAsync()
    {
        _shell.StandardInput.Close();
        await _shell.WaitForExitAsync(CancellationToken.None);
        _shell.Dispose();
    }

    private async Task ReadStartedAsync(CancellationToken ct)
    {
        const string Started = "started ";
        var line = await _shell.StandardOutput.ReadLineAsync(ct);
        ProcessId = line?.StartsWith(Started, StringComparison.Ordinal) == true
            ? int.Parse(line.AsSpan(Started.Length), CultureInfo.InvariantCulture)
            : throw new InvalidOperationException($"{line}\n{await _shell.StandardOutput.ReadToEndAsync(ct)}");
    }

    private async Task RunAsync(string program, IEnumerable<string> arguments, CancellationToken ct)
    {
        var start = new ProcessStartInfo(Path.Combine(Programs!, program), ["-h", "127.0.0.1", "-p", $"{Port}", "-U", "redisperf", .. arguments]) { RedirectStandardError = true };
        using var process = Process.Start(start)!;
        var error = await process.StandardError.ReadToEndAsync(ct);
        await process.WaitForExitAsync(ct);
        process.ExitCode.ShouldBe(0, error);
    }

    private static Process StartShell(out int port)
    {
        using (var listener = new TcpListener(IPAddress.Loopback, 0))
        {
            listener.Start();
            port = ((IPEndPoint)listener.LocalEndpoint).Port;
        }

        // The server does not run as root.
        string[] shell = ["sh", "-c", Script, "sh", Programs ?? throw new InvalidOperationException(Missing), $"{port}"];
        string[] command = Environment.IsPrivilegedProcess ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--", .. shell] : shell;
        return Process.Start(new ProcessStartInfo(command[0], command[1..]) { RedirectStandardInput = true, RedirectStandardOutput = true, WorkingDirectory = "/" })!;
    }

    // Debian has a folder for each version.
    private static string? FindPrograms()
    {
        const string Root = "/usr/lib/postgresql";
        return !Directory.Exists(Root) ? null : Directory.GetDirectories(Root)
            .Select(folder => Path.Combine(folder, "bin"))
            .Where(folder => File.Exists(Path.Combine(folder, "initdb")) && File.Exists(Path.Combine(folder, "postgres")))
            .OrderBy(folder => folder, StringComparer.Ordinal)
            .LastOrDefault();
    }
}
