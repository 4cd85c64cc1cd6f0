using System.Buffers;
using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;

namespace RedisPerf.Ledger.Storage.Moving;

/// <summary>The sum of the SHA-256 hashes of rows. Unlike a hash over all rows it does not depend on their order, which a table of a
/// million rows would have to be sorted for.</summary>
internal sealed class RowSum
{
    private readonly ArrayBufferWriter<byte> _row = new();
    private UInt128 _sum;

    public long Rows { get; private set; }

    public string Checksum => $"{_sum:x32}";

    /// <param name="row">Values that are null, strings, integers, booleans or numbers.</param>
    public void Add(ReadOnlySpan<object?> row)
    {
        _row.ResetWrittenCount();
        foreach (var value in row)
        {
            switch (value)
            {
                case null:
                    Write('n', 0);
                    break;
                case string text:
                    Write('t', Encoding.UTF8.GetByteCount(text));
                    Encoding.UTF8.GetBytes(text, _row);
                    break;
                case long whole:
                    Write('w', whole);
                    break;
                case bool flag:
                    Write('b', flag ? 1 : 0);
                    break;
                case double number:
                    // SQLite stores no negative zero.
                    Write('d', BitConverter.DoubleToInt64Bits(number == 0 ? 0 : number));
                    break;
                default:
                    throw new ArgumentException($"{value.GetType().Name} is not the type of a column.", nameof(row));
            }
        }

        Rows++;
        _sum += BinaryPrimitives.ReadUInt128BigEndian(SHA256.HashData(_row.WrittenSpan));
    }

    private void Write(char kind, long value)
    {
        var bytes = _row.GetSpan(1 + sizeof(long));
        bytes[0] = (byte)kind;
        BinaryPrimitives.WriteInt64BigEndian(bytes[1..], value);
        _row.Advance(1 + sizeof(long));
    }
}
