using System.IO.Compression;
using System.Text;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Reporting.Formatting;
using ZstdSharp;

namespace RedisPerf.Core.Tests.Payloads;

/// <summary>The form of a payload is found in its bytes. Other content is refused with a sentence.</summary>
public sealed class PayloadInputTests
{
    private const string Orders = "{\"id\":1}\n{\"id\":2}\n";

    [Theory]
    [InlineData(Orders, "jsonLines", "{\"id\":1}|{\"id\":2}")]
    [InlineData("{\"id\":1}\r\n\r\n  {\"id\":2} \r\n", "jsonLines", "{\"id\":1}|{\"id\":2}")]
    [InlineData("{\"id\":1}\r{\"id\":2}\r", "jsonLines", "{\"id\":1}|{\"id\":2}")]
    [InlineData("\uFEFF\uFEFF{\"id\":1}\n\uFEFF{\"id\":2}\n\uFEFF", "jsonLines", "{\"id\":1}|{\"id\":2}")]
    [InlineData("1\n22\nnull\n\"text\"", "jsonLines", "1|22|null|\"text\"")]
    [InlineData("[{\"id\":1},\n {\"id\": 2}]\n", "jsonArray", "{\"id\":1}|{\"id\": 2}")]
    [InlineData("[1, [2, 3], \"x\"]", "jsonArray", "1|[2, 3]|\"x\"")]
    [InlineData("{\n  \"id\": 1\n}\n", "jsonDocument", "{\n  \"id\": 1\n}")]
    [InlineData("{\"id\":1}", "jsonDocument", "{\"id\":1}")]
    [InlineData("{\n  \"id\": 1\n}\n{\n  \"id\": 2\n}\n", "jsonStream", "{\n  \"id\": 1\n}|{\n  \"id\": 2\n}")]
    [InlineData("{\"id\":1}{\"id\":2}", "jsonStream", "{\"id\":1}|{\"id\":2}")]
    [InlineData("one\n two \n\n three\r\n", "text", "one| two | three")]
    [InlineData("one\rtwo\r", "text", "one|two")]
    [InlineData("2026 11 28\n2026 11 29", "text", "2026 11 28|2026 11 29")]
    [InlineData("id;name\n1;ü\n", "text", "id;name|1;ü")]
    public async Task The_form_is_found_in_the_content(string text, string form, string values)
    {
        foreach (var bytes in new[] { Utf8(text), Gzip(Utf8(text)), Zstd(Utf8(text)), Marked(Encoding.Unicode, text),
            Marked(Encoding.BigEndianUnicode, text), Marked(Encoding.UTF32, text), Gzip(Marked(Encoding.Unicode, text)) })
        {
            var content = await ReadAsync(bytes);

            content.Form.ToWord().ShouldBe(form);
            content.Values.Select(Encoding.UTF8.GetString).ShouldBe(values.Split('|'));
            // The form is right, so naming it changes nothing.
            (await ReadAsync(bytes, content.Form)).Values.ShouldBe(content.Values);
        }
    }

    [Theory]
    [InlineData("", "The payload is empty")]
    [InlineData(" \r\n\t\n", "The payload is empty")]
    [InlineData("[]", "The payload is empty")]
    [InlineData("\uFEFF", "The payload is empty")]
    [InlineData("{\"id\":1}\n{\"id\":2\n{\"id\":3}\n",
        "Line 2 is not one JSON value. To store the content in spite of that, choose the format text or value.")]
    [InlineData("\n{\"id\":1}\nid 2\n", "Line 3 is not one JSON value.")]
    [InlineData("{\"id\":1},\n{\"id\":2},\n", "The JSON is invalid or incomplete in line 1, byte 9.")]
    [InlineData("[1,\n2,\n]", "The JSON is invalid or incomplete in line 3, byte 1.")]
    [InlineData("[{\"id\":1},\n{\"id\":", "The JSON is invalid or incomplete in line 2,")]
    [InlineData("{\n \"id\": 1,\n}\n", "The JSON is invalid or incomplete in line 3, byte 1.")]
    [InlineData("# orders\n{\"id\":1}\n", "Line 2 is JSON and line 1 is not, so the form of the content is not clear.")]
    [InlineData("1 {\"id\":1}\n2 {\"id\":2}\n", "Line 1 has more than one JSON value.")]
    [InlineData("[INFO] started\n", "The JSON is invalid or incomplete in line 1, byte 2.")]
    public async Task Text_without_a_clear_form_is_refused(string text, string sentence) => await RefusedAsync(Utf8(text), sentence);

