using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Threading.Channels;

namespace RedisPerf.Faults.Proofs;

/// <summary>A slow link to a server: once <see cref="HoldScripts"/> is set, script calls arrive after <see cref="Release"/>, even when
/// their connection was closed.</summary>
internal sealed class LateRelay : IAsyncDisposable
{
    private readonly IPEndPoint _server;
    private readonly TaskCompletionSource _held = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _released = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly FakeServer _near;

    /// <param name="server">host:port.</param>
    public LateRelay(string server)
    {
        _server = IPEndPoint.Parse(server);
        _near = new(ServeAsync);
    }

    public string Address => _near.Address;

    public bool HoldScripts { get; set; }

    /// <summary>Completes when a whole script call is held.</summary>
    public Task Held => _held.Task;

    /// <summary>Passes on the held script calls and all later ones.</summary>
    public void Release() => _released.SetResult();

    public ValueTask DisposeAsync() => _near.DisposeAsync();

    private async Task ServeAsync(NetworkStream fromClient, CancellationToken ct)
    {
        using var server = new TcpClient();
        await server.ConnectAsync(_server, ct);
        var toServer = server.GetStream();
        // Both directions read at once: a close of the client discards the bytes that were not read.
        var sent = Channel.CreateUnbounded<(byte[] Bytes, bool IsLate)>();
        await Task.WhenAll(
            CopyAsync(toServer, bytes => fromClient.WriteAsync(bytes, ct), ct),
            ReadAsync(fromClient, sent.Writer, ct),
            SendAsync(sent.Reader, toServer, ct));
    }

    private async Task ReadAsync(NetworkStream client, ChannelWriter<(byte[] Bytes, bool IsLate)> sent, CancellationToken ct)
    {
        var calls = 0;
        await CopyAsync(client, async bytes =>
        {
            if (HoldScripts)
            {
                calls += Encoding.ASCII.GetString(bytes).Split("EVALSHA").Length - 1;
            }

            await sent.WriteAsync((bytes, calls > 0));
            // The first is complete when the second begins.
            if (calls > 1)
            {
                _held.TrySetResult();
            }
        }, ct);
        sent.Complete();
    }

    private async Task SendAsync(ChannelReader<(byte[] Bytes, bool IsLate)> sent, NetworkStream server, CancellationToken ct)
    {
        try
        {
            await foreach (var (bytes, isLate) in sent.ReadAllAsync(ct))
            {
                if (isLate)
                {
                    await _released.Task.WaitAsync(ct);
                }

                await server.WriteAsync(bytes, ct);
            }

            server.Socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception exception) when (exception is IOException or SocketException or OperationCanceledException)
        {
            // The server, or the test, has ended.
        }
    }

    private static async Task CopyAsync(NetworkStream from, Func<byte[], ValueTask> use, CancellationToken ct)
    {
        var buffer = new byte[1 << 20];
        try
        {
            while (await from.ReadAsync(buffer, ct) is > 0 and var read)
            {
                await use(buffer[..read]);
            }
        }
        catch (Exception exception) when (exception is IOException or OperationCanceledException)
        {
            // One side has closed the connection.
        }
    }
}
