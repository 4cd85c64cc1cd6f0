using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Npgsql;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;
using RedisPerf.Ledger.Storage.PostgreSql;
using RedisPerf.Ledger.Tests;

namespace RedisPerf.Ledger.Proofs;

/// <summary>A PgBouncer between the ledger and its server.</summary>
public sealed class PoolerTests : IAsyncDisposable
{
    private const string Program = "/usr/sbin/pgbouncer";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("redisperf-pooler-");
    private Process? _pooler;

    public async ValueTask DisposeAsync()
    {
        if (_pooler is not null)
        {
            _pooler.Kill(entireProcessTree: true);
            await _pooler.WaitForExitAsync(CancellationToken.None);
            _pooler.Dispose();
        }

        _folder.Delete(recursive: true);
    }

    [Fact]
    public async Task One_that_shares_sessions_between_transactions_is_refused_with_the_remedy()
    {
        var connection = await StartAsync("transaction");

        var error = await Should.ThrowAsync<LedgerException>(() => PostgreSqlDatabase.OpenAsync(connection, null, Ct));

        error.Message.ShouldContain("behind a pooler that gives each transaction another session");
        error.Message.ShouldContain("pool_mode = session");
    }

    [Fact]
    public async Task One_that_keeps_sessions_works()
    {
        var connection = await StartAsync("session");

        await using var ledger = await JobLedger.OpenAsync(connection, _folder.FullName, SampleBenchmark.Catalogue, Ct);

        (await ledger.ListAsync(new(), Ct)).Jobs.ShouldBeEmpty();
    }

    // It does not run as root.
    private async Task<string> StartAsync(string mode)
    {
        Assert.SkipUnless(File.Exists(Program), "PgBouncer (Debian's package pgbouncer) is not installed.");
        var server = await PostgreSqlStorage.ServerAsync(Ct);
        var database = $"pooled_{mode}";
        await server.CreateDatabaseAsync(database, null, Ct);
        var address = new NpgsqlConnectionStringBuilder(server.ConnectionString(database));
        using (var listener = new TcpListener(IPAddress.Loopback, 0))
        {
            listener.Start();
            address.Port = ((IPEndPoint)listener.LocalEndpoint).Port;
        }

        var file = Path.Combine(_folder.FullName, "pgbouncer.ini");
        await File.WriteAllTextAsync(file, $"""
            [databases]
            * = host=127.0.0.1 port={server.Port}
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = {address.Port}
            unix_socket_dir =
            auth_type = trust
            auth_file = {file}.users
            pool_mode = {mode}
            """, Ct);
        await File.WriteAllTextAsync($"{file}.users", $"\"{address.Username}\" \"\"\n", Ct);
        string[] command = Environment.IsPrivilegedProcess
            ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--", Program, file]
            : [Program, file];
        if (Environment.IsPrivilegedProcess && !OperatingSystem.IsWindows())
        {
            _folder.UnixFileMode |= UnixFileMode.OtherRead | UnixFileMode.OtherExecute;
        }

        _pooler = Process.Start(new ProcessStartInfo(command[0], command[1..]) { RedirectStandardError = true, WorkingDirectory = "/" })!;
        // It logs each connection: an unread pipe would stop it.
        _pooler.BeginErrorReadLine();
        await Poll.UntilAsync(async () =>
        {
            using var client = new TcpClient();
            try
            {
                await client.ConnectAsync(IPAddress.Loopback, address.Port, Ct);
                return true;
            }
            catch (SocketException)
            {
                return false;
            }
        });
        return address.ConnectionString;
    }
}
