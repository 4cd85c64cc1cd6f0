namespace RedisPerf.Core.Model;

/// <summary>The cases of a job that are drawn and compared together: all that have the same coordinates, except those on the axis of the
/// curve. A strategy that other axes do not affect is in each of their panels.</summary>
/// <param name="At">The common coordinates.</param>
/// <param name="Cases">In their order in the job.</param>
public sealed record Panel(Coordinates At, IReadOnlyList<CaseResult> Cases)
{
    /// <summary>The coordinates of the panel of some cases that can be compared with each other.</summary>
    public static Coordinates AtOf(IReadOnlyList<CaseResult> cases, JobRequest request) =>
        cases.Select(@case => request.PanelOf(@case.At)).MaxBy(at => at.Count) ?? Coordinates.None;

    /// <summary>The panels of the cases of a job, in the order of its axes.</summary>
    public static IReadOnlyList<Panel> Of(IEnumerable<CaseResult> cases, JobRequest request) => Of(cases, request, request.Curve?.Name);

    /// <summary>The panels of charts along another axis.</summary>
    /// <param name="axis">The name of the axis that does not separate cases; null for none.</param>
    public static IReadOnlyList<Panel> Of(IEnumerable<CaseResult> cases, JobRequest request, string? axis)
    {
        CaseResult[] all = [.. cases];
        return [.. Coordinates.Outermost(all.Select(@case => @case.At.Without(axis))).Order(request.Order)
            .Select(at => new Panel(at, [.. all.Where(@case => @case.At.Without(axis).IsWithin(at))]))];
    }
}
