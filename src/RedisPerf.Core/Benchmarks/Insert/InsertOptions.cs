using System.ComponentModel.DataAnnotations;
using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The options of <c>insert</c>. All bounds are declared here.</summary>
public sealed record InsertOptions : IValidatableObject, ISharedLoad
{
    /// <summary>
    /// Maximum payload of one transaction or call. Redis 7.4 disconnects a client whose queued transaction exceeds 1 GiB
    /// of query buffer; a quarter of that leaves room for other clients.
    /// </summary>
    public const int MaximumBytesPerCall = 256 << 20;

    /// <summary>Maximum memory for the distinct payloads of a job in this process.</summary>
    private const long MaximumDistinctBytes = 64 << 20;

    [Display(Name = "hash fields in total")]
    [Range(1, 10_000_000)]
    [InTitle]
    public int Items { get; init; } = 30_000;

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

    [Display(Name = "writes in one MULTI/EXEC"), Advanced]
    [Range(1, 100_000)]
    public int BatchSize { get; init; } = 100;

    [Display(Name = "maximum bytes in flight"), Advanced]
    [Range(64 << 10, 256 << 20)]
    [Unit("bytes")]
    public int WindowBytes { get; init; } = 4 << 20;

    [Display(Name = "fields in one HSET"), Advanced]
    [Range(1, 100_000)]
    public int FieldsPerHset { get; init; } = 100;

    /// <summary>Lua's unpack accepts at most 7,999 values in Redis: 3,999 pairs of field and value.</summary>
    [Display(Name = "fields in one script call"), Advanced]
    [Range(1, 3_999)]
    public int FieldsPerLua { get; init; } = 100;

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
    internal int LargestBytes => Distribution?.Largest ?? PayloadBytes;

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        ValidationResult[] wrong = [.. ValidateDocuments(validationContext)];
        return wrong.Any(result => result.MemberNames.Contains(nameof(Sizes))) || validationContext.HasPayload
            ? wrong
            : [.. wrong, .. CallsTooLarge(LargestBytes, Distribution is null ? "payloadBytes" : "the largest of sizes").Select(call => new ValidationResult(call.Predicate, [call.Property]))];
    }

    /// <summary>The errors in the options of the documents; <c>hget-decode</c> has the same options.</summary>
    internal IEnumerable<ValidationResult> ValidateDocuments(ValidationContext context)
    {
        if (Keys > Items)
        {
            yield return Wrong(nameof(Keys), $"must be at most items ({Items:N0}), so that each hash has a field, not {Keys:N0}.");
        }

        if (context.HasPayload)
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
            yield return Wrong(nameof(DistinctPayloads), $"× sizes must be at most {MaximumDistinctBytes:N0} bytes, because this process keeps them in memory. They are {DistinctBytes:N0} bytes.");
        }
        else if (DistinctBytes > MaximumDistinctBytes)
        {
            yield return Wrong(nameof(DistinctPayloads), $"× payloadBytes must be at most {MaximumDistinctBytes:N0} bytes, because this process keeps them in memory. With {PayloadBytes:N0} bytes each, the maximum is {MaximumDistinctBytes / PayloadBytes:N0}.");
        }
    }

    public (string Option, string Predicate)? FindObstacle(int nodes) => Keys % nodes == 0
        ? null
        : (OptionsSchema.NameOf(nameof(Keys)), string.Create(CultureInfo.InvariantCulture, $"must be a multiple of loadFrom ({nodes}), so that each node writes the same number of hashes, not {Keys:N0}."));

    /// <summary>The options with more fields in one transaction or call than a server accepts, and the valid values.</summary>
    /// <param name="bytes">The size of the largest value.</param>
    /// <param name="source">What has this size.</param>
    internal IEnumerable<(string Property, string Predicate)> CallsTooLarge(int bytes, string source) =>
        from option in new[] { (Name: nameof(BatchSize), Fields: BatchSize), (Name: nameof(FieldsPerHset), Fields: FieldsPerHset), (Name: nameof(FieldsPerLua), Fields: FieldsPerLua) }
        where (long)option.Fields * bytes > MaximumBytesPerCall
        select (option.Name, string.Create(CultureInfo.InvariantCulture, $"× {source} must be at most {MaximumBytesPerCall:N0} bytes, because a server keeps a transaction or call in its query buffer and disconnects a client at 1 GiB. With {bytes:N0} bytes each, the maximum is {MaximumBytesPerCall / bytes:N0}."));

    private static ValidationResult Wrong(string member, FormattableString message) =>
        new(message.ToString(CultureInfo.InvariantCulture), [member]);
}
