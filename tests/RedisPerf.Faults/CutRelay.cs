using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace RedisPerf.Faults;

/// <summary>A relay to a server, which can be cut: its connections are closed, and new ones are closed at once.</summary>
internal sealed class CutRelay : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly ConcurrentDictionary<TcpClient, TcpClient> _open = new();
    private readonly int _server;
    private readonly Task _accepting;
    private volatile bool _isCut;

    /// <param name="server">The port of the server on this machine.</param>
    public CutRelay(int server)
    {
        _server = server;
        _listener.Start();
        _accepting = AcceptAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    public void Cut()
    {
        _isCut = true;
        foreach (var (client, server) in _open)
        {
            client.Dispose();
            server.Dispose();
        }
    }

    public void Restore() => _isCut = false;

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _accepting.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        Cut();
        _listener.Dispose();
        _stop.Dispose();
    }

    private async Task AcceptAsync()
    {
        while (true)
        {
            var client = await _listener.AcceptTcpClientAsync(_stop.Token);
            if (_isCut)
            {
                client.Dispose();
                continue;
            }

            var server = new TcpClient { NoDelay = true };
            client.NoDelay = true;
            await server.ConnectAsync(IPAddress.Loopback, _server, _stop.Token);
            _open[client] = server;
            _ = PassAsync(client, server);
        }
    }

    private async Task PassAsync(TcpClient client, TcpClient server)
    {
        try
        {
            await Task.WhenAny(client.GetStream().CopyToAsync(server.GetStream()), server.GetStream().CopyToAsync(client.GetStream()));
        }
        catch (Exception exception) when (exception is IOException or ObjectDisposedException or InvalidOperationException)
        {
            // It was cut.
        }

        _open.TryRemove(client, out _);
        client.Dispose();
        server.Dispose();
    }
}
