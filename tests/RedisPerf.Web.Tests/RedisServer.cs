using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using RedisPerf.Core.Targets;
using StackExchange.Redis;

namespace RedisPerf.Web.Tests;

/// <summary>Somebody's redis-server, to be named in the configuration.</summary>
internal sealed class RedisServer : IAsyncDisposable
{
    private readonly Process _process;
    private readonly DataFolder _folder;
    private readonly string? _password;

    private RedisServer(Process process, DataFolder folder, int port, string? password)
    {
        _process = process;
        _folder = folder;
        _password = password;
        Address = $"127.0.0.1:{port}";
    }

    public string Address { get; }

    /// <summary>Starts one on a free port; skips the test where there is none to start.</summary>
    public static async Task<RedisServer> StartAsync(string? password = null)
    {
        var port = FreePort();
        var folder = new DataFolder();
        string[] arguments = ["--port", $"{port}", "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder.Path, .. password is null ? Array.Empty<string>() : ["--requirepass", password]];
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
        var server = new RedisServer(process, folder, port, password);
        await server.UntilUpAsync();
        return server;
    }

    public Task<int> CountKeysAsync(string pattern) =>
        AskAsync(connection => Task.Run(() => connection.GetServer(Address).Keys(pattern: pattern).Count()));

    public Task SetAsync(string key, string value) => AskAsync(connection => connection.GetDatabase().StringSetAsync(key, value));

    public async ValueTask DisposeAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync(CancellationToken.None);
        _process.Dispose();
        _folder.Dispose();
    }

    private async Task<T> AskAsync<T>(Func<ConnectionMultiplexer, Task<T>> ask)
    {
        var connection = await ConnectionMultiplexer.ConnectAsync(Address + (_password is null ? "" : $",password={_password}"));
        try
        {
            return await ask(connection);
        }
        finally
        {
            // Disposed instead, on its own reader thread, it would wait for itself until its time is out.
            await TargetServer.CloseAsync(connection);
        }
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
