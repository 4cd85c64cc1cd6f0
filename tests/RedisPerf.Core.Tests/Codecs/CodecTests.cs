using System.Buffers.Binary;
using System.IO.Compression;
using K4os.Compression.LZ4.Streams;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Payloads;
using ZstdSharp;

namespace RedisPerf.Core.Tests.Codecs;

public sealed class CodecTests
{
    private static readonly int[] Sizes = [64, 65, 100, 1_000, 2_387, 32_600, 32_768, 100_001];

    private static readonly Dictionary<string, BufferedCodec> Codecs = new()
    {
        ["gzip, none"] = new GzipCodec(CompressionLevel.NoCompression),
        ["gzip, fastest"] = new GzipCodec(CompressionLevel.Fastest),
        ["gzip, optimal"] = new GzipCodec(),
        ["gzip, smallest"] = new GzipCodec(CompressionLevel.SmallestSize),
        ["brotli 0"] = new BrotliCodec(0),
        ["brotli 1"] = new BrotliCodec(),
        ["brotli 4"] = new BrotliCodec(4),
        ["brotli 11"] = new BrotliCodec(11),
        ["lz4 1"] = new Lz4Codec(),
        ["lz4 2"] = new Lz4Codec(2),
        ["lz4 3"] = new Lz4Codec(3),
        ["lz4 12"] = new Lz4Codec(12),
        ["zstd 1"] = new ZstdCodec(1),
        ["zstd 3"] = new ZstdCodec(),
        ["zstd 19"] = new ZstdCodec(19),
        ["messagepack"] = new MessagePackCodec(),
        ["messagepack-lz4"] = new MessagePackLz4Codec(),
        ["gzip-messagepack"] = new ChainedCodec(inner: new MessagePackCodec(), outer: new GzipCodec()),
        ["brotli-messagepack"] = new ChainedCodec(inner: new MessagePackCodec(), outer: new BrotliCodec()),
        ["brotli-gzip-messagepack"] = new ChainedCodec(new ChainedCodec(new MessagePackCodec(), new GzipCodec()), new BrotliCodec()),
    };

    public static TheoryData<string> All => [.. Codecs.Keys];

