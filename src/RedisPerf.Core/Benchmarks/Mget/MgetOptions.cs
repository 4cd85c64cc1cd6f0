using System.ComponentModel.DataAnnotations;
using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>The options of <c>mget</c>. All bounds are declared here.</summary>
public sealed record MgetOptions : ISharedLoad
{
    /// <summary>Ten times the article's maximum: a command of six megabytes.</summary>
    internal const int MaximumKeysPerCall = 100_000;

    [Display(Name = "keys to load")]
    [Range(1, 5_000_000)]
    [InTitle("keys")]
    public int Keys { get; init; } = 500_000;

    /// <summary>The default values are the key counts of the article.</summary>
    [Display(Name = "keys in one call", ShortName = "keys per call")]
    [Range(1, MaximumKeysPerCall)]
    [DefaultValues(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 25, 32, 40, 50, 60, 80, 100, 200, 500, 800, 1_000, 2_000,
        5_000, 8_000, 10_000)]
    [InTitle("per call")]
    public int KeysPerCall { get; init; } = 1;

    [Display(Name = "approximate time of a run")]
    [Range(0.01, 60)]
    [Unit("s")]
    public double SecondsPerRun { get; init; } = 0.2;

    [Display(
        Name = "loops as in the article, times 100 to 1 depending on the keys in one call; 0: use the time", ShortName = "loops as in the article")]
    [Advanced, ZeroIsOff]
    [Range(0, 10_000)]
    public int Loops { get; init; }

    [Display(Name = "keys in one MGET of mget-chunked", ShortName = "keys in one MGET"), Advanced]
    [Affects("mget-chunked")]
    [Range(1, MaximumKeysPerCall)]
    public int BatchSize { get; init; } = 100;

    [Display(Name = "seed of the keys"), Advanced]
    [Range(0, int.MaxValue)]
    public int Seed { get; init; } = 1;

    public (string Option, string Predicate)? FindObstacle(int nodes) =>
        Loops > 0 && CallCount.ByLoops(Loops, KeysPerCall) is var calls && calls < nodes
            ? (OptionsSchema.NameOf(nameof(Loops)), string.Create(CultureInfo.InvariantCulture,
                $"must give at least loadFrom ({nodes}) calls in a run, because the nodes share them; {Loops:N0} "
                    + $"with {KeysPerCall:N0} keys in one call are {calls:N0}."))
            : null;

    void ISharedLoad.Merge(JointFigures figures)
    {
        figures.Percentile(MgetColumns.CallMedian, MgetColumns.CallMedian, 0.5);
        figures.Percentile(MgetColumns.CallPercentile99, MgetColumns.CallMedian, 0.99);
    }
}
