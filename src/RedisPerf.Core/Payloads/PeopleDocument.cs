using System.Buffers;
using System.Globalization;
using System.Text.Json;

namespace RedisPerf.Core.Payloads;

/// <summary>The payload: a JSON array of people, similar to the output of public sample-data generators. It has the format of
/// <see cref="JsonLayout"/>, so that a codec that rebuilds it from its values returns the same bytes.</summary>
public static class PeopleDocument
{
    /// <summary>The size of a document with one person.</summary>
    public const int MinimumBytes = 64;

    public const int MaximumBytes = 16 << 20;

    // Upper bounds, including layout and separator, for all values of the vocabulary.
    private const int MaxPersonBytes = 2_400;
    private const int MaxIdentityBytes = 200;
    private const int MaxContactBytes = 400;

    /// <summary>Bytes around the last <c>about</c>: its name and quotes, and the closing brackets of person and document.</summary>
    private const int AroundLastAbout = 22;

    /// <summary>Bytes reserved for the last <c>about</c> when other members are written before it.</summary>
    private const int MinAbout = 40;

    /// <summary>Creates a document of exactly <paramref name="bytes"/> bytes of UTF-8. The same seed gives the same
    /// document on all platforms.</summary>
    /// <param name="bytes">The size, from 64 bytes to 16 MiB.</param>
    /// <param name="seed">Any number; a different seed gives different people.</param>
    /// <exception cref="ArgumentOutOfRangeException">The size is below 64 bytes or above 16 MiB.</exception>
    public static byte[] Create(int bytes, int seed)
    {
        if (bytes is < MinimumBytes or > MaximumBytes)
        {
            throw new ArgumentOutOfRangeException(nameof(bytes), bytes,
                FormattableString.Invariant($"The size of a document must be {MinimumBytes:N0} to {MaximumBytes:N0} bytes, not {bytes:N0}."));
        }

        var random = new SplitMix(seed);
        var buffer = new ArrayBufferWriter<byte>(bytes + MaxPersonBytes);
        using var json = new Utf8JsonWriter(buffer, JsonLayout.Indented);
        json.WriteStartArray();
        var index = 0;
        while (bytes - Written(json) >= MaxPersonBytes + AroundLastAbout + MinAbout)
        {
            WritePerson(json, ref random, index++);
        }

        WriteLastPerson(json, ref random, index, bytes);
        json.WriteEndArray();
        json.Flush();
        return buffer.WrittenSpan.ToArray();
    }

    private static int Written(Utf8JsonWriter json) => checked((int)(json.BytesCommitted + json.BytesPending));

    private static void WritePerson(Utf8JsonWriter json, ref SplitMix random, int index)
    {
        json.WriteStartObject();
        WriteIdentity(json, ref random, index);
        var name = WriteContact(json, ref random);
        WriteAbout(json, ref random, random.Next(700, 1_100), "\r\n");
        WriteRest(json, ref random, name);
        json.WriteEndObject();
    }

    /// <summary>Writes a person with as many members as fit. <c>about</c> fills the rest.</summary>
    private static void WriteLastPerson(Utf8JsonWriter json, ref SplitMix random, int index, int bytes)
    {
        json.WriteStartObject();
        var before = Written(json);
        if (bytes - Written(json) >= MaxIdentityBytes + AroundLastAbout + MinAbout)
        {
            WriteIdentity(json, ref random, index);
        }

        if (bytes - Written(json) >= MaxContactBytes + AroundLastAbout + MinAbout)
        {
            WriteContact(json, ref random);
        }

        var comma = Written(json) > before ? 1 : 0;
        WriteAbout(json, ref random, bytes - Written(json) - AroundLastAbout - comma);
        json.WriteEndObject();
    }

    private static void WriteIdentity(Utf8JsonWriter json, ref SplitMix random, int index)
    {
        Span<byte> id = stackalloc byte[24];
        random.Hex(id);
        json.WriteString("_id"u8, id);
        json.WriteNumber("index"u8, index);

        Span<byte> guid = stackalloc byte[36];
        random.Hex(guid);
        guid[8] = guid[13] = guid[18] = guid[23] = (byte)'-';
        json.WriteString("guid"u8, guid);
        json.WriteBoolean("isActive"u8, random.Next(0, 2) == 0);
        json.WriteString("balance"u8, string.Create(CultureInfo.InvariantCulture, $"${random.Next(1_000, 4_000):N0}.{random.Next(0, 100):00}"));
    }

