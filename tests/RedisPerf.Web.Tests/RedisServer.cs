using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace RedisPerf.Web.Tests;

/// <summary>An existing redis-server for a configured target.</summary>
internal sealed class RedisServer : IAsyncDisposable
{
    private readonly Process _process;
    private readonly DataFolder _folder;

    private RedisServer(Process process, DataFolder folder, int port)
    {
        _process = process;
        _folder = folder;
        Address = $"127.0.0.1:{port}";
    }

    public string Address { get; }

    public int ProcessId => _process.Id;

    /// <summary>Starts a server on a free port. Skips the test when redis-server is not installed.</summary>
    public static async Task<RedisServer> StartAsync(string? password = null)
    {
        var port = FreePort();
        var folder = new DataFolder();
        string[] arguments = ["--port", $"{port}", "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder.Path,
            .. password is null ? Array.Empty<string>() : ["--requirepass", password]];
        Process? process = null;
        try
        {
            process = Process.Start(new ProcessStartInfo("redis-server", arguments) { RedirectStandardOutput = true, RedirectStandardError = true });
        }
        catch (System.ComponentModel.Win32Exception)
        {
            folder.Dispose();
        }

        Assert.SkipUnless(process is not null, "redis-server is not installed here.");
        process.OutputDataReceived += (_, _) => { };
        process.BeginOutputReadLine();
        var server = new RedisServer(process, folder, port);
        await server.UntilUpAsync();
        return server;
    }

    /// <summary>Number of matching keys. The pattern must not have spaces.</summary>
    public async Task<int> CountKeysAsync(string pattern) =>
        int.Parse((await QueryAsync($"EVAL \"return #redis.call('KEYS',ARGV[1])\" 0 {pattern}")).TrimStart(':'), CultureInfo.InvariantCulture);

    public async Task SetAsync(string key, string value) => (await QueryAsync($"SET {key} {value}")).ShouldBe("+OK");

    /// <summary>Sends a command in one line.</summary>
    /// <returns>The first line of the reply.</returns>
    public async Task<string> QueryAsync(string command)
    {
        using var socket = new TcpClient();
        await socket.ConnectAsync(IPEndPoint.Parse(Address), TestContext.Current.CancellationToken);
        await socket.GetStream().WriteAsync(Encoding.UTF8.GetBytes(command + "\r\n"), TestContext.Current.CancellationToken);
        using var reader = new StreamReader(socket.GetStream());
        return (await reader.ReadLineAsync(TestContext.Current.CancellationToken)).ShouldNotBeNull();
    }

    public async ValueTask DisposeAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync(CancellationToken.None);
        _process.Dispose();
        _folder.Dispose();
    }

    private async Task UntilUpAsync()
    {
        var endPoint = IPEndPoint.Parse(Address);
        while (true)
        {
            using var socket = new TcpClient();
            try
            {
                await socket.ConnectAsync(endPoint, TestContext.Current.CancellationToken);
                return;
            }
            catch (SocketException) when (!_process.HasExited)
            {
                await Task.Delay(20, TestContext.Current.CancellationToken);
            }
        }
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
