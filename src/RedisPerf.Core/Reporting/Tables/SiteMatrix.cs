using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>A matrix of a job's strategies and what else it varies, such as its targets and clients: each cell has a time and its ratio to the
/// fastest cell of the row, from the rounds that both ran.</summary>
/// <param name="Sites">The columns, in the order of the job: the coordinates on all axes but that of the curve.</param>
/// <param name="Points">The measured points of the curve; empty when the job has no curve.</param>
/// <param name="Point">The displayed point. A strategy that the axis does not affect is shown at every point.</param>
/// <param name="Rows">The strategies in the order of the job, the floor last.</param>
public sealed record SiteMatrix(IReadOnlyList<Coordinates> Sites, IReadOnlyList<double> Points, double? Point, IReadOnlyList<SiteMatrixRow> Rows)
{
    /// <param name="document">The job, finished or not.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    /// <param name="requested">The point to show; when null or not measured, the largest point that most cases reached.</param>
    public static SiteMatrix Of(JobDocument document, BenchmarkInfo? info, double? requested)
    {
        document = BenchmarkInfo.WithoutReference(document, info);
        var request = document.Request;
        var measured = document.Cases.Where(@case => @case.Summary is not null).ToArray();
        var byPoint = measured.Where(@case => request.PointOf(@case.At) is not null)
            .GroupBy(@case => request.PointOf(@case.At)!.Value).OrderBy(cases => cases.Key).ToArray();
        var points = byPoint.Select(cases => cases.Key).ToArray();
        double? point = points.Length == 0 ? null
            : requested is { } asked && points.Contains(asked) ? asked
            : byPoint.Where(cases => cases.Count() == byPoint.Max(others => others.Count())).Max(cases => cases.Key);
        Coordinates[] sites = [.. JobAxes.Product(request.Axes.Where(axis => axis.Name != request.Curve?.Name))];
        var shown = Ranking.AtPoint(document.Cases, request, point);
        return new(
            sites,
            points,
            point,
            [.. shown.Select(@case => @case.Strategy).Distinct().Select(strategy =>
                Row(strategy, [.. shown.Where(@case => @case.Strategy == strategy)], sites, document.Request, info))]);
    }

    private static SiteMatrixRow Row(
        string strategy, CaseResult[] cases, IReadOnlyList<Coordinates> sites, JobRequest request, BenchmarkInfo? info)
    {
        var fastest = cases.Where(@case => @case.Summary is not null).MinBy(@case => @case.Summary!.Median);
        return new(strategy, [.. sites.Select(site => Cell(
            Array.Find(cases, @case => request.PanelOf(@case.At).IsWithin(site)), fastest, BenchmarkInfo.RuleOf(request, info)))]);
    }

    private static SiteMatrixCell Cell(CaseResult? @case, CaseResult? fastest, ComparisonRule rule) =>
        @case is null || fastest is null || @case.Summary is null || ReferenceEquals(@case, fastest)
            ? new(@case, null, @case is not null && ReferenceEquals(@case, fastest))
            : new(@case, Summaries.Against(@case, fastest, rule), false);
}

/// <summary>A strategy at each site, in their order.</summary>
public sealed record SiteMatrixRow(string Strategy, IReadOnlyList<SiteMatrixCell> Cells);

/// <summary>A strategy at a site.</summary>
/// <param name="Case">Null when the job does not have the case; without a summary when no run of it counts.</param>
/// <param name="Ratio">Relative to the fastest cell of the row; null for that cell, and without a summary.</param>
/// <param name="IsFastest">Whether its median is the smallest of the row.</param>
public sealed record SiteMatrixCell(CaseResult? Case, Ratio? Ratio, bool IsFastest);
