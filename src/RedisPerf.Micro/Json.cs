using System.Buffers;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Micro;

/// <summary>Reads and writes the document with System.Text.Json. It is the reference for <see cref="MessagePack"/>: both read the same JSON
/// and write all its values.</summary>
[MemoryDiagnoser]
public class Json
{
    private byte[] _document = null!;

    [Params(1_024, 32_768, 1_048_576)]
    public int Bytes { get; set; }

    [GlobalSetup]
    public void Prepare() => _document = PeopleDocument.Create(Bytes, seed: 1);

    [Benchmark]
    [BenchmarkCategory(Category.Short)]
    public byte[] Rewrite()
    {
        using var document = JsonDocument.Parse(_document);
        var output = new ArrayBufferWriter<byte>(Bytes);
        using (var writer = new Utf8JsonWriter(output, JsonLayout.Indented))
        {
            document.WriteTo(writer);
        }

        return output.WrittenSpan.ToArray();
    }
}