    [Theory]
    [InlineData("jsonLines", "{\"id\":1}\n{\"id\":2\n", "Line 2 is not one JSON value.")]
    [InlineData("jsonLines", "1\n2 3\n", "Line 2 has more than one JSON value.")]
    [InlineData("jsonLines", "one\n", "Line 1 is not one JSON value.")]
    [InlineData("jsonArray", "{\"id\":1}", "The content does not have the format jsonArray.")]
    [InlineData("jsonArray", "[1]\n[2]", "The content does not have the format jsonArray.")]
    [InlineData("jsonDocument", Orders, "The content does not have the format jsonDocument.")]
    [InlineData("jsonStream", "{} x", "The JSON is invalid or incomplete in line 1, byte 4.")]
    [InlineData("text", "\n\n", "The payload is empty")]
    [InlineData("value", "", "The payload is empty")]
    public async Task Content_of_another_format_is_refused(string format, string text, string sentence) =>
        await RefusedAsync(Utf8(text), sentence, PayloadInput.FormOf(format));

    [Fact]
    public async Task A_format_replaces_what_would_be_found()
    {
        (await ReadAsync(Utf8(Orders), PayloadForm.Value)).Values.ShouldHaveSingleItem().ShouldBe(Utf8(Orders));
        (await ReadAsync(Utf8("[INFO] one\n{broken\n"), PayloadForm.Text)).Values.Count.ShouldBe(2);
        (await ReadAsync(Utf8("[1,2]\n[3]"), PayloadForm.JsonLines)).Values.Count.ShouldBe(2);
        (await ReadAsync(Utf8("[1,2]"), PayloadForm.JsonDocument)).Values.ShouldHaveSingleItem();
        // The bytes of one value are unchanged: it can be compressed on purpose, or have any encoding.
        foreach (var bytes in new[] { Gzip(Utf8(Orders)), [0, 1, 0xFF], Marked(Encoding.Unicode, "x") })
        {
            (await ReadAsync(bytes, PayloadForm.Value)).Values.ShouldHaveSingleItem().ShouldBe(bytes);
        }
    }

    [Fact]
    public async Task Content_that_is_not_text_is_refused_with_its_kind()
    {
        await RefusedAsync([1, 2, 3, 0, 255], "The content is not text: line 1 has the byte 0x01. To store the content in spite of that, "
            + "choose the format value.");
        await RefusedAsync(Utf8("one\ntwo\0\n"), "The content is not text: line 2 has the byte 0x00.");
        await RefusedAsync([.. "one\ncaf"u8, 0xE9, .. "\n"u8], "Line 2 is not UTF-8. Save the file in UTF-8, or in UTF-16 with a byte order mark.");
        await RefusedAsync([.. "one\n"u8, 0xC3], "Line 2 is not UTF-8.");
        await RefusedAsync(Encoding.Unicode.GetBytes(Orders), "The content is text in UTF-16 without a byte order mark.");
        await RefusedAsync(Encoding.BigEndianUnicode.GetBytes(Orders), "The content is text in UTF-16 without a byte order mark.");
        await RefusedAsync([.. Marked(Encoding.Unicode, Orders), 0x41], "The content has the byte order mark of UTF-16, and it is not valid UTF-16.");
        await RefusedAsync([0xFF, 0xFE, 0x00, 0xD8, 0x41, 0x00], "The content has the byte order mark of UTF-16,");
        await RefusedAsync(Zip(), "The content is a ZIP archive.");
        await RefusedAsync([.. "PAR1"u8, 0x15, 0, 0x15], "The content is a Parquet file.");
        await RefusedAsync([12, 0, 0, 0, 0x10, .. "a\0"u8, 1, 0, 0, 0, 0], "The content is a BSON file.");
        await RefusedAsync([.. "REDIS0011"u8, 0xFA], "The content is a dump of Redis (RDB).");
        await RefusedAsync(Gzip(Gzip(Utf8(Orders))), "The content is a file compressed with gzip more than once.");
        await RefusedAsync([0x1E, .. Utf8(Orders)], "The content is a JSON text sequence (RFC 7464).");
    }

    [Fact]
    public async Task Damaged_and_incomplete_compressed_content_is_refused()
    {
        var gzip = Gzip(Utf8(string.Join('\n', Enumerable.Range(0, 1_000).Select(number => $"{{\"id\":{number}}}"))));
        foreach (var missing in new[] { 1, 4, 8, 9, gzip.Length / 2, gzip.Length - 2 })
        {
            await RefusedAsync(gzip[..^missing], "The gzip data is damaged or incomplete.");
        }

        await RefusedAsync([.. gzip, .. "more"u8], "The gzip data is damaged or incomplete.");
        (await ReadAsync([.. gzip, .. Gzip(Utf8("\n{\"id\":-1}"))])).Values.Count.ShouldBe(1_001, "joined files are one input");

        var zstd = Zstd(Utf8(Orders));
        foreach (var missing in new[] { 1, zstd.Length / 2, zstd.Length - 4 })
        {
            await RefusedAsync(zstd[..^missing], "The zstd data is damaged or incomplete.");
        }
    }

