using System.ComponentModel.DataAnnotations;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The options of a benchmark that reads and writes string keys: the sizes of the <see cref="KeyValues"/> and their seed.</summary>
public abstract record KeyValueOptions : IValidatableObject
{
    [Display(Name = "size of a value", ShortName = "value size")]
    [Range(KeyValues.MinBytes, KeyValues.MaxBytes)]
    [Unit("bytes")]
    [GeneratedOnly]
    public int PayloadBytes { get; init; } = 100;

    [Display(Name = SizeDistribution.Label, ShortName = SizeDistribution.ShortLabel), Advanced]
    [Range(0, SizeDistribution.MaximumLength)]
    [GeneratedOnly]
    public string Sizes { get; init; } = "";

    [Display(Name = "seed of the keys and values", Order = 1), Advanced]
    [Range(0, int.MaxValue)]
    public int Seed { get; init; } = 1;

    /// <summary>The distribution of <see cref="Sizes"/>; null when all values have the same size.</summary>
    internal SizeDistribution? SizesOfValues => SizeDistribution.Read(Sizes, KeyValues.MinBytes, KeyValues.MaxBytes, out _);

    /// <summary>The sizes of the values.</summary>
    [InTitle(Multiplies = true, IsDocumentSize = true)]
    [Unit("bytes")]
    internal object SizesInTitle => SizesOfValues is { } sizes ? sizes.Sizes : PayloadBytes;

    public virtual IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        var sizes = SizeDistribution.Read(Sizes, KeyValues.MinBytes, KeyValues.MaxBytes, out var wrong);
        return wrong is null
            ? FindTooLarge(ValueSizes.Of(PayloadBytes, sizes)).Select(option => new ValidationResult(option.Predicate, [option.Property]))
            : [new(wrong, [nameof(Sizes)])];
    }

    /// <summary>The errors of a request whose payload has values that are too large for its options.</summary>
    internal static IEnumerable<FieldError> CheckPayload<T>(JobRequest request, PayloadDescription payload)
        where T : KeyValueOptions =>
        from variant in Variants.Of<T>(request)
        from wrong in variant.Options.FindTooLarge(ValueSizes.Of(payload))
        select FieldError.About($"options.{OptionsSchema.NameOf(wrong.Property)}", wrong.Predicate);

    /// <summary>The properties with more bytes in flight or on the server than is valid, and the valid values.</summary>
    internal abstract IEnumerable<(string Property, string Predicate)> FindTooLarge(ValueSizes sizes);
}
