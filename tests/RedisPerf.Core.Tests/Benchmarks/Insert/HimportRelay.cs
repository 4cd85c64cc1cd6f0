using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace RedisPerf.Core.Tests.Benchmarks.Insert;

/// <summary>A relay to a redis-server that gives it HIMPORT. HIMPORT PREPARE becomes a PING, and HIMPORT SET an HSET with the prepared
/// names.</summary>
internal sealed class HimportRelay : IAsyncDisposable
{
    private readonly int _port;
    private readonly FakeServer _server;
    private long _importedBytes;

    /// <param name="port">The port of the redis-server.</param>
    public HimportRelay(int port)
    {
        _port = port;
        _server = new(ServeAsync);
    }

    public string Address => _server.Address;

    /// <summary>The number of prepared names, by the name of their list.</summary>
    public Dictionary<string, int> Prepared { get; } = [];

    /// <summary>The bytes of all HIMPORT SET.</summary>
    public long ImportedBytes => Interlocked.Read(ref _importedBytes);

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    private async Task ServeAsync(NetworkStream client, CancellationToken ct)
    {
        using var upstream = new TcpClient();
        await upstream.ConnectAsync(IPAddress.Loopback, _port, ct);
        var server = upstream.GetStream();
        var replies = server.CopyToAsync(client, ct);
        var names = new Dictionary<string, byte[][]>();
        await using var reader = new BufferedStream(client, 64 << 10);
        while (await ReadAsync(reader, ct) is { } command)
        {
            await server.WriteAsync(Format(Translate(command, names)), ct);
        }

        upstream.Close();
        await replies.ContinueWith(_ => { }, CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default);
    }

    private byte[][] Translate(byte[][] command, Dictionary<string, byte[][]> names)
    {
        var words = command.Take(3).Select(Encoding.UTF8.GetString).ToArray();
        switch (words)
        {
            case ["COMMAND", "INFO", "himport"]:
                return [command[0], command[1], "hset"u8.ToArray()];
            case ["HIMPORT", "PREPARE", var name]:
                names[name] = command[3..];
                Prepared[name] = command.Length - 3;
                return ["PING"u8.ToArray()];
            case ["HIMPORT", "SET", _]:
                Interlocked.Add(ref _importedBytes, Format(command).Length);
                var fields = names[Encoding.UTF8.GetString(command[3])];
                fields.Length.ShouldBe(command.Length - 4);
                return ["HSET"u8.ToArray(), command[2], .. fields.Zip(command[4..]).SelectMany(pair => new[] { pair.First, pair.Second })];
            default:
                return command;
        }
    }

    private static async Task<byte[][]?> ReadAsync(Stream stream, CancellationToken ct)
    {
        if (await LengthAsync(stream, ct) is not { } count)
        {
            return null;
        }

        var command = new byte[count][];
        for (var at = 0; at < count; at++)
        {
            var word = new byte[(await LengthAsync(stream, ct))!.Value + 2];
            await stream.ReadExactlyAsync(word, ct);
            command[at] = word[..^2];
        }

        return command;
    }

    // The number of a line such as *3 or $5; null at the end.
    private static async Task<int?> LengthAsync(Stream stream, CancellationToken ct)
    {
        var line = new StringBuilder();
        var next = new byte[1];
        while (await stream.ReadAsync(next, ct) == 1 && next[0] != '\n')
        {
            line.Append((char)next[0]);
        }

        return line.Length == 0 ? null : int.Parse(line.ToString().Trim()[1..], CultureInfo.InvariantCulture);
    }

    private static byte[] Format(byte[][] command)
    {
        using var bytes = new MemoryStream();
        bytes.Write(Encoding.ASCII.GetBytes($"*{command.Length}\r\n"));
        foreach (var word in command)
        {
            bytes.Write(Encoding.ASCII.GetBytes($"${word.Length}\r\n"));
            bytes.Write(word);
            bytes.Write("\r\n"u8);
        }

        return bytes.ToArray();
    }
}
