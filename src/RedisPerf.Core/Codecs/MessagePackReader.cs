using System.Buffers.Binary;
using System.Text.Unicode;

namespace RedisPerf.Core.Codecs;

/// <summary>
/// Reads MessagePack value by value, in every form that the specification gives a value that JSON has, smallest or not.
/// All that is wrong with the bytes is an <see cref="InvalidDataException"/> that says where.
/// </summary>
internal ref struct MessagePackReader(ReadOnlySpan<byte> bytes)
{
    private readonly ReadOnlySpan<byte> _bytes = bytes;
    private int _at;

    public enum Kind
    {
        Nil,
        False,
        True,
        Signed,
        Unsigned,
        Float,
        String,
        Array,
        Map,
    }

    /// <summary>The value of <see cref="Kind.Signed"/>.</summary>
    public long Signed { get; private set; }

    /// <summary>The value of <see cref="Kind.Unsigned"/>, the members of <see cref="Kind.Array"/> or the pairs of <see cref="Kind.Map"/>.</summary>
    public ulong Unsigned { get; private set; }

    /// <summary>The value of <see cref="Kind.Float"/>, always finite.</summary>
    public double Float { get; private set; }

    /// <summary>The value of <see cref="Kind.String"/>, in well-formed UTF-8.</summary>
    public ReadOnlySpan<byte> String { get; private set; }

    public readonly bool AtEnd => _at == _bytes.Length;

    public Kind Read()
    {
        var form = Take(1)[0];
        switch (form)
        {
            case <= 0x7F: return OfUnsigned(form);
            case <= 0x8F: return OfMembers(Kind.Map, form & 0x0Fu);
            case <= 0x9F: return OfMembers(Kind.Array, form & 0x0Fu);
            case <= 0xBF: return OfString(form & 0x1Fu);
            case 0xC0: return Kind.Nil;
            case 0xC2: return Kind.False;
            case 0xC3: return Kind.True;
            case 0xCA: return OfFloat(BinaryPrimitives.ReadSingleBigEndian(Take(4)));
            case 0xCB: return OfFloat(BinaryPrimitives.ReadDoubleBigEndian(Take(8)));
            case 0xCC: return OfUnsigned(Take(1)[0]);
            case 0xCD: return OfUnsigned(Take16());
            case 0xCE: return OfUnsigned(Take32());
            case 0xCF: return OfUnsigned(BinaryPrimitives.ReadUInt64BigEndian(Take(8)));
            case 0xD0: return OfSigned((sbyte)Take(1)[0]);
            case 0xD1: return OfSigned((short)Take16());
            case 0xD2: return OfSigned((int)Take32());
            case 0xD3: return OfSigned(BinaryPrimitives.ReadInt64BigEndian(Take(8)));
            case 0xD9: return OfString(Take(1)[0]);
            case 0xDA: return OfString(Take16());
            case 0xDB: return OfString(Take32());
            case 0xDC: return OfMembers(Kind.Array, Take16());
            case 0xDD: return OfMembers(Kind.Array, Take32());
            case 0xDE: return OfMembers(Kind.Map, Take16());
            case 0xDF: return OfMembers(Kind.Map, Take32());
            case >= 0xE0: return OfSigned((sbyte)form);
            default: throw Wrong($"the form 0x{form:X2} (binary, extension or unused) has no like in JSON");
        }
    }

    public readonly InvalidDataException Wrong(string what) =>
        new(FormattableString.Invariant($"These {_bytes.Length} bytes are not one JSON document in MessagePack: {what}, before byte {_at}."));

    private Kind OfUnsigned(ulong value)
    {
        Unsigned = value;
        return Kind.Unsigned;
    }

    private Kind OfSigned(long value)
    {
        Signed = value;
        return Kind.Signed;
    }

    private Kind OfFloat(double value)
    {
        if (!double.IsFinite(value))
        {
            throw Wrong("a number that is infinite or none has no like in JSON");
        }

        Float = value;
        return Kind.Float;
    }

    private Kind OfString(uint length)
    {
        var utf8 = Take(length);
        if (!Utf8.IsValid(utf8))
        {
            throw Wrong("a string is not UTF-8");
        }

        String = utf8;
        return Kind.String;
    }

    private Kind OfMembers(Kind kind, uint members)
    {
        // Every member takes a byte at least: a length beyond what is left is a lie, told before anything is written for it.
        var atLeast = kind == Kind.Map ? 2L * members : members;
        if (atLeast > _bytes.Length - _at)
        {
            throw Wrong("they end early");
        }

        Unsigned = members;
        return kind;
    }

    private ushort Take16() => BinaryPrimitives.ReadUInt16BigEndian(Take(2));

    private uint Take32() => BinaryPrimitives.ReadUInt32BigEndian(Take(4));

    private ReadOnlySpan<byte> Take(uint count)
    {
        if (count > _bytes.Length - _at)
        {
            throw Wrong("they end early");
        }

        var taken = _bytes.Slice(_at, (int)count);
        _at += (int)count;
        return taken;
    }
}
