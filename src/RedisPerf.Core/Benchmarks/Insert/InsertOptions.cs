using System.ComponentModel.DataAnnotations;
using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The options of <c>insert</c>.</summary>
public sealed record InsertOptions : DocumentOptions
{
    /// <summary>Maximum payload of one transaction or call. Redis 7.4 disconnects a client whose queued transaction exceeds 1 GiB of query
    /// buffer; a quarter of that leaves room for other clients.</summary>
    public const int MaximumBytesPerCall = 256 << 20;

    public InsertOptions()
    {
    }

    /// <summary>The options of writes of the same documents.</summary>
    internal InsertOptions(DocumentOptions documents)
        : base(documents)
    {
    }

    [Display(Name = "writes in one MULTI/EXEC"), Advanced]
    [Affects("multi-exec", "multi-exec-as-published")]
    [Range(1, 100_000)]
    public int BatchSize { get; init; } = 100;

    [Display(Name = "fields in one HSET"), Advanced]
    [Affects("hset", "hsetex")]
    [Range(1, 100_000)]
    public int FieldsPerHset { get; init; } = 100;

    /// <summary>Lua's unpack accepts at most 7,999 values in Redis: 3,999 pairs of field and value.</summary>
    [Display(Name = "fields in one script call"), Advanced]
    [Affects("lua")]
    [Range(1, 3_999)]
    public int FieldsPerLua { get; init; } = 100;

    public override IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        ValidationResult[] wrong = [.. base.Validate(validationContext)];
        return wrong.Any(result => result.MemberNames.Contains(nameof(Sizes))) || validationContext.HasPayload
            ? wrong
            : [.. wrong, .. CallsTooLarge(
                MaxBytes,
                Distribution is null ? OptionsSchema.Mention(nameof(PayloadBytes)) : $"the largest of {OptionsSchema.Mention(nameof(Sizes))}")
                .Select(call => new ValidationResult(call.Predicate, [call.Property]))];
    }

    /// <summary>The options with more fields in one transaction or call than a server accepts, and the valid values.</summary>
    /// <param name="bytes">The size of the largest value.</param>
    /// <param name="source">What has this size.</param>
    internal IEnumerable<(string Property, string Predicate)> CallsTooLarge(int bytes, string source) =>
        from option in new[] { (Name: nameof(BatchSize), Fields: BatchSize), (Name: nameof(FieldsPerHset), Fields: FieldsPerHset), (
            Name: nameof(FieldsPerLua), Fields: FieldsPerLua) }
        where (long)option.Fields * bytes > MaximumBytesPerCall
        select (option.Name, string.Create(CultureInfo.InvariantCulture,
            $"× {source} must be at most {MaximumBytesPerCall:N0} bytes, because a server keeps a transaction or call in its query "
                + $"buffer and disconnects a client at 1 GiB. With {bytes:N0} bytes each, the maximum is {MaximumBytesPerCall / bytes:N0}."));
}
