using System.Security.Cryptography;
using System.Text;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Tests.Payloads;

public sealed class PayloadStoreTests : IDisposable
{
    private readonly DataFolder _data = new();
    private readonly PayloadStore _store;

    public PayloadStoreTests() => _store = new(_data.Path);

    public void Dispose() => _data.Dispose();

    [Fact]
    public async Task Lines_are_values_without_their_line_ends()
    {
        (await ReadAsync("{\"a\":1}\r\n\r\n[]\n\ntext without end")).ShouldBe(["{\"a\":1}", "[]", "text without end"]);
        (await ReadAsync("\uFEFF{}\n")).ShouldBe(["{}"]);
        (await ReadAsync("one\ntwo\n", PayloadForm.Value)).ShouldBe(["one\ntwo\n"]);
    }

    [Fact]
    public async Task Equal_values_have_one_hash_and_the_last_name()
    {
        var first = await AddAsync("a/b/first.ndjson", "1\r\n22\r\n");
        var second = await AddAsync(@"C:\temp\second.jsonl", "1\n22");
        var other = await AddAsync("other.ndjson", "12\n2");

        first.Name.ShouldBe("first.ndjson");
        second.ShouldBe(first with { Name = "second.jsonl" });
        other.Hash.ShouldNotBe(first.Hash);
        _store.List().ShouldBe([other, second]);
        new PayloadStore(_data.Path).Find(first.Hash).ShouldBe(second);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("folder/")]
    public async Task Equal_values_without_a_name_keep_their_name(string? name)
    {
        var first = await AddAsync("orders.ndjson", "1\n22");

        (await AddAsync(name, "1\n22")).ShouldBe(first);
        (await AddAsync(name, "other")).Name.ShouldBe("payload.ndjson");
        (await _store.AddAsync(name, PayloadSource.File, [[1]], Ct)).Name.ShouldBe("payload");
    }

    [Fact]
    public async Task The_values_are_stored_under_their_hash()
    {
        byte[][] values = [[0, 10, 13, 255], [7]];
        var stored = await _store.AddAsync("sample", PayloadSource.Sample, values, Ct);
        var path = Path.Combine(_data.Path, "payloads", stored.Hash);

        Convert.ToHexStringLower(SHA256.HashData(await File.ReadAllBytesAsync(path, Ct))).ShouldBe(stored.Hash);
        PayloadFile.Read(_store.FindFile(stored.Hash)!).ShouldBe(values);
        Directory.GetFiles(Path.GetDirectoryName(path)!).Length.ShouldBe(2);

        _store.Delete(stored.Hash).ShouldBeTrue();
        _store.Delete(stored.Hash).ShouldBeFalse();
        Directory.GetFiles(Path.GetDirectoryName(path)!).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_description_has_the_distribution_of_the_sizes()
    {
        var stored = await AddAsync("sizes.ndjson", string.Join('\n', Enumerable.Range(1, 100).Select(size => new string('x', size))));

        stored.Values.ShouldBe(100);
        stored.TotalBytes.ShouldBe(5_050);
        (stored.MinimumBytes, stored.MedianBytes, stored.P90Bytes, stored.MaximumBytes).ShouldBe((1, 50, 90, 100));
        stored.MeanBytes().ShouldBe(50.5);
        stored.BytesAtMost(200).ShouldBe(10_100);
        stored.BytesAtMost(203).ShouldBe(10_100 + 300);
        stored.BytesAtMost(299).ShouldBe(10_100 + 5_050);
        // Each value is compressed on its own, as the strategies do: 100 times the header of gzip.
        stored.GzipRatio.ShouldBeInRange(2, 3);
    }

    [Fact]
    public async Task Bounds_are_checked()
    {
        await RefusedAsync("", "The payload is empty");
        await RefusedAsync("\n\r\n", "The payload is empty");
        await RefusedAsync(string.Concat(Enumerable.Repeat("1\n", PayloadInput.MaximumValues + 1)), "The maximum is 100,000");
        await RefusedAsync($"1\n{new string('x', PayloadInput.MaximumValueBytes + 1)}", "Value 2 is too large. The maximum is 16,777,216 bytes");
        await RefusedAsync(string.Concat(Enumerable.Repeat(new string('x', 1_000_000) + "\n", 68)), "The maximum is 67,108,864 bytes");
        await Should.ThrowAsync<PayloadException>(() => ReadAsync(new string('x', PayloadInput.MaximumValueBytes + 1), PayloadForm.Value));
        (await Should.ThrowAsync<PayloadException>(() => _store.AddAsync("sample", PayloadSource.Sample, [[1], []], Ct))).Reason.ToText()
            .ShouldStartWith("Value 2 is empty");
        Directory.Exists(Path.Combine(_data.Path, "payloads")).ShouldBeFalse();

        async Task RefusedAsync(string lines, string message) =>
            (await Should.ThrowAsync<PayloadException>(() => ReadAsync(lines))).Reason.ToText().ShouldContain(message);
    }

    [Fact]
    public async Task A_hash_is_no_path()
    {
        var stored = await AddAsync("a.ndjson", "1");
        foreach (var text in new[] { "", "../payloads/" + stored.Hash, stored.Hash.ToUpperInvariant(), stored.Hash[1..], stored.Hash + ".json" })
        {
            _store.Find(text).ShouldBeNull();
            _store.FindFile(text).ShouldBeNull();
            _store.Delete(text).ShouldBeFalse();
        }
    }

    [Fact]
    public async Task A_changed_or_truncated_file_is_found()
    {
        var stored = await AddAsync("a.ndjson", "one\ntwo");
        var path = _store.FindFile(stored.Hash)!;
        (await PayloadFile.MatchesAsync(path, stored.Hash, Ct)).ShouldBeTrue();

        var content = await File.ReadAllBytesAsync(path, Ct);
        await File.WriteAllBytesAsync(path, content[..^1], Ct);

        (await PayloadFile.MatchesAsync(path, stored.Hash, Ct)).ShouldBeFalse();
        Should.Throw<InvalidDataException>(() => PayloadFile.Read(path));
    }

    private static async Task<string[]> ReadAsync(string text, PayloadForm form = PayloadForm.Text) =>
        [.. (await PayloadInput.ReadAsync(new MemoryStream(Encoding.UTF8.GetBytes(text)), form, sentWith: null, Ct)).Values
            .Select(Encoding.UTF8.GetString)];

    private async Task<PayloadDescription> AddAsync(string? name, string lines) =>
        await _store.AddAsync(name, PayloadSource.Lines, [.. (await ReadAsync(lines)).Select(Encoding.UTF8.GetBytes)], Ct);
}
