using System.ComponentModel.DataAnnotations;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Calls;

/// <summary>The options of <c>calls</c>. All bounds are declared here.</summary>
public sealed record CallsOptions
{
    /// <summary>The option of the concurrent callers.</summary>
    internal const string CallersName = "callers";

    [Display(Name = "concurrent callers, each a work item of the thread pool", ShortName = "callers")]
    [Range(1, 4_096)]
    [DefaultValues(1, 8, 64, 512)]
    [InTitle(CallersName)]
    public int Callers { get; init; } = 1;

    /// <summary>Time in which the pool adds some threads.</summary>
    [Display(Name = "time of a run")]
    [Range(0.05, 600)]
    [Unit("s")]
    public double SecondsPerRun { get; init; } = 5;

    [Display(Name = "minimum threads of the pool; 0: as configured", ShortName = "minimum threads")]
    [Range(0, 4_096)]
    [ZeroIsOff("as configured")]
    public int MinThreads { get; init; }

    /// <summary>The default of the client is 5 seconds. A shorter one keeps the runs short.</summary>
    [Display(Name = "time-out of a call", ShortName = "time-out")]
    [Range(0.1, 60)]
    [Unit("s")]
    public double TimeoutSeconds { get; init; } = 1;

    [Display(Name = "keys")]
    [Range(1, 100_000)]
    public int Keys { get; init; } = 1_000;

    [Display(Name = "size of a value", ShortName = "value size")]
    [Range(KeyValues.MinBytes, KeyValues.MaxBytes)]
    [Unit("bytes")]
    public int PayloadBytes { get; init; } = 100;

    [Display(Name = "seed of the values"), Advanced]
    [Range(0, int.MaxValue)]
    public int Seed { get; init; } = 1;
}
