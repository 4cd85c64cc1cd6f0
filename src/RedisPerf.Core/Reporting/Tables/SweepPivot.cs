using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>The medians of a sweep at one place: a row per point, a column per strategy, one unit for all cells.</summary>
/// <param name="Place">Where they were measured.</param>
/// <param name="Unit">The unit of all cells: <c>ms/call</c>.</param>
/// <param name="Strategies">The columns: in the order of the job, the floor last.</param>
/// <param name="Rows">By point.</param>
public sealed record SweepPivot(Place Place, string Unit, IReadOnlyList<string> Strategies, IReadOnlyList<SweepPivotRow> Rows)
{
    /// <summary>A pivot per place; empty when the job has no sweep.</summary>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static IReadOnlyList<SweepPivot> Of(JobDocument document, BenchmarkInfo? info) =>
    [
        .. from place in document.Cases.Where(@case => @case.Summary is not null).GroupBy(@case => @case.Place)
           where place.Any(@case => @case.Point is not null)
           select Of(place.Key, [.. place], document, info),
    ];

    private static SweepPivot Of(Place place, CaseResult[] cases, JobDocument document, BenchmarkInfo? info)
    {
        var scale = ColumnScale.OfSeconds(cases.Select(@case => @case.Summary?.Median));
        string[] strategies = [.. cases.Select(@case => @case.Strategy).Distinct().OrderBy(strategy => strategy == info?.Floor)];
        return new(
            place,
            info?.TimePer is { } operation ? $"{scale.Unit}/{operation}" : scale.Unit,
            strategies,
            [.. cases.Select(@case => @case.Point).OfType<long>().Distinct().Order().Select(Row)]);

        SweepPivotRow Row(long point)
        {
            var leaders = JobRanking.LeadersAt(point, cases, document, info);
            return new(point, [.. strategies.Select(strategy => Cell(strategy, point, leaders))]);
        }

        TableCell Cell(string strategy, long point, IReadOnlyList<CaseResult> leaders) =>
            Ranking.AtPoint(cases, point).Where(@case => @case.Strategy == strategy).MaxBy(@case => @case.Point) is { Summary: { } summary } @case
                ? new(scale.Text(summary.Median), NumberFormat.Exact(summary.Median, "s"),
                    leaders.Any(leader => ReferenceEquals(leader, @case)) ? "first" : null)
                : TableCell.None;
    }
}

/// <summary>A row of a pivot.</summary>
/// <param name="Point">The point of the sweep.</param>
/// <param name="Cells">One per strategy; the mark <c>first</c> is the winner of the point, or tied for it.</param>
public sealed record SweepPivotRow(long Point, IReadOnlyList<TableCell> Cells);
