using System.Net;
using System.Net.Sockets;
using System.Text;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults;

/// <summary>Reads the commands of all clients of a server, and keeps each one that names a foreign key or affects all keys.</summary>
internal sealed class CommandMonitor : IAsyncDisposable
{
    private const string ForeignKey = "\"theirs:";

    // The tests themselves call commands from scripts.
    private const string FromScript = " lua]";

    private static readonly string[] AffectAllKeys = ["\"FLUSHALL\"", "\"FLUSHDB\"", "\"SWAPDB\"", "\"KEYS\"", "\"SHUTDOWN\""];

    private readonly TcpClient _socket;
    private readonly Task<(int Seen, List<string> Kept)> _reading;

    private CommandMonitor(TcpClient socket)
    {
        _socket = socket;
        _reading = ReadAsync(new StreamReader(socket.GetStream()));
    }

    public static async Task<CommandMonitor> StartAsync(RedisServer redis)
    {
        var socket = new TcpClient();
        await socket.ConnectAsync(IPEndPoint.Parse(redis.Address), TestContext.Current.CancellationToken);
        await socket.GetStream().WriteAsync(Encoding.ASCII.GetBytes("MONITOR\r\n"), TestContext.Current.CancellationToken);
        return new(socket);
    }

    /// <summary>The commands that name a foreign key or affect all keys.</summary>
    public async Task<IReadOnlyList<string>> EndAsync()
    {
        _socket.Client.Shutdown(SocketShutdown.Send);
        var (seen, kept) = await _reading;
        seen.ShouldBeGreaterThan(1);
        return kept;
    }

    public async ValueTask DisposeAsync()
    {
        _socket.Dispose();
        await ((Task)_reading).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private static async Task<(int Seen, List<string> Kept)> ReadAsync(StreamReader reader)
    {
        var seen = 0;
        var kept = new List<string>();
        while (await reader.ReadLineAsync() is { } line)
        {
            seen++;
            if (!line.Contains(FromScript, StringComparison.Ordinal) && (line.Contains(ForeignKey, StringComparison.Ordinal) || AffectAllKeys.Any(command => line.Contains(command, StringComparison.OrdinalIgnoreCase))))
            {
                kept.Add(line);
            }
        }

        return (seen, kept);
    }
}
