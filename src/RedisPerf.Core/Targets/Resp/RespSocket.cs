using System.Globalization;
using System.Net.Sockets;
using System.Text;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Resp;

/// <summary>A socket that sends commands which are already encoded and counts the replies: the minimum work for a client.</summary>
public sealed class RespSocket : IDisposable
{
    private const int ReceiveBytes = 64 << 10;

    /// <summary>
    /// The kernel's send buffer. By default it holds megabytes, which have left the CPU cache when the server reads them:
    /// a floor of 30,000 × 32 KB took 12% longer with the default.
    /// </summary>
    private const int SendBytes = 256 << 10;

    // Linux takes at most 1,024 buffers in one gathered write.
    private const int SegmentsPerSend = 1_000;

    private readonly Socket _socket;
    private readonly string _target;
    private readonly TimeSpan _responseTimeout;
    private Exception? _reason;

    private RespSocket(Socket socket, string target, TimeSpan responseTimeout) => (_socket, _target, _responseTimeout) = (socket, target, responseTimeout);

    /// <summary>A connection in the target's database.</summary>
    /// <param name="server">The target.</param>
    /// <param name="responseTimeout">The longest time without a reply.</param>
    /// <param name="ct">Cancels the connection.</param>
    /// <exception cref="TargetException">The server refused the password or the database, or it requires TLS.</exception>
    /// <exception cref="SocketException">It cannot be reached.</exception>
    public static async Task<RespSocket> ConnectAsync(TargetServer server, TimeSpan responseTimeout, CancellationToken ct)
    {
        if (server.UsesTls)
        {
            throw new TargetException(Reason.Of(ReasonCode.NoBareSocket, (Reason.Target, server.Name)));
        }

        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true, SendBufferSize = SendBytes };
        var connection = new RespSocket(socket, server.Name, server.Patience(responseTimeout));
        try
        {
            await socket.ConnectAsync(server.EndPoint, ct);
            if (server.Credentials is { } credentials)
            {
                await connection.AskAsync(ct, credentials.AuthCommand);
            }

            if (server.Database != 0)
            {
                await connection.AskAsync(ct, "SELECT", server.Database.ToString(CultureInfo.InvariantCulture));
            }

            return connection;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>Sends the buffers as one stream.</summary>
    public async ValueTask SendAsync(ArraySegment<byte>[] buffers, CancellationToken ct)
    {
        // A gathered send takes no token; closing the socket ends it.
        using var _ = ct.UnsafeRegister(static socket => ((Socket)socket!).Dispose(), _socket);
        for (var first = 0; first < buffers.Length; first += SegmentsPerSend)
        {
            var pending = new ArraySegment<ArraySegment<byte>>(buffers, first, Math.Min(SegmentsPerSend, buffers.Length - first)).ToList();
            try
            {
                while (pending.Count > 0)
                {
                    Advance(pending, await _socket.SendAsync(pending));
                }
            }
            catch (Exception) when (_reason is not null)
            {
                // The reader failed first and closed the socket; its exception is the cause.
                throw _reason;
            }
        }
    }

    /// <summary>Reads this number of replies of one line each. When it fails, a pending send fails too.</summary>
    /// <param name="count">Number of replies.</param>
    /// <param name="onReplies">Called with the number of replies that arrived together; null when only the end matters.</param>
    /// <param name="ct">Cancels reading.</param>
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

    public void Dispose() => _socket.Dispose();

    private async Task AskAsync(CancellationToken ct, params string[] words)
    {
        var command = words.Aggregate($"*{words.Length}\r\n", (text, word) => $"{text}${Encoding.UTF8.GetByteCount(word)}\r\n{word}\r\n");
        await SendAsync([Encoding.UTF8.GetBytes(command)], ct);
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
            return await _socket.ReceiveAsync(buffer, limit.Token) is > 0 and var received
                ? received
                : throw new EndOfStreamException("The server closed the connection before it had answered everything.");
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            throw new TimeoutException($"No reply within {_responseTimeout.TotalSeconds:0.#} seconds.");
        }
    }

    // A stream socket may take less than it was given.
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
