using System.Net;
using System.Net.Sockets;

namespace RedisPerf.Tests;

/// <summary>A server on a free port of 127.0.0.1 whose replies the test determines.</summary>
internal sealed class FakeServer : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly Func<NetworkStream, CancellationToken, Task> _serve;
    private readonly Task _accepting;

    /// <param name="serve">Handles one connection, which is closed afterwards.</param>
    public FakeServer(Func<NetworkStream, CancellationToken, Task> serve)
    {
        _serve = serve;
        _listener.Start();
        _accepting = AcceptAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    public string Address => $"127.0.0.1:{Port}";

    /// <summary>Answers each received block of bytes with the same bytes.</summary>
    public static FakeServer Answering(byte[] answer) => new(async (stream, ct) =>
    {
        var buffer = new byte[4096];
        while (await stream.ReadAsync(buffer, ct) > 0)
        {
            await stream.WriteAsync(answer, ct);
        }
    });

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
        using (client)
        {
            try
            {
                await _serve(client.GetStream(), _stop.Token);
            }
            catch (Exception exception) when (exception is IOException or OperationCanceledException)
            {
                // The client closed the connection, or the test ended.
            }
        }
    }
}
