using System.Buffers.Text;
using System.Text;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Resp;

/// <summary>Reads RESP2 replies from a stream. A server under test may send anything, so nesting and size of a reply are limited. A
/// declared length beyond the limit is refused before it is allocated.</summary>
/// <param name="stream">The connection. The caller disposes it.</param>
internal sealed class RespReader(Stream stream)
{
    /// <summary>Levels of arrays in arrays. COMMAND INFO, the deepest reply that is read, has fewer than ten.</summary>
    public const int MaximumDepth = 32;

    /// <summary>Bytes of one reply. INFO with all sections has less than 100 KB; it grows with the number of databases.</summary>
    public const int MaximumBytes = 4 << 20;

    // No status line of Redis is that long: the server uses another protocol.
    internal const int MaximumLine = 64 << 10;

    private const byte TlsAlert = 0x15;

    // What an object in memory takes in addition to its text, so that an array of empty replies is limited too.
    private const int ReplyCost = 64;

    private readonly byte[] _buffer = new byte[16 * 1024];
    private int _start;
    private int _end;
    private int _left;

    /// <summary>The first bytes of replies.</summary>
    internal static ReadOnlySpan<byte> Types => "+-:$*"u8;

    /// <summary>Reads one reply.</summary>
    /// <exception cref="UnreadableReplyException">The bytes are not RESP, or the reply exceeds a limit.</exception>
    /// <exception cref="EndOfStreamException">The server closed the connection.</exception>
    public Task<RespReply> ReadAsync(CancellationToken ct)
    {
        _left = MaximumBytes;
        return ReadAsync(0, ct);
    }

    private async Task<RespReply> ReadAsync(int depth, CancellationToken ct)
    {
        Reserve(ReplyCost);
        var line = await ReadLineAsync(ct).ConfigureAwait(false);
        var rest = line.AsMemory(1);
        return (char)line[0] switch
        {
            '+' or ':' => new RespReply(Encoding.UTF8.GetString(rest.Span), false, []),
            '-' => new RespReply(Encoding.UTF8.GetString(rest.Span), true, []),
            '$' => new RespReply(await ReadBulkAsync(Length(rest.Span), ct).ConfigureAwait(false), false, []),
            '*' when depth < MaximumDepth => new RespReply(null, false, await ReadItemsAsync(Length(rest.Span), depth + 1, ct).ConfigureAwait(false)),
            '*' => throw new UnreadableReplyException(ReasonCode.ReplyTooDeep, MaximumDepth),
            _ => throw new InvalidOperationException("The first byte of a line is a type."),
        };
    }

    private async Task<IReadOnlyList<RespReply>> ReadItemsAsync(int count, int depth, CancellationToken ct)
    {
        var items = new List<RespReply>();
        for (var i = 0; i < count; i++)
        {
            items.Add(await ReadAsync(depth, ct).ConfigureAwait(false));
        }

        return items;
    }

    private async Task<string?> ReadBulkAsync(int length, CancellationToken ct)
    {
        if (length < 0)
        {
            return null;
        }

        Reserve(length);
        var bytes = new byte[length];
        var copied = 0;
        while (copied < length)
        {
            await FillAsync(ct).ConfigureAwait(false);
            var part = Math.Min(length - copied, _end - _start);
            _buffer.AsSpan(_start, part).CopyTo(bytes.AsSpan(copied));
            copied += part;
            _start += part;
        }

        return await NextAsync(ct).ConfigureAwait(false) == '\r' && await NextAsync(ct).ConfigureAwait(false) == '\n'
            ? Encoding.UTF8.GetString(bytes)
            : throw new UnreadableReplyException(ReasonCode.NotRedis);
    }

    // At least one byte, the type of the reply.
    private async Task<byte[]> ReadLineAsync(CancellationToken ct)
    {
        var line = new List<byte>();
        while (true)
        {
            var next = await NextAsync(ct).ConfigureAwait(false);
            if (next == '\n' && line is [_, .., (byte)'\r'])
            {
                return [.. line.Take(line.Count - 1)];
            }

            if (next == '\n' || line.Count == MaximumLine)
            {
                throw new UnreadableReplyException(ReasonCode.NotRedis);
            }

            // TLS sends messages without line ends, so the first byte decides.
            if (line.Count == 0 && !Types.Contains(next))
            {
                throw new UnreadableReplyException(next == TlsAlert ? ReasonCode.TlsRequired : ReasonCode.NotRedis);
            }

            Reserve(1);
            line.Add(next);
        }
    }

    private async ValueTask<byte> NextAsync(CancellationToken ct)
    {
        await FillAsync(ct).ConfigureAwait(false);
        return _buffer[_start++];
    }

    private async ValueTask FillAsync(CancellationToken ct)
    {
        if (_start < _end)
        {
            return;
        }

        _start = 0;
        _end = await stream.ReadAsync(_buffer, ct).ConfigureAwait(false);
        if (_end == 0)
        {
            throw new EndOfStreamException("the server closed the connection");
        }
    }

    private void Reserve(int bytes)
    {
        _left -= bytes;
        if (_left < 0)
        {
            throw new UnreadableReplyException(ReasonCode.ReplyTooLong, MaximumBytes);
        }
    }

    // −1 is nil.
    private static int Length(ReadOnlySpan<byte> digits) =>
        !Utf8Parser.TryParse(digits, out long value, out var used) || used != digits.Length || value < -1
            ? throw new UnreadableReplyException(ReasonCode.NotRedis)
        : value > MaximumBytes ? throw new UnreadableReplyException(ReasonCode.ReplyTooLong, MaximumBytes)
        : (int)value;
}

/// <summary>A server sent bytes that are not RESP, or a reply that is larger than any expected one.</summary>
/// <param name="limit">The limit that the reply exceeds, in bytes or levels; null without one.</param>
internal sealed class UnreadableReplyException(ReasonCode code, int? limit = null) : ConnectionFaultException(code, ("limit", limit));
