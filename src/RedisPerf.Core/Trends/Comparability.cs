using RedisPerf.Core.Model;

namespace RedisPerf.Core.Trends;

/// <summary>
/// Which scheduled runs can be compared: those of the same benchmark, environment and options. RedisPerf's own version
/// belongs to the environment, as the client's does: a new version may measure in another way.
/// </summary>
public static class Comparability
{
    /// <summary>Why two jobs cannot be compared; empty when they can. The round trip is a measurement, so it is no obstacle.</summary>
    public static IReadOnlyList<EnvironmentDifference> Obstacles(JobDocument job, JobDocument other) => job.Benchmark != other.Benchmark
        ? [new(EnvironmentAspect.Benchmark, null, job.Benchmark, other.Benchmark)]
        : [.. EnvironmentDifferences.Between(job, other).Where(difference => difference.Aspect != EnvironmentAspect.RoundTrip)];
}
