using System.Buffers;
using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Payloads;

/// <summary>Reads the file of a user as text in UTF-8. The encoding and the compression are found in its bytes, not in its name.</summary>
public static class InputBytes
{
    private const byte Delete = 0x7F;

    private static readonly SearchValues<byte> Controls =
        SearchValues.Create([.. Enumerable.Range(0, ' ').Append(Delete).Select(code => (byte)code).Except("\t\n\f\r"u8.ToArray())]);

    // A longer mark first: that of UTF-32 begins with that of UTF-16.
    private static readonly (byte[] Mark, Encoding Encoding)[] Marks =
    [
        ([0xFF, 0xFE, 0, 0], new UTF32Encoding(bigEndian: false, byteOrderMark: false, throwOnInvalidCharacters: true)),
        ([0, 0, 0xFE, 0xFF], new UTF32Encoding(bigEndian: true, byteOrderMark: false, throwOnInvalidCharacters: true)),
        ([0xFF, 0xFE], new UnicodeEncoding(bigEndian: false, byteOrderMark: false, throwOnInvalidBytes: true)),
        ([0xFE, 0xFF], new UnicodeEncoding(bigEndian: true, byteOrderMark: false, throwOnInvalidBytes: true)),
    ];

    // Formats in which people have values, and which are not text. Only for the sentence: a text may begin with such bytes.
    private static readonly (byte[] Start, string Name)[] Formats =
    [
        ([.. "PK\x3\x4"u8], "a ZIP archive"), ([.. "PAR1"u8], "a Parquet file"), ([.. "Obj\x1"u8], "an Avro file"), ([.. "ORC"u8], "an ORC file"),
        ([.. "ARROW1"u8], "an Arrow file"), ([.. "SQLite format 3\0"u8], "an SQLite database"), ([.. "REDIS0"u8], "a dump of Redis (RDB)"),
        ([.. "%PDF-"u8], "a PDF file"), ([.. "BZh"u8], "a file compressed with bzip2"), ([0xFD, .. "7zXZ\0"u8], "a file compressed with xz"),
        ([.. "7z"u8, 0xBC, 0xAF], "a 7-Zip archive"), ([0x04, 0x22, 0x4D, 0x18], "a file compressed with LZ4"),
        ([0x1F, 0x8B], "a file compressed with gzip more than once"), ([0x28, 0xB5, 0x2F, 0xFD], "a file compressed with zstd more than once"),
        ([0x1E, (byte)'{'], "a JSON text sequence (RFC 7464)"),
    ];

    /// <summary>Reads an input to its end.</summary>
    /// <param name="maximum">Maximum size in bytes.</param>
    /// <exception cref="PayloadException">The input is larger.</exception>
    public static async Task<ReadOnlyMemory<byte>> ReadAsync(Stream input, int maximum, CancellationToken ct)
    {
        var content = new MemoryStream();
        var buffer = new byte[64 << 10];
        for (int read; (read = await input.ReadAsync(buffer, ct)) > 0;)
        {
            if (content.Length + read > maximum)
            {
                throw new PayloadException(Reason.Of(ReasonCode.InputTooLarge, ("most", maximum)));
            }

            content.Write(buffer, 0, read);
        }

        return content.GetBuffer().AsMemory(0, (int)content.Length);
    }

    /// <summary>The text of an input in UTF-8, without byte order marks at the start of a line: decompressed, and converted from UTF-16 or
    /// UTF-32 with a mark.</summary>
    /// <param name="maximum">Maximum size of the text in bytes.</param>
    /// <exception cref="PayloadException">The input is not text, or it is too large.</exception>
    public static async Task<ReadOnlyMemory<byte>> ToTextAsync(ReadOnlyMemory<byte> content, int maximum, CancellationToken ct)
    {
        if (Decompression.Find(content.Span) is { } compression)
        {
            content = await Decompression.ReadAsync(content, compression, maximum, ct);
        }

        if (Marks.FirstOrDefault(each => content.Span.StartsWith(each.Mark)) is { Encoding: { } encoding, Mark: var mark })
        {
            content = await ConvertAsync(content[mark.Length..], encoding, maximum, ct);
        }

        content = WithoutMarks(content);
        Check(content.Span);
        return content;
    }

