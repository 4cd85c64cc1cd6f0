using System.ComponentModel.DataAnnotations;
using System.Globalization;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Cache;

/// <summary>The options of <c>cache</c>. All bounds are declared here.</summary>
public sealed record CacheOptions : IValidatableObject
{
    /// <summary>Each change has its time in memory.</summary>
    private const int MaxChanges = 1_000_000;

    /// <summary>Limits the values that each instance has in memory.</summary>
    private const long MaxBytes = 1L << 28;

    [Display(Name = "keys that the instances read")]
    [Range(1, 100_000)]
    [InTitle]
    public int Keys { get; init; } = 100;

    [Display(Name = "size of a value", ShortName = "value size")]
    [Range(CacheWorkload.MinBytes, 1 << 20)]
    [Unit("bytes")]
    [InTitle(Multiplies = true)]
    public int PayloadBytes { get; init; } = 1_024;

    [Display(Name = "instances of the application that read", ShortName = "instances", Order = -1)]
    [Range(1, 16)]
    [InTitle("instances")]
    public int Instances { get; init; } = 2;

    [Display(Name = "callers of each instance", ShortName = "callers")]
    [Range(1, 256)]
    public int Callers { get; init; } = 8;

    [Display(Name = "changes of values per second", ShortName = "changes/s", Order = -1)]
    [Range(0, 10_000)]
    public int WritesPerSecond { get; init; } = 100;

    [Display(Name = "what a change does to the caches", ShortName = "on a change")]
    public CacheChange OnChange { get; init; } = CacheChange.Remove;

    [Display(Name = "reads of values that no cache has, % of the reads", ShortName = "percentage of misses", Order = -1)]
    [Range(0, 100)]
    public int MissShare { get; init; }

    [Display(Name = "time of a run")]
    [Range(0.05, 600)]
    [Unit("s")]
    public double SecondsPerRun { get; init; } = 3;

    [Display(Name = "time of a value in the memory of an instance", ShortName = "local expiry")]
    [Range(0.01, 3_600)]
    [Unit("s")]
    public double LocalSeconds { get; init; } = 1;

    [Display(Name = "time of a value on the server", ShortName = "expiry"), Advanced]
    [Range(1, 86_400)]
    [Unit("s")]
    public int ExpirySeconds { get; init; } = 60;

    [Display(Name = "time of a read from the source", ShortName = "source time"), Advanced]
    [Range(0, 10)]
    [Unit("s")]
    public double SourceSeconds { get; init; } = 0.005;

    [Display(Name = "seed of the keys and values", Order = 1), Advanced]
    [Range(0, int.MaxValue)]
    public int Seed { get; init; } = 1;

    // After the other parts.
    [InTitle("changes/s")]
    internal int ChangesInTitle => WritesPerSecond;

    /// <summary>Changes of a run.</summary>
    internal int Changes => (int)Math.Round(WritesPerSecond * SecondsPerRun);

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (Changes > MaxChanges)
        {
            yield return new(string.Create(CultureInfo.InvariantCulture,
                $"must make at most {MaxChanges:N0} changes in a run; {WritesPerSecond:N0} per second for {SecondsPerRun:0.##} s are more."),
                [nameof(WritesPerSecond)]);
        }

        if ((long)Keys * PayloadBytes * Instances > MaxBytes)
        {
            yield return new(string.Create(CultureInfo.InvariantCulture,
                $"must be at most {MaxBytes / PayloadBytes / Instances:N0} with values of {PayloadBytes:N0} bytes "
                    + $"in the memory of {Instances:N0} instances: 256 MB."),
                [nameof(Keys)]);
        }
    }
}

/// <summary>What the instance that changes a value does to the caches.</summary>
public enum CacheChange
{
    /// <summary>It removes the value. The next read is from the source.</summary>
    Remove,

    /// <summary>It replaces the value with the new one.</summary>
    Set,
}
