using System.ComponentModel.DataAnnotations;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Custom;

/// <summary>The options of <c>custom</c>, besides the options of its strategies.</summary>
public sealed record CustomOptions
{
    [Display(Name = "seed of the data", Order = 1), Advanced]
    [Range(0, int.MaxValue)]
    public int Seed { get; init; } = 1;
}
