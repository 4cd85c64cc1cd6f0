using System.Text;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs;

/// <summary>One program whose targets are servers that each misbehave in one way. The name of a target is that of its mode.</summary>
public sealed class HostileServers : IAsyncLifetime
{
    private readonly List<FakeServer> _servers = [];
    private WebHost? _host;

    public WebHost Host => _host ?? throw new InvalidOperationException("The program has not started.");

    public ValueTask InitializeAsync()
    {
        var settings = new List<(string, string)>();
        foreach (var (number, mode) in HostileTargetTests.Modes.Select(row => row.Data.Item1).Index())
        {
            _servers.Add(Create(mode));
            settings.AddRange([($"RedisPerf:Targets:{number}:Name", mode), ($"RedisPerf:Targets:{number}:Connection", _servers[^1].Address)]);
        }

        _host = WebHost.Start([.. settings]);
        return ValueTask.CompletedTask;
    }

    public async ValueTask DisposeAsync()
    {
        if (_host is not null)
        {
            await _host.DisposeAsync();
        }

        foreach (var server in _servers)
        {
            await server.DisposeAsync();
        }
    }

    internal static FakeServer Create(string mode) => mode switch
    {
        "silent" => new(async (stream, ct) => await Task.Delay(Timeout.Infinite, ct)),
        "closing" => new((_, _) => Task.CompletedTask),
        "nested" => FakeServer.Answering(Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat("*1\r\n", 8_000)))),
        "endless" => FakeServer.Answering(
            Encoding.ASCII.GetBytes("*1000000\r\n" + string.Concat(Enumerable.Repeat("$50\r\n" + new string('x', 50) + "\r\n", 100_000)))),
        "huge" => FakeServer.Answering("$50000000\r\n"u8.ToArray()),
        "http" => FakeServer.Answering("HTTP/1.1 400 Bad Request\r\n\r\n"u8.ToArray()),
        "tls" => FakeServer.Answering([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46]),
        "empty" => FakeServer.Answering("$0\r\n\r\n"u8.ToArray()),
        "error" => FakeServer.Answering(Encoding.ASCII.GetBytes($"-ERR {new string('x', 60_000)}\r\n")),
        "cut" => FakeServer.Answering("$100\r\nredis_version:7"u8.ToArray()),
        "slow" => new(async (stream, ct) =>
        {
            await stream.WriteAsync("$100000\r\n"u8.ToArray(), ct);
            while (true)
            {
                await stream.WriteAsync("x"u8.ToArray(), ct);
                await Task.Delay(100, ct);
            }
        }),
        "negative" => FakeServer.Answering("$-7\r\n"u8.ToArray()),
        "overflow" => FakeServer.Answering("$99999999999999999999\r\n"u8.ToArray()),
        "password" => FakeServer.Answering("-NOAUTH Authentication required.\r\n"u8.ToArray()),
        "permission" => FakeServer.Answering("-NOPERM User default has no permissions to run the 'info' command\r\n"u8.ToArray()),
        "loading" => FakeServer.Answering("-LOADING Redis is loading the dataset in memory\r\n"u8.ToArray()),
        "script" => FakeServer.Answering("-BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.\r\n"u8.ToArray()),
        "full" => FakeServer.Answering("-ERR max number of clients reached\r\n"u8.ToArray()),
        "protected" => FakeServer.Answering("-DENIED Redis is running in protected mode because protected mode is enabled\r\n"u8.ToArray()),
        "replica" => Reporting("role:slave"),
        "cluster" => Reporting("role:master\r\ncluster_enabled:1"),
        "slots" => Cluster("*1\r\n*3\r\n:0\r\n:99999999999\r\n*2\r\n$9\r\n127.0.0.1\r\n:6379\r\n"),
        "node" => Cluster("*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n$9\r\n127.0.0.1\r\n:1\r\n"),
        _ => throw new ArgumentException($"There is no mode {mode}.", nameof(mode)),
    };

    private static FakeServer Reporting(string lines) => FakeServer.Answering(Info(lines));

    private static FakeServer Cluster(string slots) => new(async (stream, ct) =>
    {
        var buffer = new byte[4096];
        while (await stream.ReadAsync(buffer, ct) is > 0 and var read)
        {
            var isSlots = Encoding.ASCII.GetString(buffer, 0, read).Contains("SLOTS", StringComparison.Ordinal);
            await stream.WriteAsync(isSlots ? Encoding.ASCII.GetBytes(slots) : Info("role:master\r\ncluster_enabled:1"), ct);
        }
    });

    private static byte[] Info(string lines)
    {
        var info = $"redis_version:7.4.3\r\nredis_mode:standalone\r\n{lines}\r\n";
        return Encoding.ASCII.GetBytes($"${info.Length}\r\n{info}\r\n");
    }
}
