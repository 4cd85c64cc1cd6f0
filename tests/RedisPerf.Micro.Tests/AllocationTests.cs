using System.IO.Compression;
using MessagePack;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Payloads;

[assembly: AssemblyFixture(typeof(RedisPerf.Micro.Tests.BriefRun))]

namespace RedisPerf.Micro.Tests;

/// <summary>Allocation per operation. It is the same on every machine, except for other allocations of the process.</summary>
public sealed class AllocationTests(BriefRun run)
{
    /// <summary>A few small objects of a codec, and the allocations of the test runner divided by the operations.</summary>
    private const long Little = 2_048;

    private const CompressionLevel Fastest = CompressionLevel.Fastest;
    private const CompressionLevel Optimal = CompressionLevel.Optimal;

    [Fact]
    public void Text_is_not_copied()
    {
        run.Of<Text>(nameof(Text.Encode)).Allocated.ShouldBe(0);
        run.Of<Text>(nameof(Text.Decode)).Allocated.ShouldBe(0);
    }

    [Theory]
    [InlineData(Fastest)]
    [InlineData(Optimal)]
    public void Gzip_allocates_its_result_and_little_more(CompressionLevel level) =>
        Check<Gzip>(new GzipCodec(level), ("Level", level));

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public void Brotli_allocates_its_result_and_little_more(int level) =>
        Check<Brotli>(new BrotliCodec(level), ("Level", level));

    [Fact]
    public void Lz4_allocates_its_result_and_little_more() => Check<Lz4>(new Lz4Codec(1), ("Level", 1));

    [Fact]
    public void Zstd_allocates_its_result_and_little_more() => Check<Zstd>(new ZstdCodec(1), ("Level", 1));

    [Fact]
    public void Serialized_objects_allocate_the_result_and_little_more()
    {
        var encoded = MessagePackSerializer.Serialize(
            Person.ReadAll(PeopleDocument.Create(BriefRun.Bytes, seed: 1)), cancellationToken: TestContext.Current.CancellationToken).Length;

        run.Of<MessagePackTyped>(nameof(MessagePackTyped.Encode)).Allocated.ShouldBeInRange(encoded, encoded + Little);
    }

    [Fact]
    public void MessagePack_allocates_its_result_and_little_more() => Check<MessagePack>(new MessagePackCodec());

    [Fact]
    public void MessagePack_allocates_less_than_half_of_Json() =>
        run.Of<MessagePack>(nameof(MessagePack.Encode)).Allocated.ShouldBeLessThan(run.Of<Json>(nameof(Json.Rewrite)).Allocated / 2);

    [Theory]
    [InlineData(Fastest)]
    [InlineData(Optimal)]
    public void Inner_codec_allocates_no_array(CompressionLevel level) =>
        Check<GzipMessagePack>(new ChainedCodec(new MessagePackCodec(), new GzipCodec(level)), ("Level", level));

    [Fact]
    public void Command_does_not_copy_its_payloads()
    {
        const int fields = 100;

        run.Of<Resp>(nameof(Resp.Encode), ("Fields", 1)).Allocated.ShouldBeLessThan(Little);
        run.Of<Resp>(nameof(Resp.Encode), ("Fields", fields)).Allocated.ShouldBeLessThan(fields * 320);
    }

    [Fact]
    public void Document_creation_allocates_a_few_times_its_size() =>
        run.Of<Payload>(nameof(Payload.Create)).Allocated.ShouldBeInRange(BriefRun.Bytes, 4 * BriefRun.Bytes);

    [Fact]
    public void Summaries_of_a_job_allocate_less_than_2_MB() =>
        run.Of<Statistics>(nameof(Statistics.Summarize)).Allocated.ShouldBeLessThan(2 << 20);

    private void Check<T>(ICodec codec, params (string Name, object Value)[] parameters)
    {
        var encoded = codec.Encode(PeopleDocument.Create(BriefRun.Bytes, seed: 1)).Length;

        run.Of<T>("Encode", parameters).Allocated.ShouldBeInRange(encoded, encoded + Little);
        run.Of<T>("Decode", parameters).Allocated.ShouldBeInRange(BriefRun.Bytes, BriefRun.Bytes + Little);
    }
}
