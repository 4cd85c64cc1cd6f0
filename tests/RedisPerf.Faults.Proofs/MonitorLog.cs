using System.Net;
using System.Net.Sockets;
using System.Text;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs;

/// <summary>Reads the commands of all clients of a server, as MONITOR reports them.</summary>
internal sealed class MonitorLog : IAsyncDisposable
{
    private readonly TcpClient _socket;
    private readonly Task<int> _reading;

    private MonitorLog(TcpClient socket, Action<string> onLine)
    {
        _socket = socket;
        _reading = ReadAsync(new StreamReader(socket.GetStream()), onLine);
    }

    /// <param name="onLine">Receives each line of the log.</param>
    public static async Task<MonitorLog> StartAsync(RedisServer redis, Action<string> onLine)
    {
        var socket = new TcpClient();
        await socket.ConnectAsync(IPEndPoint.Parse(redis.Address), TestContext.Current.CancellationToken);
        await socket.GetStream().WriteAsync(Encoding.ASCII.GetBytes("MONITOR\r\n"), TestContext.Current.CancellationToken);
        return new(socket, onLine);
    }

    /// <summary>Reads all lines up to now. The log must have lines.</summary>
    public async Task EndAsync()
    {
        _socket.Client.Shutdown(SocketShutdown.Send);
        (await _reading).ShouldBeGreaterThan(1);
    }

    public async ValueTask DisposeAsync()
    {
        _socket.Dispose();
        await ((Task)_reading).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private static async Task<int> ReadAsync(StreamReader reader, Action<string> onLine)
    {
        var seen = 0;
        while (await reader.ReadLineAsync() is { } line)
        {
            seen++;
            onLine(line);
        }

        return seen;
    }
}
