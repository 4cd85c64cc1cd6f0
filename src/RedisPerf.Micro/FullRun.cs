using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using Perfolizer.Horology;

namespace RedisPerf.Micro;

/// <summary>How the benchmarks run when nobody says otherwise: each in a process of its own, one report of them all.</summary>
public static class FullRun
{
    /// <summary>
    /// As many iterations for each, so that they stand in one table as so many rounds; a job named on the command line
    /// (<c>--job short</c>) takes its place.
    /// </summary>
    private static readonly Job Unhurried = Job.Default
        .WithWarmupCount(5)
        .WithIterationCount(15)
        .WithIterationTime(TimeInterval.FromMilliseconds(250))
        .AsDefault();

    public static IConfig Reporting(ReportFile report) => ManualConfig.Create(DefaultConfig.Instance)
        .AddJob(Unhurried)
        .AddExporter(report)
        .WithOptions(ConfigOptions.JoinSummary);
}
