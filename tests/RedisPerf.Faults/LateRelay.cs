using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Threading.Channels;

namespace RedisPerf.Faults;

/// <summary>A slow link to a server: once <see cref="HoldScripts"/> is set, script calls arrive after <see cref="Release"/>, even when their connection was closed.</summary>
internal sealed class LateRelay : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly IPEndPoint _server;
    private readonly TaskCompletionSource _held = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _released = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Task _accepting;

    /// <param name="server">host:port.</param>
    public LateRelay(string server)
    {
        _server = IPEndPoint.Parse(server);
        _listener.Start();
        _accepting = AcceptAsync();
    }

    public string Address => $"127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}";

    public bool HoldScripts { get; set; }

    /// <summary>Completes when a whole script call is held.</summary>
    public Task Held => _held.Task;

    /// <summary>Passes on the held script calls and all later ones.</summary>
    public void Release() => _released.SetResult();

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _accepting;
        _listener.Dispose();
        _stop.Dispose();
    }

    private async Task AcceptAsync()
    {
        var connections = new List<Task>();
        try
        {
            while (true)
            {
                connections.Add(ServeAsync(await _listener.AcceptTcpClientAsync(_stop.Token)));
            }
        }
        catch (OperationCanceledException)
        {
            await Task.WhenAll(connections);
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using var server = new TcpClient();
        using (client)
        {
            await server.ConnectAsync(_server, _stop.Token);
            var (fromClient, toServer) = (client.GetStream(), server.GetStream());
            // Both directions read at once: a close of the client discards the bytes that were not read.
            var sent = Channel.CreateUnbounded<(byte[] Bytes, bool IsLate)>();
            await Task.WhenAll(
                CopyAsync(toServer, bytes => fromClient.WriteAsync(bytes, _stop.Token)),
                ReadAsync(fromClient, sent.Writer),
                SendAsync(sent.Reader, toServer));
        }
    }

    private async Task ReadAsync(NetworkStream client, ChannelWriter<(byte[] Bytes, bool IsLate)> sent)
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
        });
        sent.Complete();
    }

    private async Task SendAsync(ChannelReader<(byte[] Bytes, bool IsLate)> sent, NetworkStream server)
    {
        try
        {
            await foreach (var (bytes, isLate) in sent.ReadAllAsync(_stop.Token))
            {
                if (isLate)
                {
                    await _released.Task.WaitAsync(_stop.Token);
                }

                await server.WriteAsync(bytes, _stop.Token);
            }

            server.Socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception exception) when (exception is IOException or SocketException or OperationCanceledException)
        {
            // The server, or the test, has ended.
        }
    }

    private async Task CopyAsync(NetworkStream from, Func<byte[], ValueTask> use)
    {
        var buffer = new byte[1 << 20];
        try
        {
            while (await from.ReadAsync(buffer, _stop.Token) is > 0 and var read)
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
