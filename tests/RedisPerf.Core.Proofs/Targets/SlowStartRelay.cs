using System.Net;
using System.Net.Sockets;

namespace RedisPerf.Core.Proofs.Targets;

/// <summary>A relay to a server of this machine that delays the first bytes of the server on each connection, as a proxy that starts a
/// server on demand.</summary>
internal sealed class SlowStartRelay : IAsyncDisposable
{
    private readonly int _server;
    private readonly TimeSpan _delay;
    private readonly FakeServer _relay;
    private int _connections;

    public SlowStartRelay(int server, TimeSpan delay)
    {
        (_server, _delay) = (server, delay);
        _relay = new(PassAsync);
    }

    public int Port => _relay.Port;

    /// <summary>The connections up to now.</summary>
    public int Connections => _connections;

    public ValueTask DisposeAsync() => _relay.DisposeAsync();

    private async Task PassAsync(NetworkStream client, CancellationToken ct)
    {
        Interlocked.Increment(ref _connections);
        client.Socket.NoDelay = true;
        using var server = new TcpClient { NoDelay = true };
        await server.ConnectAsync(IPAddress.Loopback, _server, ct);
        await Task.WhenAny(client.CopyToAsync(server.GetStream(), ct), PassLateAsync(server.GetStream(), client, ct));
    }

    private async Task PassLateAsync(NetworkStream server, NetworkStream client, CancellationToken ct)
    {
        var first = new byte[1];
        if (await server.ReadAsync(first, ct) > 0)
        {
            await Task.Delay(_delay, ct);
            await client.WriteAsync(first, ct);
            await server.CopyToAsync(client, ct);
        }
    }
}
