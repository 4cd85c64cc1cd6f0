using System.IO.Compression;

namespace RedisPerf.Micro.Tests;

/// <summary>
/// Comparisons of work by factors that hold on every machine: each assertion allows half of the measured difference, and
/// both sides are from one run in one process.
/// </summary>
public sealed class RatioTests(BriefRun run)
{
    private static readonly (string Name, object Value) Fastest = ("Level", CompressionLevel.Fastest);
    private static readonly (string Name, object Value) Optimal = ("Level", CompressionLevel.Optimal);

    [Fact]
    public void Gzip_is_faster_at_its_fastest_level() =>
        run.Of<Gzip>("Encode", Fastest).Quickest.ShouldBeLessThan(run.Of<Gzip>("Encode", Optimal).Quickest / 1.5);

    [Fact]
    public void Brotli_is_faster_at_level_1_than_at_level_4() =>
        run.Of<Brotli>("Encode", ("Level", 1)).Quickest.ShouldBeLessThan(run.Of<Brotli>("Encode", ("Level", 4)).Quickest / 1.5);

    [Fact]
    public void Lz4_and_Zstd_are_faster_than_gzip()
    {
        var gzip = run.Of<Gzip>("Encode", Optimal).Quickest;

        run.Of<Lz4>("Encode", ("Level", 1)).Quickest.ShouldBeLessThan(gzip / 3);
        run.Of<Zstd>("Encode", ("Level", 1)).Quickest.ShouldBeLessThan(gzip / 1.5);
    }

    [Fact]
    public void Gzip_decompression_is_faster_than_compression() =>
        run.Of<Gzip>("Decode", Optimal).Quickest.ShouldBeLessThan(run.Of<Gzip>("Encode", Optimal).Quickest / 2);

    [Fact]
    public void MessagePack_encoding_allocates_less_than_half_of_Json() =>
        run.Of<MessagePack>("Encode").Allocated.ShouldBeLessThan(run.Of<Json>("Rewrite").Allocated / 2);

    [Fact]
    public void Serializing_objects_is_faster_than_converting_Json_text() =>
        run.Of<MessagePackTyped>("Encode").Quickest.ShouldBeLessThan(run.Of<MessagePack>("Encode").Quickest / 1.5);

    [Fact]
    public void MessagePack_encoding_is_faster_than_compression() =>
        run.Of<MessagePack>("Encode").Quickest.ShouldBeLessThan(run.Of<Gzip>("Encode", Optimal).Quickest / 2);

    [Fact]
    public void Text_takes_almost_no_time() =>
        run.Of<Text>("Encode").Quickest.ShouldBeLessThan(run.Of<MessagePack>("Encode").Quickest / 50);

    [Fact]
    public void Encoding_a_command_of_100_fields_is_faster_than_compressing_a_document() =>
        run.Of<Resp>("Encode", ("Fields", 100)).Quickest.ShouldBeLessThan(run.Of<Gzip>("Encode", Optimal).Quickest / 2);
}
