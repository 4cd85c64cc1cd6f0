using System.Net;
using System.Net.Sockets;
using System.Text;

namespace RedisPerf.Web.Tests;

/// <summary>Somebody else's commands on a server, without a pause, until disposed.</summary>
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
            // It ends no other way.
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
            // A load beside the job's, not one that leaves it nothing.
            await Task.Delay(1, ct);
        }
    }
}
