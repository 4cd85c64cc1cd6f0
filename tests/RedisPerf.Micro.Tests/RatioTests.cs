using System.IO.Compression;

namespace RedisPerf.Micro.Tests;

/// <summary>
/// Which work takes longer than which, by factors that no machine turns round: what is asserted leaves at least half of
/// the distance that was measured, and both sides come from one run in one process.
/// </summary>
public sealed class RatioTests(BriefRun run)
{
    private static readonly (string Name, object Value) Fastest = ("Level", CompressionLevel.Fastest);
    private static readonly (string Name, object Value) Optimal = ("Level", CompressionLevel.Optimal);

    [Fact]
    public void Gzip_is_quicker_at_its_fastest_level() =>
        run.Of<Gzip>("Encode", Fastest).Quickest.ShouldBeLessThan(run.Of<Gzip>("Encode", Optimal).Quickest / 1.5);

    [Fact]
    public void Brotli_is_quicker_at_its_fastest_level() =>
        run.Of<Brotli>("Encode", Fastest).Quickest.ShouldBeLessThan(run.Of<Brotli>("Encode", Optimal).Quickest);

    [Fact]
    public void Gzip_is_undone_quicker_than_done() =>
        run.Of<Gzip>("Decode", Optimal).Quickest.ShouldBeLessThan(run.Of<Gzip>("Encode", Optimal).Quickest / 2);

    [Fact]
    public void MessagePack_is_written_quicker_than_Json_and_in_less_memory()
    {
        var (messagePack, json) = (run.Of<MessagePack>("Encode"), run.Of<Json>("Rewrite"));

        messagePack.Quickest.ShouldBeLessThan(json.Quickest);
        messagePack.Allocated.ShouldBeLessThan(json.Allocated / 2);
    }

    [Fact]
    public void Serializing_objects_is_faster_than_converting_Json_text() =>
        run.Of<MessagePackTyped>("Encode").Quickest.ShouldBeLessThan(run.Of<MessagePack>("Encode").Quickest / 1.5);

    [Fact]
    public void MessagePack_costs_less_than_to_compress() =>
        run.Of<MessagePack>("Encode").Quickest.ShouldBeLessThan(run.Of<Gzip>("Encode", Optimal).Quickest / 2);

    [Fact]
    public void Text_costs_next_to_nothing() =>
        run.Of<Text>("Encode").Quickest.ShouldBeLessThan(run.Of<MessagePack>("Encode").Quickest / 50);

    [Fact]
    public void A_command_of_a_hundred_fields_is_encoded_quicker_than_one_document_is_compressed() =>
        run.Of<Resp>("Encode", ("Fields", 100)).Quickest.ShouldBeLessThan(run.Of<Gzip>("Encode", Optimal).Quickest / 2);
}
