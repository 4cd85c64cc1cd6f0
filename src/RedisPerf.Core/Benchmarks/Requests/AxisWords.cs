using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Benchmarks.Requests;

/// <summary>What the options of a benchmark and the server settings declare about the axes of a request: their labels, their units and the
/// meaning of 0.</summary>
internal static class AxisWords
{
    /// <summary>The request with the labels and units of its axes. One of an earlier version has none, and a stored one keeps its own.</summary>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static JobRequest Describe(JobRequest request, BenchmarkInfo? info)
    {
        Axis[] described = [.. request.Axes.Select(axis => Describe(axis, info))];
        return described.SequenceEqual(request.Axes, ReferenceEqualityComparer.Instance) ? request : request with { Axes = described };
    }

    private static Axis Describe(Axis axis, BenchmarkInfo? info)
    {
        var option = axis.Kind == AxisKind.Option ? info?.Options.Find(axis.Name) : null;
        var isZeroOff = option?.IsZeroOff
            ?? (axis.Kind == AxisKind.Server ? ServerSettings.IsZeroOff(axis.Name[Axis.ServerPrefix.Length..]) : axis.IsZeroOff);
        var known = isZeroOff == axis.IsZeroOff ? axis : axis with { IsZeroOff = isZeroOff };
        return option is not null && IsMissing(axis) ? known with { Label = option.AxisLabel, Unit = option.Unit } : known;
    }

    private static bool IsMissing(Axis axis) => axis.Kind == AxisKind.Option && axis.Label == axis.Name && axis.Unit is null;
}
