using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Reports;

namespace RedisPerf.Micro.Tests;

/// <summary>The result of one benchmark.</summary>
public sealed class BriefResult(BenchmarkReport report)
{
    /// <summary>Managed bytes per operation, over all threads of the process.</summary>
    public long Allocated { get; } = report.GcStats.GetBytesAllocatedPerOperation(report.BenchmarkCase)
        ?? throw new InvalidOperationException($"{report.BenchmarkCase.DisplayInfo} has no allocation count.");

    /// <summary>Nanoseconds per operation in the fastest iteration, because other load can only slow an iteration down.</summary>
    public double Quickest { get; } = report.AllMeasurements
        .Where(measurement => measurement is { IterationMode: IterationMode.Workload, IterationStage: IterationStage.Actual })
        .Min(measurement => measurement.GetAverageTime().Nanoseconds);
}
