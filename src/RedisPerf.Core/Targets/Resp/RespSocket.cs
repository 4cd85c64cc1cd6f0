using System.Globalization;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Text;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Resp;

/// <summary>A socket that sends commands which are already encoded and counts the replies: the minimum work for a client. For a target with
/// TLS it encrypts the same bytes.</summary>
public sealed class RespSocket : IDisposable
{
    private const int ReceiveBytes = 64 << 10;

    /// <summary>The kernel's send buffer. By default it holds megabytes, which have left the CPU cache when the server reads them: a floor
    /// of 30,000 × 32 KB took 12% longer with the default.</summary>
    private const int SendBytes = 256 << 10;

    // Linux takes at most 1,024 buffers in one gathered write.
    private const int SegmentsPerSend = 1_000;

    // Each write to an encrypted stream is at least one record and one system call. Writes of four full records were not
    // slower than writes of one.
    private const int EncryptedBytes = 64 << 10;

    private readonly Socket _socket;
    private readonly string _target;
    private readonly TimeSpan _responseTimeout;
    private TlsConnection? _tls;
    private SslStream? _encrypted;
    private byte[] _collected = [];
    private Exception? _reason;

    private RespSocket(Socket socket, string target, TimeSpan responseTimeout) =>
        (_socket, _target, _responseTimeout) = (socket, target, responseTimeout);

    /// <summary>A connection in the target's database that has had a reply: a slow first reply, as of a proxy that connects to the server
    /// for the first bytes, is not measured.</summary>
    /// <param name="responseTimeout">The longest time without a reply.</param>
    /// <exception cref="TargetException">The server refused the password or the database.</exception>
    /// <exception cref="AuthenticationException">The server's certificate is not trusted, or the handshake failed.</exception>
    /// <exception cref="SocketException">It cannot be reached.</exception>
    public static Task<RespSocket> ConnectAsync(TargetServer server, TimeSpan responseTimeout, CancellationToken ct) =>
        ConnectAsync(server, 0, responseTimeout, ct);

    /// <inheritdoc cref="ConnectAsync(TargetServer, TimeSpan, CancellationToken)"/>
    /// <param name="shard">The 0-based number of a server of the target.</param>
    /// <param name="responseTimeout">The longest time without a reply.</param>
    public static async Task<RespSocket> ConnectAsync(TargetServer server, int shard, TimeSpan responseTimeout, CancellationToken ct)
    {
        var socket = ServerEndPoint.CreateSocket(server.EndPointOf(shard));
        socket.SendBufferSize = SendBytes;
        var connection = new RespSocket(socket, server.Name, server.TimeoutFor(responseTimeout));
        try
        {
            await socket.ConnectAsync(server.EndPointOf(shard), ct);
            if (server.TlsOf(shard) is { } tls)
            {
                connection._tls = await tls.EncryptAsync(new NetworkStream(socket, ownsSocket: false), server.EndPointOf(shard), ct);
                connection._encrypted = connection._tls.Stream;
                connection._collected = new byte[EncryptedBytes];
            }

            if (server.Credentials is { } credentials)
            {
                await connection.QueryAsync(ct, credentials.AuthCommand);
            }

            if (server.Database != 0)
            {
                await connection.QueryAsync(ct, "SELECT", server.Database.ToString(CultureInfo.InvariantCulture));
            }

            await connection.QueryAsync(ct, "PING");
            return connection;
        }
        catch (Exception e)
        {
            var explained = connection._tls?.Explain(e) ?? e;
            connection.Dispose();
            if (explained != e)
            {
                throw explained;
            }

            throw;
        }
    }

    /// <summary>Sends the buffers as one stream.</summary>
    public async ValueTask SendAsync(ArraySegment<byte>[] buffers, CancellationToken ct)
    {
        // A gathered send takes no token; closing the socket ends it.
        using var _ = ct.UnsafeRegister(static socket => ((Socket)socket!).Dispose(), _socket);
        try
        {
            await (_encrypted is null ? SendGatheredAsync(buffers) : SendEncryptedAsync(_encrypted, buffers, ct));
        }
        catch (Exception) when (_reason is not null)
        {
            // The reader failed first and closed the socket; its exception is the cause.
            throw _reason;
        }
    }

