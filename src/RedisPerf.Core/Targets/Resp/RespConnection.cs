using System.Buffers.Text;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;

namespace RedisPerf.Core.Targets.Resp;

/// <summary>
/// A plain socket that speaks just enough RESP2 for probes: PING, INFO, CONFIG GET. Not the client under test, so that
/// a probe does not share its connection or its state, and can always be cancelled.
/// </summary>
internal sealed class RespConnection : IAsyncDisposable
{
    private readonly Socket _socket;
    private readonly Stream _stream;
    private readonly byte[] _buffer = new byte[16 * 1024];
    private int _start;
    private int _end;

    private RespConnection(Socket socket, Stream stream)
    {
        _socket = socket;
        _stream = stream;
    }

    /// <summary>Connects and authenticates.</summary>
    /// <exception cref="SocketException">The connection was refused or failed.</exception>
    /// <exception cref="TargetRefusalException">The server refused the user or the password.</exception>
    public static async Task<RespConnection> OpenAsync(EndPoint endPoint, Credentials? credentials, string? tlsHost, CancellationToken ct)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        Stream? stream = null;
        try
        {
            await socket.ConnectAsync(endPoint, ct).ConfigureAwait(false);
            stream = new NetworkStream(socket, ownsSocket: false);
            if (tlsHost is not null)
            {
                var tls = new SslStream(stream);
                stream = tls;
                await tls.AuthenticateAsClientAsync(new SslClientAuthenticationOptions { TargetHost = tlsHost }, ct).ConfigureAwait(false);
            }

            var connection = new RespConnection(socket, stream);
            if (credentials is not null)
            {
                await connection.CallAsync(ct, credentials.AuthCommand).ConfigureAwait(false);
            }

            return connection;
        }
        catch
        {
            if (stream is not null)
            {
                await stream.DisposeAsync().ConfigureAwait(false);
            }

            socket.Dispose();
            throw;
        }
    }

    /// <summary>Sends one command and returns its reply.</summary>
    /// <exception cref="TargetRefusalException">The server answered with an error.</exception>
    /// <exception cref="IOException">The connection broke.</exception>
    public async Task<RespReply> CallAsync(CancellationToken ct, params string[] command)
    {
        var reply = await AskAsync(ct, command).ConfigureAwait(false);
        return reply.IsError ? throw new TargetRefusalException(reply.Text ?? "") : reply;
    }

    /// <summary>Sends one command and returns its reply, an error too.</summary>
    public async Task<RespReply> AskAsync(CancellationToken ct, params string[] command)
    {
        var text = new StringBuilder().Append('*').Append(command.Length).Append("\r\n");
        foreach (var word in command)
        {
            text.Append('$').Append(Encoding.UTF8.GetByteCount(word)).Append("\r\n").Append(word).Append("\r\n");
        }

        await _stream.WriteAsync(Encoding.UTF8.GetBytes(text.ToString()), ct).ConfigureAwait(false);
        await _stream.FlushAsync(ct).ConfigureAwait(false);
        return await ReadReplyAsync(ct).ConfigureAwait(false);
    }

    public async ValueTask DisposeAsync()
    {
        await _stream.DisposeAsync().ConfigureAwait(false);
        _socket.Dispose();
    }

    private async Task<RespReply> ReadReplyAsync(CancellationToken ct)
    {
        var line = await ReadLineAsync(ct).ConfigureAwait(false);
        if (line.Length == 0)
        {
            throw NotRedis();
        }

        var rest = line[1..];
        return (char)line[0] switch
        {
            '+' or ':' => new RespReply(Encoding.UTF8.GetString(rest), false, []),
            '-' => new RespReply(Encoding.UTF8.GetString(rest), true, []),
            '$' => new RespReply(await ReadBulkAsync(Count(rest), ct).ConfigureAwait(false), false, []),
            '*' => new RespReply(null, false, await ReadItemsAsync(Count(rest), ct).ConfigureAwait(false)),
            _ => throw NotRedis(),
        };
    }

    private async Task<IReadOnlyList<RespReply>> ReadItemsAsync(int count, CancellationToken ct)
    {
        var items = new List<RespReply>();
        for (var i = 0; i < count; i++)
        {
            items.Add(await ReadReplyAsync(ct).ConfigureAwait(false));
        }

        return items;
    }

    private async Task<string?> ReadBulkAsync(int length, CancellationToken ct)
    {
        if (length < 0)
        {
            return null;
        }

        var bytes = new byte[length + 2];
        var copied = 0;
        while (copied < bytes.Length)
        {
            if (_start == _end)
            {
                await FillAsync(ct).ConfigureAwait(false);
            }

            var part = Math.Min(bytes.Length - copied, _end - _start);
            _buffer.AsSpan(_start, part).CopyTo(bytes.AsSpan(copied));
            copied += part;
            _start += part;
        }

        return Encoding.UTF8.GetString(bytes, 0, length);
    }

    private async Task<byte[]> ReadLineAsync(CancellationToken ct)
    {
        var line = new List<byte>();
        while (true)
        {
            if (_start == _end)
            {
                await FillAsync(ct).ConfigureAwait(false);
            }

            var next = _buffer[_start++];
            if (next == '\n')
            {
                return [.. line.Take(line.Count - 1)];
            }
            // No status line of Redis is that long: the server uses another protocol.
            if (line.Count > 64 * 1024)
            {
                throw NotRedis();
            }

            line.Add(next);
        }
    }

    private async Task FillAsync(CancellationToken ct)
    {
        _start = 0;
        _end = await _stream.ReadAsync(_buffer, ct).ConfigureAwait(false);
        if (_end == 0)
        {
            throw new EndOfStreamException("the server closed the connection");
        }
    }

    private static int Count(byte[] digits) =>
        Utf8Parser.TryParse(digits, out int value, out var used) && used == digits.Length && value <= 64 * 1024 * 1024 ? value : throw NotRedis();

    private static IOException NotRedis() => new("what answers there does not speak the Redis protocol");
}
