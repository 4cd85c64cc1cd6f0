using System.ComponentModel.DataAnnotations;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Benchmarks.HgetDecode;

/// <summary>The options of <c>hget-decode</c>, with the names and meanings of those of <c>insert</c>. All bounds are declared here.</summary>
public sealed record HgetDecodeOptions : IValidatableObject, ISharedLoad
{
    [Display(Name = "hash fields in total")]
    [Range(1, 10_000_000)]
    [InTitle]
    public int Items { get; init; } = 10_000;

    [Display(Name = "hashes")]
    [Range(1, 1_000_000)]
    public int Keys { get; init; } = 30;

    [Display(Name = "size of the JSON document in each field")]
    [Range(PeopleDocument.MinimumBytes, PeopleDocument.MaximumBytes)]
    [Unit("bytes")]
    [GeneratedOnly]
    public int PayloadBytes { get; init; } = 32_768;

    [Display(Name = "distinct documents, used in rotation")]
    [Range(1, 1_000)]
    [GeneratedOnly]
    public int DistinctPayloads { get; init; } = 1;

    [Display(Name = "several sizes instead of payloadBytes, such as 1 KB 50%, 10 KB 40%, 100 KB 10%"), Advanced]
    [Range(0, 500)]
    [GeneratedOnly]
    public string Sizes { get; init; } = "";

    [Display(Name = "maximum document bytes in flight"), Advanced]
    [Range(64 << 10, 256 << 20)]
    [Unit("bytes")]
    public int WindowBytes { get; init; } = 4 << 20;

    [Display(Name = "gzip level"), Advanced]
    public CompressionChoice CompressionLevel { get; init; } = CompressionChoice.Optimal;

    [Display(Name = "LZ4 level"), Advanced]
    [Range(Lz4Codec.MinimumLevel, Lz4Codec.MaximumLevel)]
    public int Lz4Level { get; init; } = Lz4Codec.MinimumLevel;

    [Display(Name = "Zstandard level"), Advanced]
    [Range(ZstdCodec.MinimumLevel, ZstdCodec.MaximumLevel)]
    public int ZstdLevel { get; init; } = ZstdCodec.DefaultLevel;

    [Display(Name = "Brotli level"), Advanced]
    [Range(BrotliCodec.MinimumLevel, BrotliCodec.MaximumLevel)]
    public int BrotliLevel { get; init; } = BrotliCodec.DefaultLevel;

    [Display(Name = "seed of the documents"), Advanced]
    [Range(0, int.MaxValue)]
    [GeneratedOnly]
    public int Seed { get; init; } = 1;

    /// <summary>The options of the writes before a run.</summary>
    internal InsertOptions OfWrites => new()
    {
        Items = Items,
        Keys = Keys,
        PayloadBytes = PayloadBytes,
        DistinctPayloads = DistinctPayloads,
        Sizes = Sizes,
        WindowBytes = WindowBytes,
        CompressionLevel = CompressionLevel,
        Lz4Level = Lz4Level,
        ZstdLevel = ZstdLevel,
        BrotliLevel = BrotliLevel,
        Seed = Seed,
    };

    /// <summary>The sizes of the documents.</summary>
    [InTitle(Multiplies = true, IsDocumentSize = true)]
    [Unit("bytes")]
    internal object SizesInTitle => OfWrites.SizesInTitle;

    public (string Option, string Predicate)? FindObstacle(int nodes) => OfWrites.FindObstacle(nodes);

    void ISharedLoad.Merge(JointFigures figures) => figures.Max(HgetDecodeColumns.WriteSeconds);

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) => OfWrites.ValidateDocuments(validationContext);
}
