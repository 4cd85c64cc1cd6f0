using RedisPerf.Core.Model;

namespace RedisPerf.Core.Trends;

/// <summary>Scheduled runs are comparable when benchmark, environment and options are the same. The version of RedisPerf belongs to the
/// environment, as the client's version does: a new version may measure differently.</summary>
public static class Comparability
{
    /// <summary>The differences that make two jobs incomparable; empty when they are comparable. The round trip is a measurement
    /// and does not matter.</summary>
    public static IReadOnlyList<EnvironmentDifference> DifferencesBetween(JobDocument job, JobDocument other) => job.Benchmark != other.Benchmark
        ? [new(EnvironmentAspect.Benchmark, null, job.Benchmark, other.Benchmark)]
        : [.. EnvironmentDifferences.Between(job, other).Where(difference => difference.Aspect != EnvironmentAspect.RoundTrip)];
}