    [Theory]
    [MemberData(nameof(All))]
    public void Returns_the_exact_bytes_of_a_payload(string codec)
    {
        foreach (var document in Sizes.Select(size => PeopleDocument.Create(size, seed: size)))
        {
            var encoded = Codecs[codec].Encode(document);

            Codecs[codec].Decode(encoded).AsSpan().SequenceEqual(document).ShouldBeTrue($"{document.Length} bytes come back unchanged");
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Returns_documents_of_megabytes(string codec)
    {
        // Brotli at level 11 takes a second per megabyte.
        var document = PeopleDocument.Create(codec is "brotli 11" or "zstd 19" ? 1 << 19 : 5 << 20, seed: 4);

        Codecs[codec].Decode(Codecs[codec].Encode(document)).AsSpan().SequenceEqual(document).ShouldBeTrue();
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Reads_memory_that_is_part_of_an_array(string codec)
    {
        var document = PeopleDocument.Create(3_000, seed: 3);
        byte[] around = [1, 2, 3, .. document, 4, 5];
        var encoded = Codecs[codec].Encode(around.AsMemory(3, document.Length));
        byte[] aroundEncoded = [6, 7, .. encoded, 8];

        Codecs[codec].Decode(aroundEncoded.AsMemory(2, encoded.Length)).ShouldBe(document);
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Concurrent_threads_get_identical_bytes(string codec)
    {
        var documents = Enumerable.Range(0, 8).Select(seed => PeopleDocument.Create(5_000, seed)).ToArray();
        var expected = documents.Select(document => Codecs[codec].Encode(document)).ToArray();

        Parallel.For(0, 200, new ParallelOptions { MaxDegreeOfParallelism = 8 }, at =>
            Codecs[codec].Encode(documents[at % 8]).AsSpan().SequenceEqual(expected[at % 8]).ShouldBeTrue());
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Rejects_bytes_truncated_at_any_position(string codec)
    {
        var encoded = Codecs[codec].Encode(PeopleDocument.Create(700, seed: 5));

        for (var length = 0; length < encoded.Length; length++)
        {
            Refused(codec, encoded[..length]);
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Rejects_bytes_after_the_end(string codec) =>
        Refused(codec, [.. Codecs[codec].Encode(PeopleDocument.Create(700, seed: 5)), 0]);

    [Theory]
    [MemberData(nameof(All))]
    public void Arbitrary_bytes_give_a_document_or_InvalidDataException(string codec)
    {
        var random = new Random(11);
        var whole = Codecs[codec].Encode(PeopleDocument.Create(700, seed: 5));
        for (var attempt = 0; attempt < 3_000; attempt++)
        {
            byte[] bytes;
            if (attempt % 2 == 0)
            {
                bytes = new byte[random.Next(200)];
                random.NextBytes(bytes);
            }
            else
            {
                bytes = [.. whole];
                bytes[random.Next(bytes.Length)] ^= (byte)(1 << random.Next(8));
            }

            try
            {
                Codecs[codec].Decode(bytes);
            }
            catch (InvalidDataException e)
            {
                e.Message.ShouldEndWith(".");
            }
        }
    }

    [Theory]
    [InlineData("gzip")]
    [InlineData("brotli")]
    [InlineData("lz4")]
    [InlineData("zstd")]
    public void Limits_the_memory_for_hostile_bytes(string name)
    {
        var max = 64 << 20;
        var nothing = new byte[max + (2 << 20)];
        var codec = (BufferedCodec)Codecs.Values.First(codec => codec.Name == name);
        using var hostile = new MemoryStream();
        using (var stream = Compressing(name, hostile))
        {
            stream.Write(nothing);
        }

        Should.Throw<InvalidDataException>(() => codec.Decode(hostile.ToArray())).Message
            .ShouldBe("The data exceeds 68,157,440 bytes, the maximum size of one value.");
        Should.Throw<InvalidDataException>(() => codec.Encode(nothing)).Message.ShouldContain("69,206,016");
        codec.Decode(codec.Encode(nothing.AsMemory(0, max))).Length.ShouldBe(max);
    }

    [Fact]
    public void An_LZ4_frame_that_needs_a_dictionary_is_refused_with_the_reason()
    {
        var frame = new Lz4Codec().Encode(PeopleDocument.Create(700, seed: 5));
        frame[4] |= 1;

        Should.Throw<InvalidDataException>(() => new Lz4Codec().Decode(frame)).Message.ShouldContain("the frame needs a dictionary");
    }

    [Fact]
    public void Text_is_the_unchanged_document()
    {
        var text = new TextCodec();
        var document = PeopleDocument.Create(100, seed: 1);

        text.Encode(document).ShouldBeSameAs(document);
        text.Decode(document).ShouldBeSameAs(document);
        text.Encode(document.AsMemory(1, 5)).ShouldBe(document[1..6]);
    }

    [Fact]
    public void Chained_codecs_are_named_from_the_outside_in()
    {
        new TextCodec().Name.ShouldBe("text");
        Codecs["gzip, optimal"].Name.ShouldBe("gzip");
        Codecs["brotli 1"].Name.ShouldBe("brotli");
        Codecs["lz4 1"].Name.ShouldBe("lz4");
        Codecs["zstd 3"].Name.ShouldBe("zstd");
        Codecs["messagepack"].Name.ShouldBe("messagepack");
        Codecs["messagepack-lz4"].Name.ShouldBe("messagepack-lz4");
        Codecs["gzip-messagepack"].Name.ShouldBe("gzip-messagepack");
    }

    [Fact]
    public void Compression_accepts_non_JSON_and_empty_input()
    {
        foreach (BufferedCodec codec in new BufferedCodec[] { new GzipCodec(), new BrotliCodec(), new Lz4Codec(), new ZstdCodec() })
        {
            foreach (byte[] bytes in new byte[][] { [], [0], [0xFF, 0xFE] })
            {
                codec.Decode(codec.Encode(bytes)).ShouldBe(bytes);
            }
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Encoding_allocates_little_more_than_its_result(string codec)
    {
        var document = PeopleDocument.Create(32_768, seed: 1);
        var size = Codecs[codec].Encode(document).Length;

        // The minimum of several: a collection may remove arrays from the pool.
        var min = Enumerable.Range(0, 5).Min(_ =>
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            Codecs[codec].Encode(document);
            return GC.GetAllocatedBytesForCurrentThread() - before;
        });
        min.ShouldBeLessThan(size + 2_048);
    }

    [Fact]
    public void A_level_outside_the_range_is_an_error()
    {
        Should.Throw<ArgumentOutOfRangeException>(() => new BrotliCodec(-1));
        Should.Throw<ArgumentOutOfRangeException>(() => new BrotliCodec(12));
        Should.Throw<ArgumentOutOfRangeException>(() => new Lz4Codec(0));
        Should.Throw<ArgumentOutOfRangeException>(() => new Lz4Codec(13));
        Should.Throw<ArgumentOutOfRangeException>(() => new ZstdCodec(0));
        Should.Throw<ArgumentOutOfRangeException>(() => new ZstdCodec(20));
    }

    [Theory]
    [InlineData("brotli 0", "brotli 4", "brotli 11")]
    [InlineData("lz4 1", "lz4 3", "lz4 12")]
    [InlineData("zstd 1", "zstd 3", "zstd 19")]
    public void A_higher_level_stores_fewer_bytes(params string[] codecs)
    {
        var document = PeopleDocument.Create(32_768, seed: 1);

        codecs.Select(codec => Codecs[codec].Encode(document).Length).ShouldBeInOrder(SortDirection.Descending);
    }

    [Theory]
    [InlineData(0x7FFFFFF0)]
    [InlineData(0x7FFFFFFF)]
    [InlineData(0xFFFFFFFF)]
    [InlineData(70_000)]
    [InlineData(0x80000000 | 70_000)]
    public void A_block_of_LZ4_that_exceeds_the_block_size_is_an_error(uint length)
    {
        const int header = 7;
        var encoded = Codecs["lz4 1"].Encode(PeopleDocument.Create(700, seed: 5));
        Array.Resize(ref encoded, 400_000);
        BinaryPrimitives.WriteUInt32LittleEndian(encoded.AsSpan(header), length);

        Refused("lz4 1", encoded);
    }

    private static Stream Compressing(string codec, Stream to) => codec switch
    {
        "gzip" => new GZipStream(to, CompressionLevel.Fastest, leaveOpen: true),
        "brotli" => new BrotliStream(to, CompressionLevel.Fastest, leaveOpen: true),
        "lz4" => LZ4Stream.Encode(to, leaveOpen: true),
        _ => new CompressionStream(to, leaveOpen: true),
    };

    private static void Refused(string codec, byte[] bytes) =>
        Should.Throw<InvalidDataException>(() => Codecs[codec].Decode(bytes)).Message.ShouldEndWith(".");
}
