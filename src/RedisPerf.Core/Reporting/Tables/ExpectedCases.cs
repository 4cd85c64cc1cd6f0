using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>The cases that a job will have, as far as the request shows: each strategy at each combination of the values that affect it. They
/// have no position on the curve, which the benchmark decides.</summary>
public static class ExpectedCases
{
    /// <param name="info">The benchmark of the request; null when it no longer exists.</param>
    /// <returns>In the order of the panels, and in each panel in the order of the strategies, the floor last.</returns>
    public static IReadOnlyList<CaseKey> Of(JobRequest request, BenchmarkInfo? info) => Of(request, info, request.Curve?.Name);

    /// <inheritdoc cref="Of(JobRequest, BenchmarkInfo?)"/>
    /// <param name="omitted">The name of the axis that the cases have no position on; null for none.</param>
    public static IReadOnlyList<CaseKey> Of(JobRequest request, BenchmarkInfo? info, string? omitted)
    {
        var names = request.Strategies.Union(info?.StrategiesOf(request).Select(strategy => strategy.Name) ?? []);
        return
        [
            .. names.SelectMany(name => JobAxes.Product(request.Axes.Where(axis => IsAffected(name, axis))).Select(at => new CaseKey(name, at)))
                .OrderBy(key => key.At, request.Order),
        ];

        bool IsAffected(string strategy, Axis axis) => axis.Name != omitted
            && (axis.Kind != AxisKind.Option || info?.FindStrategy(strategy) is not { } known || info.Options.IsAffected(known, axis.Name));
    }

    /// <summary>The coordinates of the panels of a job, measured or not, and those of the strategies that only some axes affect.</summary>
    public static IReadOnlyList<Coordinates> Panels(JobRequest request, BenchmarkInfo? info, IEnumerable<CaseResult> cases) =>
        [.. Of(request, info).Select(key => key.At).Concat(cases.Select(@case => request.PanelOf(@case.At))).Distinct().Order(request.Order)];
}
