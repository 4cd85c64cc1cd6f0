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

    /// <summary>Completes when the first script call is held.</summary>
    public Task Held => _held.Task;

    /// <summary>Passes on the held script calls and all later ones.</summary>
    public void Release() => _released.SetResult();

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener.Stop();
        await _accepting;
        _stop.Dispose();
    }

    private async Task AcceptAsync()
    {
        var connections = new List<Task>();
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                connections.Add(ServeAsync(await _listener.AcceptTcpClientAsync(_stop.Token)));
            }
            catch (Exception exception) when (exception is OperationCanceledException or SocketException)
            {
                break;
            }
        }

        await Task.WhenAll(connections);
    }

    private async Task ServeAsync(TcpClient client)
    {
        using var server = new TcpClient();
        using (client)
        {
            await server.ConnectAsync(_server, _stop.Token);
            // Both directions read at once: a close of the client discards the bytes that were not read.
            var sent = Channel.CreateUnbounded<byte[]>();
            await Task.WhenAll(
                CopyAsync(server.GetStream(), bytes => client.GetStream().WriteAsync(bytes, _stop.Token)),
                ReadAsync(client.GetStream(), sent.Writer),
                SendAsync(sent.Reader, server));
        }
    }

    private async Task ReadAsync(NetworkStream client, ChannelWriter<byte[]> sent)
    {
        await CopyAsync(client, bytes => sent.WriteAsync(bytes));
        sent.Complete();
    }

    private async Task SendAsync(ChannelReader<byte[]> sent, TcpClient server)
    {
        var isLate = false;
        try
        {
            await foreach (var bytes in sent.ReadAllAsync(_stop.Token))
            {
                if (!isLate && HoldScripts && Encoding.ASCII.GetString(bytes).Contains("EVALSHA", StringComparison.Ordinal))
                {
                    isLate = true;
                    _held.TrySetResult();
                    await _released.Task.WaitAsync(_stop.Token);
                }

                await server.GetStream().WriteAsync(bytes, _stop.Token);
            }

            server.Client.Shutdown(SocketShutdown.Send);
        }
        catch (Exception exception) when (exception is IOException or OperationCanceledException)
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