    private static string WriteContact(Utf8JsonWriter json, ref SplitMix random)
    {
        json.WriteString("picture"u8, "http://placehold.it/32x32"u8);
        json.WriteNumber("age"u8, random.Next(18, 80));
        json.WriteString("eyeColor"u8, random.Pick<string>(Vocabulary.EyeColors));
        var name = Name(ref random);
        json.WriteString("name"u8, name);
        json.WriteString("gender"u8, random.Next(0, 2) == 0 ? "female"u8 : "male"u8);
        var company = random.Pick<string>(Vocabulary.Companies);
        json.WriteString("company"u8, company);
        json.WriteString("email"u8, $"{name.Replace(" ", "", StringComparison.Ordinal)}@{company}.com".ToLowerInvariant());
        json.WriteString("phone"u8,
            string.Create(CultureInfo.InvariantCulture, $"+1 ({random.Next(800, 1_000)}) {random.Next(400, 600)}-{random.Next(2_000, 4_000)}"));
        json.WriteString("address"u8,
            string.Create(CultureInfo.InvariantCulture, $"{random.Next(100, 1_000)} {random.Pick<string>(Vocabulary.Streets)}, "
                + $"{random.Pick<string>(Vocabulary.Towns)}, {random.Pick<string>(Vocabulary.States)}, {random.Next(100, 10_000)}"));
        return name;
    }

    private static void WriteRest(Utf8JsonWriter json, ref SplitMix random, string name)
    {
        json.WriteString("registered"u8,
            string.Create(CultureInfo.InvariantCulture, $"{random.Next(2014, 2026)}-{random.Next(1, 13):00}-{random.Next(1, 29):00}T"
                + $"{random.Next(0, 24):00}:{random.Next(0, 60):00}:{random.Next(0, 60):00} -{random.Next(0, 12):00}:00"));

        // Six decimals: the shortest form that gives the same double, so that each binary format keeps them.
        json.WriteNumber("latitude"u8, random.Next(-90_000_000, 90_000_000) / 1e6);
        json.WriteNumber("longitude"u8, random.Next(-180_000_000, 180_000_000) / 1e6);

        json.WriteStartArray("tags"u8);
        for (var tag = 0; tag < 7; tag++)
        {
            json.WriteStringValue(random.Pick<string>(Vocabulary.Words));
        }

        json.WriteEndArray();
        json.WriteStartArray("friends"u8);
        for (var friend = 0; friend < 3; friend++)
        {
            json.WriteStartObject();
            json.WriteNumber("id"u8, friend);
            json.WriteString("name"u8, Name(ref random));
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteString("greeting"u8, string.Create(CultureInfo.InvariantCulture, $"Hello, {name}! You have {random.Next(1, 11)} unread messages."));
        json.WriteString("favoriteFruit"u8, random.Pick<string>(Vocabulary.Fruits));
    }

    private static string Name(ref SplitMix random) =>
        $"{random.Pick<string>(Vocabulary.GivenNames)} {random.Pick<string>(Vocabulary.FamilyNames)}";

    /// <summary>Writes text of exactly <paramref name="length"/> single-byte letters, followed by <paramref name="end"/>.</summary>
    private static void WriteAbout(Utf8JsonWriter json, ref SplitMix random, int length, string end = "")
    {
        Span<char> prose = stackalloc char[length + end.Length];
        var at = 0;
        var sentenceEnd = 0;
        while (at < length)
        {
            var word = random.Pick<string>(Vocabulary.Words);
            var cut = Math.Min(word.Length, length - at);
            word.AsSpan(0, cut).CopyTo(prose[at..]);
            if (sentenceEnd-- == 0)
            {
                prose[at] = char.ToUpperInvariant(prose[at]);
                sentenceEnd = random.Next(5, 14);
            }

            at += cut;
            if (sentenceEnd == 0 && at < length)
            {
                prose[at++] = '.';
            }

            if (at < length)
            {
                prose[at++] = ' ';
            }
        }

        prose[length - 1] = '.';
        end.CopyTo(prose[length..]);
        json.WriteString("about"u8, prose);
    }
}
