using System.Buffers;

namespace RedisPerf.Core.Codecs;

/// <summary>A growing buffer in an array of the shared pool, returned on dispose. It grows up to <see cref="MaximumBytes"/>, so that a few
/// hostile bytes that inflate beyond it give an error instead of exhausting the memory.</summary>
internal sealed class ScratchBuffer(long expectedBytes) : Stream, IBufferWriter<byte>
{
    /// <summary>The largest document, plus the overhead that an encoder adds to incompressible bytes.</summary>
    public const int MaximumBytes = BufferedCodec.MaximumBytes + (1 << 20);

    private byte[] _array = ArrayPool<byte>.Shared.Rent((int)Math.Min(expectedBytes, MaximumBytes));
    private int _count;

    public int Count => _count;

    /// <summary>The pool returns arrays larger than requested; the limit applies to them too.</summary>
    private int Room => Math.Min(_array.Length, MaximumBytes) - _count;

    public ReadOnlyMemory<byte> WrittenMemory => _array.AsMemory(0, _count);

    public byte[] ToArray() => _array.AsSpan(0, _count).ToArray();

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Reserve(Math.Max(sizeHint, 1));
        return _array.AsSpan(_count, Room);
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(Math.Max(sizeHint, 1));
        return _array.AsMemory(_count, Room);
    }

    public void Advance(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, Room);
        _count += count;
    }

    /// <summary>Moves the bytes from <paramref name="from"/> to the end before those at <paramref name="to"/>, for a header that is known
    /// only after its content.</summary>
    /// <param name="from">Position of the first byte to move; at most 16 bytes follow it.</param>
    /// <param name="to">Their new position, at or before <paramref name="from"/>.</param>
    public void MoveTail(int from, int to)
    {
        Span<byte> tail = stackalloc byte[16];
        tail = tail[..(_count - from)];
        _array.AsSpan(from, tail.Length).CopyTo(tail);
        _array.AsSpan(to, from - to).CopyTo(_array.AsSpan(to + tail.Length));
        tail.CopyTo(_array.AsSpan(to));
    }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        Reserve(buffer.Length);
        buffer.CopyTo(_array.AsSpan(_count));
        _count += buffer.Length;
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    protected override void Dispose(bool disposing)
    {
        if (disposing && _array.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(_array);
            _array = [];
            _count = 0;
        }

        base.Dispose(disposing);
    }

    private void Reserve(int more)
    {
        if (Room < more)
        {
            Grow(more);
        }
    }

    private void Grow(int more)
    {
        if (_count + (long)more > MaximumBytes)
        {
            throw new InvalidDataException(FormattableString.Invariant($"The data exceeds {MaximumBytes:N0} bytes, the maximum size of one value."));
        }

        var capacity = Math.Min(Math.Max(_array.Length * 2L, (long)_count + more), MaximumBytes);
        var larger = ArrayPool<byte>.Shared.Rent((int)capacity);
        _array.AsSpan(0, _count).CopyTo(larger);
        ArrayPool<byte>.Shared.Return(_array);
        _array = larger;
    }

    public override bool CanRead => false;
    public override bool CanSeek => false;
    public override bool CanWrite => true;
    public override long Length => _count;
    public override long Position { get => _count; set => throw new NotSupportedException(); }
    public override void Flush() { }
    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
    public override void SetLength(long value) => throw new NotSupportedException();
}
