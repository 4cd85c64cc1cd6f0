using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using Case = RedisPerf.Core.Benchmarks.Contract.Case;

namespace RedisPerf.Core.Tests.Running;

/// <summary>A benchmark of a test's own cases.</summary>
internal sealed class ProbeBenchmark(params ProbeCase[] cases) : IBenchmark
{
    public BenchmarkInfo Info { get; } = new(
        "probe", "Probe", "What does the runner do?", OptionsSchema.For<NoOptions>(), [.. cases.Select(item => item.Strategy)])
    {
        Baseline = cases[0].Strategy.Name,
    };

    public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix) => cases;

    public JobEstimate Estimate(JobRequest request, Coordinates at) => new(0, 0, 0, "items");

    private sealed record NoOptions;
}
