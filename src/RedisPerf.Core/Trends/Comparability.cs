using RedisPerf.Core.Reports;

namespace RedisPerf.Core.Trends;

/// <summary>
/// Which nights may be held against each other: those of the same benchmark, environment and options. RedisPerf's own
/// version belongs to the environment as the client's does: a new one may measure otherwise, and nobody's server is to
/// be blamed for it.
/// </summary>
public static class Comparability
{
    /// <summary>What keeps two jobs apart; empty when nothing does. The round trip is a measurement, and no reason.</summary>
    public static IReadOnlyList<Difference> Obstacles(JobDocument job, JobDocument other) => job.Benchmark != other.Benchmark
        ? [new("benchmark", job.Benchmark, other.Benchmark)]
        : [.. EnvironmentDifferences.Between(job, other).Where(difference => !difference.What.StartsWith(EnvironmentDifferences.RoundTrip, StringComparison.Ordinal))];
}
