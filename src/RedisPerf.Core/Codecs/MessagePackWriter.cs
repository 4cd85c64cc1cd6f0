using System.Buffers.Binary;

namespace RedisPerf.Core.Codecs;

/// <summary>
/// Writes MessagePack (github.com/msgpack/msgpack, spec.md), each value in its smallest form. A container is begun before
/// its length is known: one byte is kept for its header, and where it comes to more than fifteen members its content
/// moves up by the two or four bytes that a longer header takes. That is one short memory move for each person of a
/// document, and far cheaper than to read the JSON twice to count.
/// </summary>
internal readonly struct MessagePackWriter(ScratchBuffer output)
{
    public const int LongestStringHeader = 5;

    public int Count => output.Count;

    public void WriteNil() => WriteByte(0xC0);

    public void WriteBoolean(bool value) => WriteByte(value ? (byte)0xC3 : (byte)0xC2);

    public void WriteInteger(long value)
    {
        switch (value)
        {
            case >= 0: WriteInteger((ulong)value); break;
            case >= -32: WriteByte((byte)value); break;
            case >= sbyte.MinValue: Form(0xD0, 1)[0] = (byte)value; break;
            case >= short.MinValue: BinaryPrimitives.WriteInt16BigEndian(Form(0xD1, 2), (short)value); break;
            case >= int.MinValue: BinaryPrimitives.WriteInt32BigEndian(Form(0xD2, 4), (int)value); break;
            default: BinaryPrimitives.WriteInt64BigEndian(Form(0xD3, 8), value); break;
        }
    }

    public void WriteInteger(ulong value)
    {
        switch (value)
        {
            case <= 0x7F: WriteByte((byte)value); break;
            case <= byte.MaxValue: Form(0xCC, 1)[0] = (byte)value; break;
            case <= ushort.MaxValue: BinaryPrimitives.WriteUInt16BigEndian(Form(0xCD, 2), (ushort)value); break;
            case <= uint.MaxValue: BinaryPrimitives.WriteUInt32BigEndian(Form(0xCE, 4), (uint)value); break;
            default: BinaryPrimitives.WriteUInt64BigEndian(Form(0xCF, 8), value); break;
        }
    }

    public void WriteDouble(double value) => BinaryPrimitives.WriteDoubleBigEndian(Form(0xCB, 8), value);

    public void WriteString(ReadOnlySpan<byte> utf8)
    {
        var span = output.GetSpan(LongestStringHeader + utf8.Length);
        var header = StringHeader(span, utf8.Length);
        utf8.CopyTo(span[header..]);
        output.Advance(header + utf8.Length);
    }

    /// <summary>Keeps the byte of the header. Give the position back to <see cref="EndArray"/> or <see cref="EndMap"/>.</summary>
    public int BeginContainer()
    {
        var start = output.Count;
        WriteByte(0);
        return start;
    }

    public void EndArray(int start, int items) => EndContainer(start, items, 0x90, 0xDC);

    public void EndMap(int start, int pairs) => EndContainer(start, pairs, 0x80, 0xDE);

    private void EndContainer(int start, int length, byte shortest, byte of16Bits)
    {
        var more = length switch { <= 15 => 0, <= ushort.MaxValue => 2, _ => 4 };
        if (more > 0)
        {
            _ = output.GetSpan(more);
            output.Advance(more);
        }

        var written = output.WrittenFrom(start);
        if (more == 0)
        {
            written[0] = (byte)(shortest | length);
            return;
        }

        written[1..^more].CopyTo(written[(1 + more)..]);
        if (more == 2)
        {
            written[0] = of16Bits;
            BinaryPrimitives.WriteUInt16BigEndian(written[1..], (ushort)length);
        }
        else
        {
            written[0] = (byte)(of16Bits + 1);
            BinaryPrimitives.WriteUInt32BigEndian(written[1..], (uint)length);
        }
    }

    private static int StringHeader(Span<byte> to, int length)
    {
        switch (length)
        {
            case <= 31:
                to[0] = (byte)(0xA0 | length);
                return 1;
            case <= byte.MaxValue:
                to[0] = 0xD9;
                to[1] = (byte)length;
                return 2;
            case <= ushort.MaxValue:
                to[0] = 0xDA;
                BinaryPrimitives.WriteUInt16BigEndian(to[1..], (ushort)length);
                return 3;
            default:
                to[0] = 0xDB;
                BinaryPrimitives.WriteUInt32BigEndian(to[1..], (uint)length);
                return 5;
        }
    }

    private void WriteByte(byte value)
    {
        output.GetSpan(1)[0] = value;
        output.Advance(1);
    }

    private Span<byte> Form(byte form, int bytes)
    {
        var span = output.GetSpan(1 + bytes);
        span[0] = form;
        output.Advance(1 + bytes);
        return span[1..];
    }
}
