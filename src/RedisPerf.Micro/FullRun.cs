using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using Perfolizer.Horology;

namespace RedisPerf.Micro;

/// <summary>How the benchmarks run when nobody says otherwise: each in a process of its own, one report of them all.</summary>
public static class FullRun
{
    /// <summary>As many iterations for each, so that they stand in one table as so many rounds.</summary>
    private static readonly Job Unhurried = Job.Default
        .WithWarmupCount(5)
        .WithIterationCount(15)
        .WithIterationTime(TimeInterval.FromMilliseconds(250));

    /// <summary>The usual two minutes are too few where something else builds meanwhile.</summary>
    private static readonly TimeSpan TimeToBuild = TimeSpan.FromMinutes(10);

    /// <param name="report">Is told where the report was written.</param>
    /// <param name="args">The command line; a job that it names (<c>--job short</c>) takes the place of ours, which would stand beside it.</param>
    public static IConfig Reporting(ReportFile report, IReadOnlyCollection<string> args)
    {
        var config = ManualConfig.Create(DefaultConfig.Instance)
            .AddExporter(report)
            .WithOptions(ConfigOptions.JoinSummary)
            .WithBuildTimeout(TimeToBuild);
        return args.Contains("--job") || args.Contains("-j") ? config : config.AddJob(Unhurried);
    }
}
