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
    public static IReadOnlyList<Panel> Of(IEnumerable<CaseResult> cases, JobRequest request)
    {
        CaseResult[] all = [.. cases];
        return [.. Coordinates.Outermost(all.Select(@case => request.PanelOf(@case.At))).Order(request.Order)
            .Select(at => new Panel(at, [.. all.Where(@case => request.PanelOf(@case.At).IsWithin(at))]))];
    }
}
