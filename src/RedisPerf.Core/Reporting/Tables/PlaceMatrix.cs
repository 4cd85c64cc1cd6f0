using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>A matrix of a job's strategies and places, its targets and clients: each cell has a time and its ratio to the fastest cell of
/// the row, from the rounds that both ran.</summary>
/// <param name="Places">The columns, in the order of the job.</param>
/// <param name="Points">The measured points of the sweep; empty when the job has no sweep.</param>
/// <param name="Point">The displayed point. A strategy that is not swept is shown at every point.</param>
/// <param name="Rows">The strategies in the order of the job, the floor last.</param>
public sealed record PlaceMatrix(IReadOnlyList<Place> Places, IReadOnlyList<long> Points, long? Point, IReadOnlyList<PlaceMatrixRow> Rows)
{
    /// <param name="document">The job, finished or not.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    /// <param name="requested">The point to show; when null or not measured, the largest point that most cases reached.</param>
    public static PlaceMatrix Of(JobDocument document, BenchmarkInfo? info, long? requested)
    {
        var measured = document.Cases.Where(@case => @case.Summary is not null).ToArray();
        var byPoint = measured.Where(@case => @case.Point is not null).GroupBy(@case => @case.Point!.Value).OrderBy(cases => cases.Key).ToArray();
        var points = byPoint.Select(cases => cases.Key).ToArray();
        long? point = points.Length == 0 ? null
            : requested is { } asked && points.Contains(asked) ? asked
            : byPoint.Where(cases => cases.Count() == byPoint.Max(others => others.Count())).Max(cases => cases.Key);
        Place[] places = [.. document.Request.Places];
        var shown = document.Cases.Where(@case => @case.Point == point || @case.Point is null).ToArray();
        return new(
            places,
            points,
            point,
            [.. shown.Select(@case => @case.Strategy).Distinct().Select(strategy =>
                Row(strategy, [.. shown.Where(@case => @case.Strategy == strategy)], places, BenchmarkInfo.RuleOf(document.Request, info)))]);
    }

    private static PlaceMatrixRow Row(string strategy, CaseResult[] cases, IReadOnlyList<Place> places, ComparisonRule rule)
    {
        var fastest = cases.Where(@case => @case.Summary is not null).MinBy(@case => @case.Summary!.Median);
        return new(strategy, [.. places.Select(place => Cell(cases.FirstOrDefault(@case => @case.Place == place), fastest, rule))]);
    }

    private static PlaceMatrixCell Cell(CaseResult? @case, CaseResult? fastest, ComparisonRule rule) =>
        @case is null || fastest is null || @case.Summary is null || ReferenceEquals(@case, fastest)
            ? new(@case, null, @case is not null && ReferenceEquals(@case, fastest))
            : new(@case, Summaries.Against(@case, fastest, rule), false);
}

/// <summary>A strategy at each place, in their order.</summary>
public sealed record PlaceMatrixRow(string Strategy, IReadOnlyList<PlaceMatrixCell> Cells);

/// <summary>A strategy at a place.</summary>
/// <param name="Case">Null when the job does not have the case; without a summary when no run of it counts.</param>
/// <param name="Ratio">Relative to the fastest cell of the row; null for that cell, and without a summary.</param>
/// <param name="IsFastest">Whether its median is the smallest of the row.</param>
public sealed record PlaceMatrixCell(CaseResult? Case, Ratio? Ratio, bool IsFastest);
