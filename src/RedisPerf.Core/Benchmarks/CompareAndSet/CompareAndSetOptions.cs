using System.ComponentModel.DataAnnotations;
using System.Globalization;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.CompareAndSet;

/// <summary>The options of <c>compare-and-set</c>. All bounds are declared here.</summary>
public sealed record CompareAndSetOptions
{
    /// <summary>The option of the competing writers.</summary>
    internal const string WritersName = "writers";

    /// <summary>The digits of a version.</summary>
    internal const int MinBytes = 16;

    /// <summary>Each writer has its own connection.</summary>
    [Display(Name = "competing writers, each with its own connection", ShortName = "writers")]
    [Range(1, 64)]
    [DefaultValues(1, 2, 4, 8, 16)]
    public int Writers { get; init; } = 1;

    [Display(Name = "successful updates in a run", ShortName = "updates")]
    [Range(1, 1_000_000)]
    [InTitle("updates")]
    public int Items { get; init; } = 2_000;

    /// <summary>One key is full contention.</summary>
    [Display(Name = "keys, of which each update takes a random one", ShortName = "keys")]
    [Range(1, 100_000)]
    public int Keys { get; init; } = 1;

    [Display(Name = "size of a value, which ends with its version", ShortName = "value size")]
    [Range(MinBytes, 1 << 16)]
    [Unit("bytes")]
    public int PayloadBytes { get; init; } = 100;

    [Display(Name = "seed of the keys"), Advanced]
    [Range(0, int.MaxValue)]
    public int Seed { get; init; } = 1;

    /// <summary>Empty for one key.</summary>
    [InTitle("keys")]
    internal string KeysInTitle => Keys == 1 ? "" : Keys.ToString("N0", CultureInfo.InvariantCulture);

    [InTitle(WritersName)]
    internal int WritersInTitle => Writers;
}
