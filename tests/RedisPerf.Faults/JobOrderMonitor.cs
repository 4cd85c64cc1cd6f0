using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.RegularExpressions;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults;

/// <summary>Reads the commands of all clients of a server, and keeps which jobs wrote, in the order of their first writes after another job.</summary>
internal sealed partial class JobOrderMonitor : IAsyncDisposable
{
    private readonly TcpClient _socket;
    private readonly Task<List<string>> _reading;

    private JobOrderMonitor(TcpClient socket)
    {
        _socket = socket;
        _reading = ReadAsync(new StreamReader(socket.GetStream()));
    }

    public static async Task<JobOrderMonitor> StartAsync(RedisServer redis)
    {
        var socket = new TcpClient();
        await socket.ConnectAsync(IPEndPoint.Parse(redis.Address), TestContext.Current.CancellationToken);
        await socket.GetStream().WriteAsync(Encoding.ASCII.GetBytes("MONITOR\r\n"), TestContext.Current.CancellationToken);
        return new(socket);
    }

    /// <summary>The ids of the jobs. A job that wrote before and after another one is there twice.</summary>
    public async Task<IReadOnlyList<string>> EndAsync()
    {
        _socket.Client.Shutdown(SocketShutdown.Send);
        return await _reading;
    }

    public async ValueTask DisposeAsync()
    {
        _socket.Dispose();
        await ((Task)_reading).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private static async Task<List<string>> ReadAsync(StreamReader reader)
    {
        var jobs = new List<string>();
        while (await reader.ReadLineAsync() is { } line)
        {
            if (Write().Match(line) is { Success: true } write && (jobs.Count == 0 || jobs[^1] != write.Groups["job"].Value))
            {
                jobs.Add(write.Groups["job"].Value);
            }
        }

        return jobs;
    }

    [GeneratedRegex("\"HSET\" \"redisperf:(?<job>[0-9a-f]{32}):", RegexOptions.IgnoreCase)]
    private static partial Regex Write();
}