    /// <summary>A stream of bytes in memory.</summary>
    internal static MemoryStream Open(ReadOnlyMemory<byte> content) => MemoryMarshal.TryGetArray(content, out var array)
        ? new(array.Array!, array.Offset, array.Count, writable: false)
        : new(content.ToArray(), writable: false);

    /// <summary>The number of the line of a position, from 1.</summary>
    internal static int LineOf(ReadOnlySpan<byte> text, int position) => text[..position].Count((byte)'\n') + 1;

    private static async Task<ReadOnlyMemory<byte>> ConvertAsync(ReadOnlyMemory<byte> content, Encoding encoding, int maximum, CancellationToken ct)
    {
        try
        {
            await using var stream = Encoding.CreateTranscodingStream(Open(content), encoding, Encoding.UTF8);
            return await ReadAsync(stream, maximum, ct);
        }
        catch (DecoderFallbackException exception)
        {
            throw new PayloadException(Reason.Of(ReasonCode.InputWrongEncoding, ("encoding", encoding.WebName.ToUpperInvariant())), exception);
        }
    }

    // Tools put a mark at the start of each file, and files are joined.
    private static ReadOnlyMemory<byte> WithoutMarks(ReadOnlyMemory<byte> content)
    {
        var mark = "\uFEFF"u8;
        while (content.Span.StartsWith(mark))
        {
            content = content[mark.Length..];
        }

        if (content.Span.IndexOf("\n\uFEFF"u8) < 0)
        {
            return content;
        }

        var rest = content.Span;
        var result = new ArrayBufferWriter<byte>(rest.Length);
        for (int at; (at = rest.IndexOf("\n\uFEFF"u8)) >= 0;)
        {
            result.Write(rest[..(at + 1)]);
            rest = rest[(at + 1)..];
            while (rest.StartsWith(mark))
            {
                rest = rest[mark.Length..];
            }
        }

        result.Write(rest);
        return result.WrittenMemory;
    }

    private static void Check(ReadOnlySpan<byte> text)
    {
        var invalid = FindInvalid(text);
        var control = text.IndexOfAny(Controls);
        if (invalid < 0 && control < 0)
        {
            return;
        }

        var format = FormatOf(text);
        throw new PayloadException(
            format is not null ? Reason.Of(ReasonCode.InputIsBinary, ("format", format))
            : control >= 0 ? Reason.Of(ReasonCode.InputHasControls, ("line", LineOf(text, control)), ("code", $"0x{text[control]:X2}"))
            : Reason.Of(ReasonCode.InputNotUtf8, ("line", LineOf(text, invalid))));
    }

    // The first byte that is not UTF-8; -1 for none.
    private static int FindInvalid(ReadOnlySpan<byte> text)
    {
        if (System.Text.Unicode.Utf8.IsValid(text))
        {
            return -1;
        }

        var at = 0;
        while (Rune.DecodeFromUtf8(text[at..], out _, out var consumed) == OperationStatus.Done)
        {
            at += consumed;
        }

        return at;
    }

    private static string? FormatOf(ReadOnlySpan<byte> content)
    {
        foreach (var (start, name) in Formats)
        {
            if (content.StartsWith(start))
            {
                return name;
            }
        }

        return content switch
        {
            [not 0, 0, not 0, 0, ..] or [0, not 0, 0, not 0, ..] => "text in UTF-16 without a byte order mark",
            // A document begins with its size, then the type of its first member, and ends with a zero.
            [_, _, _, _, > 0 and < 0x20, ..] when BinaryPrimitives.ReadInt32LittleEndian(content) is var size && size > sizeof(int)
                && size <= content.Length && content[size - 1] == 0 => "a BSON file",
            _ when content.Length > 262 && content[257..].StartsWith("ustar"u8) => "a tar archive",
            _ => null,
        };
    }
}
