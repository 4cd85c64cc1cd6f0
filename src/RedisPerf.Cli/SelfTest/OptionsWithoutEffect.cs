using System.ComponentModel.DataAnnotations;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Model;

namespace RedisPerf.Cli.SelfTest;

/// <summary>The options of <c>insert</c>, with one that no strategy reads. Jobs vary it.</summary>
internal sealed record OptionsWithoutEffect : DocumentOptions
{
    /// <summary>The coordinates of its two values.</summary>
    public static IReadOnlyList<Coordinates> Values { get; } = [At("1"), At("2")];

    [Display(Name = "an option without effect")]
    [Range(1, 2)]
    [DefaultValues(1, 2)]
    public int WithoutEffect { get; init; } = 1;

    private static Coordinates At(string value) => Coordinates.None.With(OptionsSchema.NameOf(nameof(WithoutEffect)), value);
}
