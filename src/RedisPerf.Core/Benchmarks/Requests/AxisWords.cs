using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Benchmarks.Requests;

/// <summary>What the options of a benchmark and the server settings declare about the axes of a request: their labels, their units and the
/// meaning of 0.</summary>
internal static class AxisWords
{
    /// <summary>The request with the labels and units of its axes. One of an earlier version can lack them, and a stored one keeps its own.</summary>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static JobRequest Describe(JobRequest request, BenchmarkInfo? info)
    {
        Axis[] described = [.. request.Axes.Select(axis => Describe(axis, info))];
        return described.SequenceEqual(request.Axes, ReferenceEqualityComparer.Instance) ? request : request with { Axes = described };
    }

    /// <summary>The axes of the options and server settings of coordinates, for a reader who has no request.</summary>
    /// <param name="options">The options of the benchmark; null when it no longer exists.</param>
    public static IReadOnlyList<Axis> Of(Coordinates at, OptionsSchema? options) =>
    [
        .. (options?.Options ?? []).Where(option => at[option.Name] is not null)
            .Select(option => new Axis(option.Name, AxisKind.Option, [])
            { Label = option.AxisLabel, Unit = option.Unit, ZeroWord = option.ZeroWord }),
    ];

    private static Axis Describe(Axis axis, BenchmarkInfo? info)
    {
        var option = axis.Kind == AxisKind.Option ? info?.Options.Find(axis.Name) : null;
        var isZeroOff = option?.IsZeroOff
            ?? (axis.Kind == AxisKind.Server ? ServerSettings.IsZeroOff(axis.Name[Axis.ServerPrefix.Length..]) : axis.IsZeroOff);
        var zero = option is null ? axis.ZeroWord : option.ZeroWord;
        var known = (isZeroOff, zero) == (axis.IsZeroOff, axis.ZeroWord) ? axis : axis with { IsZeroOff = isZeroOff, ZeroWord = zero };
        // In an earlier version, the label of most options was their name.
        return option is not null && axis.Label == axis.Name && (option.AxisLabel, option.Unit) != (axis.Label, axis.Unit)
            ? known with { Label = option.AxisLabel, Unit = axis.Unit ?? option.Unit }
            : known;
    }
}
