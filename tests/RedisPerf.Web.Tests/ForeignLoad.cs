using System.Net;
using System.Net.Sockets;
using System.Text;

namespace RedisPerf.Web.Tests;

/// <summary>Commands of another client on a server, until disposed.</summary>
internal sealed class ForeignLoad : IAsyncDisposable
{
    private const int CommandsAtOnce = 50;

    private readonly CancellationTokenSource _ending = new();
    private readonly Task _commands;

    public ForeignLoad(string address) => _commands = SendAsync(IPEndPoint.Parse(address), _ending.Token);

    public async ValueTask DisposeAsync()
    {
        await _ending.CancelAsync();
        try
        {
            await _commands;
        }
        catch (OperationCanceledException)
        {
            // The loop ends only by cancellation.
        }

        _ending.Dispose();
    }

    private static async Task SendAsync(IPEndPoint address, CancellationToken ct)
    {
        using var socket = new TcpClient();
        await socket.ConnectAsync(address, ct);
        var stream = socket.GetStream();
        var commands = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat("GET nothing\r\n", CommandsAtOnce)));
        var replies = new byte["$-1\r\n".Length * CommandsAtOnce];
        while (true)
        {
            await stream.WriteAsync(commands, ct);
            await stream.ReadExactlyAsync(replies, ct);
            // The pause leaves time of the server for the job.
            await Task.Delay(1, ct);
        }
    }
}
