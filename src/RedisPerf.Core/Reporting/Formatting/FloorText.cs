using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Reporting.Formatting;

/// <summary>The floor of a benchmark in sentences.</summary>
public static class FloorText
{
    /// <summary><c>floor</c>, or <c>machine reference</c> if it is no lower bound.</summary>
    /// <param name="info">Null when the benchmark no longer exists.</param>
    public static string NameOf(BenchmarkInfo? info) => info is { HasReference: true } ? "machine reference" : "floor";
}
