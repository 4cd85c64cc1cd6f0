using System.Net;
using System.Net.Sockets;

namespace RedisPerf.Faults.Proofs;

/// <summary>A relay to a server, which can be cut: its connections are closed, and new ones are closed at once.</summary>
internal sealed class CutRelay : IAsyncDisposable
{
    private readonly int _server;
    private readonly FakeServer _relay;
    private volatile TaskCompletionSource _cut = new();

    /// <param name="server">The port of the server on this machine.</param>
    public CutRelay(int server)
    {
        _server = server;
        _relay = new(PassAsync);
    }

    public int Port => _relay.Port;

    public void Cut() => _cut.SetResult();

    public void Restore() => _cut = new();

    public ValueTask DisposeAsync() => _relay.DisposeAsync();

    private async Task PassAsync(NetworkStream client, CancellationToken ct)
    {
        var cut = _cut.Task;
        if (cut.IsCompleted)
        {
            return;
        }

        client.Socket.NoDelay = true;
        using var server = new TcpClient { NoDelay = true };
        await server.ConnectAsync(IPAddress.Loopback, _server, ct);
        await Task.WhenAny(cut, client.CopyToAsync(server.GetStream(), ct), server.GetStream().CopyToAsync(client, ct));
    }
}