    /// <summary>Reads this number of replies of one line each. When it fails, a pending send fails too.</summary>
    /// <param name="count">Number of replies.</param>
    /// <param name="onReplies">Called with the number of replies that arrived together; null when only the end matters.</param>
    /// <exception cref="TargetException">A reply is an error.</exception>
    /// <exception cref="TimeoutException">No reply arrived within the response timeout.</exception>
    /// <exception cref="EndOfStreamException">The server closed the connection.</exception>
    public async Task ReadRepliesAsync(int count, Action<int>? onReplies, CancellationToken ct)
    {
        try
        {
            await ReadAsync(count, onReplies, ct);
        }
        catch (Exception exception)
        {
            _reason = exception;
            _socket.Dispose();
            throw;
        }
    }

    public void Dispose()
    {
        _socket.Dispose();
        _encrypted?.Dispose();
    }

    private async ValueTask SendGatheredAsync(ArraySegment<byte>[] buffers)
    {
        for (var first = 0; first < buffers.Length; first += SegmentsPerSend)
        {
            var pending = new ArraySegment<ArraySegment<byte>>(buffers, first, Math.Min(SegmentsPerSend, buffers.Length - first)).ToList();
            while (pending.Count > 0)
            {
                Advance(pending, await _socket.SendAsync(pending));
            }
        }
    }

    // Small buffers are copied together; the rest of a large one is encrypted directly from its memory.
    private async ValueTask SendEncryptedAsync(SslStream stream, ArraySegment<byte>[] buffers, CancellationToken ct)
    {
        var filled = 0;
        foreach (var buffer in buffers)
        {
            var rest = buffer.AsMemory();
            while (rest.Length > 0)
            {
                if (filled == 0 && rest.Length >= EncryptedBytes)
                {
                    var whole = rest.Length - (rest.Length % EncryptedBytes);
                    await stream.WriteAsync(rest[..whole], ct);
                    rest = rest[whole..];
                    continue;
                }

                var part = Math.Min(rest.Length, EncryptedBytes - filled);
                rest[..part].CopyTo(_collected.AsMemory(filled));
                rest = rest[part..];
                filled += part;
                if (filled == EncryptedBytes)
                {
                    await stream.WriteAsync(_collected, ct);
                    filled = 0;
                }
            }
        }

        if (filled > 0)
        {
            await stream.WriteAsync(_collected.AsMemory(0, filled), ct);
        }
    }

    private async Task QueryAsync(CancellationToken ct, params string[] words)
    {
        await SendAsync([RespCommand.Encode(words)], ct);
        await ReadRepliesAsync(1, null, ct);
    }

    private async Task ReadAsync(int count, Action<int>? onReplies, CancellationToken ct)
    {
        var buffer = new byte[ReceiveBytes];
        var line = new List<byte>();
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        while (count > 0)
        {
            var received = await ReceiveAsync(buffer, limit, ct);
            var before = count;
            foreach (var symbol in buffer.AsSpan(0, received))
            {
                if (symbol != '\n')
                {
                    line.Add(symbol);
                    if (line.Count > RespReader.MaximumLine)
                    {
                        throw new UnreadableReplyException(ReasonCode.NotRedis);
                    }

                    continue;
                }

                if (line is [(byte)'-', ..])
                {
                    throw new TargetException(RedisFailure.Refused(Encoding.UTF8.GetString([.. line]).Trim('-', '\r'), _target));
                }

                line.Clear();
                count--;
            }

            if (before > count)
            {
                onReplies?.Invoke(before - count);
            }
        }
    }

    private async ValueTask<int> ReceiveAsync(byte[] buffer, CancellationTokenSource limit, CancellationToken ct)
    {
        limit.CancelAfter(_responseTimeout);
        try
        {
            return await (_encrypted?.ReadAsync(buffer, limit.Token) ?? _socket.ReceiveAsync(buffer, limit.Token)) is > 0 and var received
                ? received
                : throw new EndOfStreamException("The server closed the connection before it had answered everything.");
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            throw new TimeoutException($"No reply within {_responseTimeout.TotalSeconds:0.#} seconds.");
        }
    }

    // A socket may accept fewer bytes than it was given.
    private static void Advance(List<ArraySegment<byte>> pending, int sent)
    {
        var whole = 0;
        while (whole < pending.Count && pending[whole].Count <= sent)
        {
            sent -= pending[whole].Count;
            whole++;
        }

        pending.RemoveRange(0, whole);
        if (sent > 0)
        {
            pending[0] = pending[0][sent..];
        }
    }
}
