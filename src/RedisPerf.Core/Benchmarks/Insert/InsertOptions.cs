using System.ComponentModel.DataAnnotations;
using System.Globalization;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The parameters of <c>insert</c>. Every bound is declared here and nowhere else.</summary>
public sealed record InsertOptions : IValidatableObject
{
    /// <summary>
    /// What one transaction or one call may carry. Redis 7.4 disconnects a client whose queued transaction passes 1 GiB
    /// of query buffer; a quarter of that leaves room for everybody else.
    /// </summary>
    public const int MaximumBytesPerCall = 256 << 20;

    /// <summary>What the distinct payloads of a job may take in this process.</summary>
    private const long MaximumDistinctBytes = 64 << 20;

    [Display(Name = "hash fields in all")]
    [Range(1, 10_000_000)]
    public int Items { get; init; } = 30_000;

    [Display(Name = "hashes they are spread over")]
    [Range(1, 1_000_000)]
    public int Keys { get; init; } = 30;

    [Display(Name = "JSON document in each field")]
    [Range(64, 16 << 20)]
    [Unit("bytes")]
    public int PayloadBytes { get; init; } = 32_768;

    [Display(Name = "different documents, in turn")]
    [Range(1, 1_000)]
    public int DistinctPayloads { get; init; } = 1;

    [Display(Name = "writes in one MULTI/EXEC", GroupName = "more")]
    [Range(1, 100_000)]
    public int BatchSize { get; init; } = 100;

    [Display(Name = "sent and not yet answered, at most", GroupName = "more")]
    [Range(64 << 10, 256 << 20)]
    [Unit("bytes")]
    public int WindowBytes { get; init; } = 4 << 20;

    [Display(Name = "fields in one HSET", GroupName = "more")]
    [Range(1, 100_000)]
    public int FieldsPerHset { get; init; } = 100;

    /// <summary>Lua's unpack takes at most 7 999 values in Redis: 3 999 pairs of field and value.</summary>
    [Display(Name = "fields in one script call", GroupName = "more")]
    [Range(1, 3_999)]
    public int FieldsPerLua { get; init; } = 100;

    [Display(Name = "gzip level", GroupName = "more")]
    public CompressionChoice CompressionLevel { get; init; } = CompressionChoice.Optimal;

    [Display(Name = "makes the documents", GroupName = "more")]
    [Range(0, int.MaxValue)]
    public int Seed { get; init; } = 1;

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (Keys > Items)
        {
            yield return Wrong(nameof(Keys), $"keys must be at most items ({Items:N0}), so that each hash gets a field; {Keys:N0} is more.");
        }

        if ((long)DistinctPayloads * PayloadBytes > MaximumDistinctBytes)
        {
            yield return Wrong(nameof(DistinctPayloads), $"distinctPayloads × payloadBytes must be at most {MaximumDistinctBytes:N0} bytes, which this process keeps in memory; with {PayloadBytes:N0} bytes each, up to {MaximumDistinctBytes / PayloadBytes:N0} fit.");
        }

        foreach (var (name, fields) in new[] { (nameof(BatchSize), BatchSize), (nameof(FieldsPerHset), FieldsPerHset), (nameof(FieldsPerLua), FieldsPerLua) })
        {
            if ((long)fields * PayloadBytes > MaximumBytesPerCall)
            {
                var option = char.ToLowerInvariant(name[0]) + name[1..];
                yield return Wrong(name, $"{option} × payloadBytes must be at most {MaximumBytesPerCall:N0} bytes, because a server holds one transaction or call in its query buffer and cuts off a client at 1 GiB; with {PayloadBytes:N0} bytes each, up to {MaximumBytesPerCall / PayloadBytes:N0} fit.");
            }
        }
    }

    private static ValidationResult Wrong(string member, FormattableString message) =>
        new(message.ToString(CultureInfo.InvariantCulture), [member]);
}
