using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Requests;

/// <summary>The labels and units of the axes of a request, which the options of its benchmark declare.</summary>
internal static class AxisWords
{
    /// <summary>The request with the labels and units of its axes. One of an earlier version has none, and a stored one keeps its own.</summary>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static JobRequest Describe(JobRequest request, BenchmarkInfo? info) =>
        info is null || !request.Axes.Any(IsMissing) ? request : request with { Axes = [.. request.Axes.Select(axis => Describe(axis, info))] };

    private static Axis Describe(Axis axis, BenchmarkInfo info) => IsMissing(axis) && info.Options.Find(axis.Name) is { } option
        ? axis with { Label = option.AxisLabel, Unit = option.Unit }
        : axis;

    private static bool IsMissing(Axis axis) => axis.Kind == AxisKind.Option && axis.Label == axis.Name && axis.Unit is null;
}
