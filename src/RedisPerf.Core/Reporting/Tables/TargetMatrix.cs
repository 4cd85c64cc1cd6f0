using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>A job's strategies against its targets: in each cell a time, and its ratio to the row's fastest from the rounds that both ran.</summary>
/// <param name="Targets">The columns, as the job has them.</param>
/// <param name="Points">The points of the sweep that were measured; empty where nothing is swept.</param>
/// <param name="Point">The one that is shown. A strategy that the sweep does not touch stands at every point.</param>
/// <param name="Rows">The strategies as the job has them, the yardstick last.</param>
public sealed record TargetMatrix(IReadOnlyList<string> Targets, IReadOnlyList<long> Points, long? Point, IReadOnlyList<TargetMatrixRow> Rows)
{
    /// <param name="document">The job, finished or not.</param>
    /// <param name="info">Its benchmark; null when there is no such benchmark any more.</param>
    /// <param name="wanted">The point to show; the furthest that most cases reached when null or not measured.</param>
    public static TargetMatrix Of(JobDocument document, BenchmarkInfo? info, long? wanted)
    {
        var measured = document.Cases.Where(@case => @case.Summary is not null).ToArray();
        var byPoint = measured.Where(@case => @case.Point is not null).GroupBy(@case => @case.Point!.Value).OrderBy(cases => cases.Key).ToArray();
        var points = byPoint.Select(cases => cases.Key).ToArray();
        long? point = points.Length == 0 ? null
            : wanted is { } asked && points.Contains(asked) ? asked
            : byPoint.Where(cases => cases.Count() == byPoint.Max(others => others.Count())).Max(cases => cases.Key);
        var shown = document.Cases.Where(@case => @case.Point == point || @case.Point is null).ToArray();
        return new(
            document.Request.Targets,
            points,
            point,
            [.. shown.Select(@case => @case.Strategy).Distinct().Select(strategy => Row(strategy, [.. shown.Where(@case => @case.Strategy == strategy)], document.Request.Targets, info?.TimePer is not null))]);
    }

    private static TargetMatrixRow Row(string strategy, CaseResult[] cases, IReadOnlyList<string> targets, bool perOperation)
    {
        var fastest = cases.Where(@case => @case.Summary is not null).MinBy(@case => @case.Summary!.Median);
        return new(strategy, [.. targets.Select(target => Cell(cases.FirstOrDefault(@case => @case.Target == target), fastest, perOperation))]);
    }

    private static TargetMatrixCell Cell(CaseResult? @case, CaseResult? fastest, bool perOperation) =>
        @case is null || fastest is null || @case.Summary is null || ReferenceEquals(@case, fastest)
            ? new(@case, null, @case is not null && ReferenceEquals(@case, fastest))
            : new(@case, Summaries.Against(@case, fastest, perOperation), false);
}
