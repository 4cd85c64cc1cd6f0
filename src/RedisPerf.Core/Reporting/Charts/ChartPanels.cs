using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Tables;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>The charts along the chosen axis of a job: one for each combination of the values on the other axes, on one scale.</summary>
/// <param name="Axis">The chosen axis.</param>
/// <param name="Panels">The charts, at most <see cref="Max"/>, in the order of the axes.</param>
/// <param name="Total">Number of combinations, also without a chart.</param>
public sealed record ChartPanels(Axis Axis, IReadOnlyList<ChartPanel> Panels, int Total)
{
    /// <summary>More small charts are not readable next to each other.</summary>
    public const int Max = 9;

    /// <summary>Whether the job has several combinations, also when only one of them is drawn.</summary>
    public bool AreSeveral => Panels.Any(panel => panel.Title.Length > 0);

    /// <param name="document">The job, finished or not: a combination without a measured case has a chart too.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    /// <param name="isShown">The combinations to draw; null for all.</param>
    /// <returns>Null when the job varies nothing.</returns>
    public static ChartPanels? Of(JobDocument document, BenchmarkInfo? info, Func<Coordinates, bool>? isShown = null)
    {
        var request = document.Request;
        if (request.ChartAxis is not { } axis)
        {
            return null;
        }

        var all = Coordinates.Outermost(ExpectedCases.Of(request, info, axis.Name).Select(key => key.At)
            .Concat(document.Cases.Select(@case => @case.At.Without(axis.Name)))).Order(request.Order).ToArray();
        Coordinates[] shown = [.. all.Where(at => isShown?.Invoke(at) != false)];
        return new(axis, [.. shown.Take(Max).Select(at => new ChartPanel(at, CoordinatesText.Title(at, request, axis.Name)))], shown.Length);
    }

    /// <summary>Explains why not all combinations are drawn; null when they are.</summary>
    public string? Omitted => Total > Panels.Count
        ? $"The first {Panels.Count} of {Total} combinations are drawn. Choose a value of another axis to see the others."
        : null;
}

/// <summary>One of several charts.</summary>
/// <param name="At">The coordinates on all axes but that of the charts.</param>
/// <param name="Title">Names the coordinates that differ within the job; empty when none differs.</param>
public sealed record ChartPanel(Coordinates At, string Title)
{
    /// <summary>Whether a case is drawn in it: also one of a strategy that some of the axes do not affect.</summary>
    public bool Contains(CaseResult @case, Axis axis) => @case.At.Without(axis.Name).IsWithin(At);
}