    [Fact]
    public async Task Content_that_was_sent_compressed_is_decompressed()
    {
        (await ReadAsync(Gzip(Utf8(Orders)), null, Compression.Gzip)).Values.Count.ShouldBe(2);
        (await ReadAsync(Zstd(Utf8(Orders)), PayloadForm.Value, Compression.Zstd)).Values.ShouldHaveSingleItem().ShouldBe(Utf8(Orders));
        (await ReadAsync(Gzip(Zstd(Utf8(Orders))), null, Compression.Gzip)).Values.Count
            .ShouldBe(2, "a compressed file, compressed again to send it");
        (await Should.ThrowAsync<PayloadException>(() => ReadAsync(Utf8(Orders), null, Compression.Gzip))).Reason.ToText()
            .ShouldBe("The gzip data is damaged or incomplete.");
    }

    [Theory]
    [InlineData(Compression.Gzip)]
    [InlineData(Compression.Zstd)]
    public async Task A_small_input_with_a_large_content_is_refused_before_it_is_large(Compression compression)
    {
        var part = new byte[64 << 20];
        part.AsSpan().Fill((byte)'\n');
        part = compression == Compression.Gzip ? Gzip(part) : Zstd(part);
        // Many parts after another are 64 GB: more than there is memory or time for.
        byte[] bomb = [.. Enumerable.Repeat(part, 1_000).SelectMany(bytes => bytes).Take(60_000_000)];

        await RefusedAsync(bomb, "The payload is too large. The maximum is 67,108,864 bytes");
    }

    [Fact]
    public async Task Deep_JSON_is_read_up_to_a_bound()
    {
        (await ReadAsync(Utf8(Nested(128)))).Values.ShouldHaveSingleItem();
        await RefusedAsync(Utf8("{}\n" + Nested(129)), "The JSON in line 2 has more than 128 nested objects and arrays.");
        await RefusedAsync(Utf8(Nested(1_000_000)), "The JSON in line 1 has more than 128 nested objects and arrays.");
        await RefusedAsync(Utf8(Nested(129)), "The JSON in line 1 has more than 128 nested objects and arrays.", PayloadForm.JsonLines);
        await RefusedAsync(Utf8(new string('[', 100)), "The JSON is invalid or incomplete in line 1, byte 101.");

        static string Nested(int depth) => string.Concat(Enumerable.Repeat("{\"a\":", depth)) + "1" + new string('}', depth);
    }

    [Fact]
    public void A_format_is_one_of_the_declared_words()
    {
        PayloadInput.Formats.ShouldBe(["auto", "jsonLines", "jsonArray", "jsonDocument", "jsonStream", "text", "value"]);
        foreach (var format in new[] { null, "", "auto" })
        {
            PayloadInput.FormOf(format).ShouldBeNull();
        }

        PayloadInput.FormOf("jsonStream").ShouldBe(PayloadForm.JsonStream);
        Should.Throw<PayloadException>(() => PayloadInput.FormOf("ndjson")).Reason.ToText()
            .ShouldBe("The format must be one of auto, jsonLines, jsonArray, jsonDocument, jsonStream, text, value.");
    }

    private static async Task RefusedAsync(byte[] bytes, string sentence, PayloadForm? form = null) =>
        (await Should.ThrowAsync<PayloadException>(() => ReadAsync(bytes, form))).Reason.ToText().ShouldStartWith(sentence);

    private static Task<PayloadContent> ReadAsync(byte[] bytes, PayloadForm? form = null, Compression? sentWith = null) =>
        PayloadInput.ReadAsync(new MemoryStream(bytes), form, sentWith, Ct);

    private static byte[] Utf8(string text) => Encoding.UTF8.GetBytes(text);

    private static byte[] Marked(Encoding encoding, string text) => [.. encoding.GetPreamble(), .. encoding.GetBytes(text)];

    private static byte[] Gzip(byte[] content)
    {
        using var result = new MemoryStream();
        using (var gzip = new GZipStream(result, CompressionLevel.Optimal))
        {
            gzip.Write(content);
        }

        return result.ToArray();
    }

    private static byte[] Zstd(byte[] content)
    {
        using var compressor = new Compressor();
        return compressor.Wrap(content).ToArray();
    }

    private static byte[] Zip()
    {
        using var result = new MemoryStream();
        using (var zip = new ZipArchive(result, ZipArchiveMode.Create))
        {
            using var entry = zip.CreateEntry("orders.json").Open();
            entry.Write(Utf8(Orders));
        }

        return result.ToArray();
    }
}
