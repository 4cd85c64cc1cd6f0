using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Reports;

namespace RedisPerf.Micro.Tests;

/// <summary>What one benchmark came to.</summary>
public sealed class BriefResult(BenchmarkReport report)
{
    /// <summary>Managed bytes for each operation, over all threads of the process.</summary>
    public long Allocated { get; } = report.GcStats.GetBytesAllocatedPerOperation(report.BenchmarkCase)
        ?? throw new InvalidOperationException($"{report.BenchmarkCase.DisplayInfo} has no count of its allocations.");

    /// <summary>Nanoseconds for each operation in the quickest iteration: whatever else ran can only have slowed the others.</summary>
    public double Quickest { get; } = report.AllMeasurements
        .Where(measurement => measurement is { IterationMode: IterationMode.Workload, IterationStage: IterationStage.Actual })
        .Min(measurement => measurement.GetAverageTime().Nanoseconds);
}
