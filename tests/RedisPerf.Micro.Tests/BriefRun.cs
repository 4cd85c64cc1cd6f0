using System.IO.Compression;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Filters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using BenchmarkDotNet.Validators;
using Perfolizer.Horology;

namespace RedisPerf.Micro.Tests;

/// <summary>One run of the brief benchmarks in this process, shared by all tests of this assembly.</summary>
public sealed class BriefRun : IDisposable
{
    /// <summary>Size of the default document of <c>insert</c>.</summary>
    public const int Bytes = 32_768;

    private readonly DirectoryInfo _artifacts = Directory.CreateTempSubdirectory("redisperf-micro-");
    private readonly AccumulationLogger _log = new();
    private readonly Lazy<IReadOnlyList<BenchmarkReport>> _reports;

    public BriefRun() => _reports = new(Run);

    /// <summary>The log of BenchmarkDotNet, for failure messages.</summary>
    public string Log => _log.GetLog();

    /// <summary>The results of all benchmarks.</summary>
    public IEnumerable<BriefResult> Results => _reports.Value.Select(report => new BriefResult(report));

    public BriefResult Of<T>(string method, params (string Name, object Value)[] parameters)
    {
        var found = _reports.Value.Where(report =>
            report.BenchmarkCase.Descriptor.Type == typeof(T)
            && report.BenchmarkCase.Descriptor.WorkloadMethod.Name == method
            && parameters.All(requested => requested.Value.Equals(report.BenchmarkCase.Parameters[requested.Name])));
        return new(found.ShouldHaveSingleItem(Log));
    }

    public void Dispose() => _artifacts.Delete(recursive: true);

    private BenchmarkReport[] Run()
    {
        var brief = Job.Default
            .WithToolchain(InProcessEmitToolchain.Instance)
            .WithStrategy(RunStrategy.Throughput)
            .WithWarmupCount(2)
            .WithIterationCount(3)
            .WithIterationTime(TimeInterval.FromMilliseconds(25))
            // Where the pilot run is slow, few calls would share what the test runner allocates at the same time.
            .WithMinInvokeCount(64);
        // Measure only optimized code, both ours and that of the packages.
        var config = ManualConfig.CreateEmpty()
            .AddJob(brief)
            .AddLogger(_log)
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddValidator(JitOptimizationsValidator.FailOnError, ExecutionValidator.FailOnError)
            .AddFilter(new AnyCategoriesFilter([Category.Short]), new SimpleFilter(IsOfTheMainSize))
            .WithArtifactsPath(_artifacts.FullName);
        return [.. BenchmarkRunner.Run(typeof(Category).Assembly, config).SelectMany(summary => summary.Reports)];
    }

    // The allocation of MessagePackLz4 is tested with the codec, without a benchmark of two seconds.
    private static bool IsOfTheMainSize(BenchmarkCase benchmark) =>
        benchmark.Descriptor.Type != typeof(MessagePackLz4)
        && (benchmark.Parameters["Bytes"] is null or Bytes)
        && (benchmark.Parameters["Runs"] is null or 5)
        && (benchmark.Parameters["Level"] is null or CompressionLevel.Fastest or CompressionLevel.Optimal or 1 or 4);
}
