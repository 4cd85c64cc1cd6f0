using System.ComponentModel.DataAnnotations;
using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The options of the benchmarks of documents in hashes, <c>insert</c> and <c>hget-decode</c>.</summary>
public abstract record DocumentOptions : IValidatableObject, ISharedLoad
{
    /// <summary>Maximum memory for the distinct payloads of a job in this process.</summary>
    private const long MaximumDistinctBytes = 64 << 20;

    [Display(Name = "hash fields in total")]
    [Range(1, 10_000_000)]
    [InTitle]
    public int Items { get; init; } = 30_000;

    [Display(Name = "hashes")]
    [Range(1, 1_000_000)]
    public int Keys { get; init; } = 30;

    [Display(Name = "size of the JSON document in each field", ShortName = "document size")]
    [Range(PeopleDocument.MinimumBytes, PeopleDocument.MaximumBytes)]
    [Unit("bytes")]
    [GeneratedOnly]
    public int PayloadBytes { get; init; } = 32_768;

    [Display(Name = "distinct documents, used in rotation", ShortName = "distinct documents")]
    [Range(1, 1_000)]
    [GeneratedOnly]
    public int DistinctPayloads { get; init; } = 1;

    [Display(Name = SizeDistribution.Label, ShortName = SizeDistribution.ShortLabel), Advanced]
    [Range(0, SizeDistribution.MaximumLength)]
    [GeneratedOnly]
    public string Sizes { get; init; } = "";

    [Display(Name = "maximum bytes in flight"), Advanced]
    [Range(64 << 10, 256 << 20)]
    [Unit("bytes")]
    public int WindowBytes { get; init; } = 4 << 20;

    [Display(Name = "gzip level"), Advanced]
    [Affects("gzip", "gzip-messagepack")]
    public CompressionChoice CompressionLevel { get; init; } = CompressionChoice.Optimal;

    [Display(Name = "LZ4 level"), Advanced]
    [Affects("lz4")]
    [Range(Lz4Codec.MinimumLevel, Lz4Codec.MaximumLevel)]
    public int Lz4Level { get; init; } = Lz4Codec.MinimumLevel;

    [Display(Name = "Zstandard level"), Advanced]
    [Affects("zstd")]
    [Range(ZstdCodec.MinimumLevel, ZstdCodec.MaximumLevel)]
    public int ZstdLevel { get; init; } = ZstdCodec.DefaultLevel;

    [Display(Name = "Brotli level"), Advanced]
    [Affects("brotli")]
    [Range(BrotliCodec.MinimumLevel, BrotliCodec.MaximumLevel)]
    public int BrotliLevel { get; init; } = BrotliCodec.DefaultLevel;

    [Display(Name = "seed of the documents"), Advanced]
    [Range(0, int.MaxValue)]
    [GeneratedOnly]
    public int Seed { get; init; } = 1;

    /// <summary>The distribution of <see cref="Sizes"/>; null when all documents have the same size.</summary>
    internal SizeDistribution? Distribution => SizeDistribution.Read(Sizes, PeopleDocument.MinimumBytes, PeopleDocument.MaximumBytes, out _);

    /// <summary>The sizes of the documents.</summary>
    [InTitle(Multiplies = true, IsDocumentSize = true)]
    [Unit("bytes")]
    internal object SizesInTitle => Distribution is { } sizes ? sizes.Sizes : PayloadBytes;

    /// <summary>The bytes of the distinct documents.</summary>
    internal long DistinctBytes => Distribution?.DistinctBytes(DistinctPayloads) ?? (long)DistinctPayloads * PayloadBytes;

    /// <summary>An upper bound of the bytes of all documents; exact when they have the same size.</summary>
    internal long BytesAtMost => Distribution?.BytesAtMost(Items) ?? (long)Items * PayloadBytes;

    /// <summary>The size of the largest document.</summary>
    internal int MaxBytes => Distribution?.Max ?? PayloadBytes;

    public virtual IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (Keys > Items)
        {
            yield return Wrong(nameof(Keys), string.Create(
                CultureInfo.InvariantCulture,
                $"must be at most {OptionsSchema.Mention(nameof(Items))} ({Items:N0}), so that each hash has a field, not {Keys:N0}."));
        }

        if (validationContext.HasPayload)
        {
            yield break;
        }

        var distribution = SizeDistribution.Read(Sizes, PeopleDocument.MinimumBytes, PeopleDocument.MaximumBytes, out var wrong);
        if (wrong is not null)
        {
            yield return new(wrong, [nameof(Sizes)]);
        }
        else if (distribution is not null && DistinctBytes > MaximumDistinctBytes)
        {
            yield return Wrong(nameof(DistinctPayloads),
                string.Create(CultureInfo.InvariantCulture, $"× {OptionsSchema.Mention(nameof(Sizes))} "
                    + $"must be at most {MaximumDistinctBytes:N0} bytes, "
                    + $"because the client keeps them in memory. They are {DistinctBytes:N0} bytes."));
        }
        else if (DistinctBytes > MaximumDistinctBytes)
        {
            yield return Wrong(nameof(DistinctPayloads), string.Create(CultureInfo.InvariantCulture,
                $"× payloadBytes must be at most {MaximumDistinctBytes:N0} bytes, because the client keeps them in memory. With {PayloadBytes:N0} "
                    + $"bytes each, the maximum is {MaximumDistinctBytes / PayloadBytes:N0}."));
        }
    }

    public (string Option, string Predicate)? FindObstacle(int nodes) => Keys % nodes == 0
        ? null
        : (OptionsSchema.NameOf(nameof(Keys)), string.Create(CultureInfo.InvariantCulture,
            $"must be a multiple of loadFrom ({nodes}), so that each node writes the same number of hashes, not {Keys:N0}."));

    private static ValidationResult Wrong(string member, string message) => new(message, [member]);
}
