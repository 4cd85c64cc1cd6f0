using System.Buffers;
using System.Globalization;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;
using RedisPerf.Abstractions;
using RESPite.Buffers;
using RESPite.Messages;

namespace RedisPerf.Clients.Respite;

/// <summary>A connection whose replies are buffered, divided and parsed by RESPite. The library has no connections and no commands, so the
/// socket and the requests are those of this class.</summary>
internal sealed class Connection : IAsyncDisposable
{
    private readonly Lock _gate = new();
    private readonly Queue<Reply> _pending = new();
    private readonly Stream _stream;
    private readonly RunContext _context;
    private readonly Task _reading;

    private CycleBuffer _input = CycleBuffer.Create();
    private RespScanState _scanned;
    private ArrayBufferWriter<byte> _written = new();
    private ArrayBufferWriter<byte> _sent = new();
    private bool _isSending;
    private Exception? _fault;

    private Connection(Stream stream, RunContext context)
    {
        (_stream, _context) = (stream, context);
        _reading = ReadAsync();
    }

    /// <summary>Opens the connection, which the run closes.</summary>
    /// <exception cref="NotSupportedException">The server is a part of a cluster.</exception>
    public static async Task<Connection> OpenAsync(RunContext context, CancellationToken ct)
    {
        var server = context.Server;
        server.RefuseCluster("RESPite");
        var connection = new Connection(await ConnectAsync(server, ct), context);
        context.Add(connection);
        if (server.Password is { } password)
        {
            string[] words = server.User is { } user ? ["AUTH", user, password] : ["AUTH", password];
            await connection.SendAsync(Array.ConvertAll(words, Encoding.UTF8.GetBytes)).WaitAsync(ct);
        }

        if (server.Database != 0)
        {
            var database = server.Database.ToString(CultureInfo.InvariantCulture);
            await connection.SendAsync(Command.Select, Encoding.ASCII.GetBytes(database)).WaitAsync(ct);
        }

        return connection;
    }

    /// <summary>Sends a command whose reply is not a value.</summary>
    public Task SendAsync(params ReadOnlySpan<byte[]> words) => Send(new Reply.Status(), words).Task;

    /// <summary>Sends a command whose reply is a value; null when it does not exist.</summary>
    public Task<byte[]?> GetAsync(params ReadOnlySpan<byte[]> words) => Send(new Reply.Value(), words).Task;

    /// <summary>Sends a command whose reply is an array of values.</summary>
    public Task<byte[]?[]> GetManyAsync(params ReadOnlySpan<byte[]> words) => Send(new Reply.Values(), words).Task;

    public async ValueTask DisposeAsync()
    {
        await _stream.DisposeAsync();
        await _reading;
        _input.Release();
    }

    private static async Task<Stream> ConnectAsync(ServerConnection server, CancellationToken ct)
    {
        var isLocal = server.EndPoint is UnixDomainSocketEndPoint;
        var socket = isLocal ? new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified)
            : new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        Stream? stream = null;
        try
        {
            await socket.ConnectAsync(server.EndPoint, ct);
            stream = new NetworkStream(socket, ownsSocket: true);
            if (server.Tls is { } tls)
            {
                var encrypted = new SslStream(stream);
                stream = encrypted;
                await encrypted.AuthenticateAsClientAsync(tls, ct);
            }

            return stream;
        }
        catch
        {
            socket.Dispose();
            if (stream is not null)
            {
                await stream.DisposeAsync();
            }

            throw;
        }
    }

    private T Send<T>(T reply, ReadOnlySpan<byte[]> words)
        where T : Reply
    {
        bool isIdle;
        lock (_gate)
        {
            if (_fault is not null)
            {
                reply.Fail(_fault);
                return reply;
            }

            isIdle = _pending.Count == 0;
            _pending.Enqueue(reply);
            Write(words);
            if (_isSending)
            {
                return reply;
            }

            _isSending = true;
        }

        // A command without predecessors is sent at once. The next ones are sent together, by a thread of the pool.
        _ = isIdle ? FlushAsync() : Task.Run(FlushAsync);
        return reply;
    }

    private void Write(ReadOnlySpan<byte[]> words)
    {
        WriteLength('*', words.Length);
        foreach (var word in words)
        {
            WriteLength('$', word.Length);
            _written.Write(word);
            _written.Write("\r\n"u8);
        }
    }

    private void WriteLength(char prefix, int length)
    {
        const int MaxDigits = 10;
        var span = _written.GetSpan(MaxDigits + 3);
        span[0] = (byte)prefix;
        _ = length.TryFormat(span[1..], out var digits, provider: CultureInfo.InvariantCulture);
        "\r\n"u8.CopyTo(span[(1 + digits)..]);
        _written.Advance(digits + 3);
    }

    private async Task FlushAsync()
    {
        try
        {
            while (true)
            {
                lock (_gate)
                {
                    if (_written.WrittenCount == 0)
                    {
                        _isSending = false;
                        return;
                    }

                    (_sent, _written) = (_written, _sent);
                }

                await _stream.WriteAsync(_sent.WrittenMemory);
                _sent.ResetWrittenCount();
            }
        }
        catch (Exception exception)
        {
            Fail(exception);
        }
    }

    private async Task ReadAsync()
    {
        try
        {
            while (true)
            {
                var count = await _stream.ReadAsync(_input.GetUncommittedMemory());
                if (count == 0)
                {
                    throw new EndOfStreamException("The server closed the connection.");
                }

                _input.Commit(count);
                _context.ReportReplies(Deliver());
            }
        }
        catch (Exception exception)
        {
            Fail(exception);
        }
    }

    /// <returns>The number of replies that are complete.</returns>
    private int Deliver()
    {
        for (var replies = 0; ; replies++)
        {
            var input = _input.GetAllCommitted();
            if (input.Length == _scanned.TotalBytes || !_scanned.TryRead(input.Slice(_scanned.TotalBytes), out _))
            {
                return replies;
            }

            Reply reply;
            lock (_gate)
            {
                reply = _pending.Dequeue();
            }

            var length = _scanned.TotalBytes;
            reply.Read(new(input.Slice(0, length)));
            _input.DiscardCommitted(length);
            _scanned = default;
        }
    }

    private void Fail(Exception exception)
    {
        lock (_gate)
        {
            _fault ??= exception;
            while (_pending.TryDequeue(out var reply))
            {
                reply.Fail(exception);
            }
        }
    }
}
