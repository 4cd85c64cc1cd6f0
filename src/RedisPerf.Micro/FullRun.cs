using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using Perfolizer.Horology;

namespace RedisPerf.Micro;

/// <summary>The default configuration of the benchmarks: each in a separate process, one report for all.</summary>
public static class FullRun
{
    /// <summary>The same number of iterations for each benchmark, so that the table of the job has the same number of rounds.</summary>
    private static readonly Job LongIterations = Job.Default
        .WithWarmupCount(5)
        .WithIterationCount(15)
        .WithIterationTime(TimeInterval.FromMilliseconds(250));

    /// <summary>The default of two minutes is too short when another build runs at the same time.</summary>
    private static readonly TimeSpan TimeToBuild = TimeSpan.FromMinutes(10);

    /// <param name="report">Receives the path of the report.</param>
    /// <param name="args">The command line. A job in it (<c>--job short</c>) replaces the default job.</param>
    public static IConfig Reporting(ReportFile report, IReadOnlyCollection<string> args)
    {
        var config = ManualConfig.Create(DefaultConfig.Instance)
            .AddExporter(report)
            .WithOptions(ConfigOptions.JoinSummary)
            .WithBuildTimeout(TimeToBuild);
        return args.Contains("--job") || args.Contains("-j") ? config : config.AddJob(LongIterations);
    }
}
