using System.ComponentModel.DataAnnotations;
using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.HgetDecode;

/// <summary>The options of <c>hget-decode</c>, with the names and meanings of those of <c>insert</c>. All bounds are declared here.</summary>
public sealed record HgetDecodeOptions : IValidatableObject, ISharedLoad
{
    /// <summary>Maximum memory for the distinct documents of a job in this process.</summary>
    private const long MaximumDistinctBytes = 64 << 20;

    [Display(Name = "hash fields in total")]
    [Range(1, 10_000_000)]
    [InTitle]
    public int Items { get; init; } = 10_000;

    [Display(Name = "hashes")]
    [Range(1, 1_000_000)]
    public int Keys { get; init; } = 30;

    [Display(Name = "size of the JSON document in each field")]
    [Range(64, 16 << 20)]
    [Unit("bytes")]
    [InTitle(Multiplies = true, IsDocumentSize = true)]
    public int PayloadBytes { get; init; } = 32_768;

    [Display(Name = "distinct documents, used in rotation")]
    [Range(1, 1_000)]
    public int DistinctPayloads { get; init; } = 1;

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
    public int Seed { get; init; } = 1;

    /// <summary>The options of the writes before a run.</summary>
    internal InsertOptions OfWrites => new()
    {
        Items = Items,
        Keys = Keys,
        PayloadBytes = PayloadBytes,
        DistinctPayloads = DistinctPayloads,
        WindowBytes = WindowBytes,
        CompressionLevel = CompressionLevel,
        Lz4Level = Lz4Level,
        ZstdLevel = ZstdLevel,
        BrotliLevel = BrotliLevel,
        Seed = Seed,
    };

    public (string Option, string Predicate)? FindObstacle(int nodes) => OfWrites.FindObstacle(nodes);

    void ISharedLoad.Merge(JointFigures figures) => figures.Max(HgetDecodeColumns.WriteSeconds);

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (Keys > Items)
        {
            yield return Wrong(nameof(Keys), $"must be at most items ({Items:N0}), so that each hash has a field, not {Keys:N0}.");
        }

        if ((long)DistinctPayloads * PayloadBytes > MaximumDistinctBytes)
        {
            yield return Wrong(nameof(DistinctPayloads), $"must be at most {MaximumDistinctBytes / PayloadBytes:N0} with documents of {PayloadBytes:N0} bytes: 64 MB.");
        }
    }

    private static ValidationResult Wrong(string member, FormattableString message) => new(message.ToString(CultureInfo.InvariantCulture), [member]);
}
