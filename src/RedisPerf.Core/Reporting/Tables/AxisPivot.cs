using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>The medians along one axis at the same other coordinates: a row for each value, a column for each strategy, one unit for all
/// cells.</summary>
/// <param name="At">The other coordinates.</param>
/// <param name="Header">The label of the axis.</param>
/// <param name="Unit">The unit of all cells: <c>ms/call</c>.</param>
/// <param name="Strategies">The columns: in the order of the job, the floor last.</param>
/// <param name="Rows">By the value.</param>
public sealed record AxisPivot(Coordinates At, string Header, string Unit, IReadOnlyList<string> Strategies, IReadOnlyList<AxisPivotRow> Rows)
{
    /// <summary>A pivot for each panel; empty when the job has no curve.</summary>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static IReadOnlyList<AxisPivot> Of(JobDocument document, BenchmarkInfo? info) => document.Request.Curve is not { } curve ? [] :
    [
        .. from panel in Panel.Of(document.Cases.Where(@case => @case.Summary is not null), document.Request)
           where panel.Cases.Any(@case => document.Request.PointOf(@case.At) is not null)
           select Of(panel, curve, document, info),
    ];

    private static AxisPivot Of(Panel panel, Axis curve, JobDocument document, BenchmarkInfo? info)
    {
        var (cases, request) = (panel.Cases, document.Request);
        var scale = ColumnScale.OfSeconds(cases.Select(@case => @case.Summary?.Median));
        string[] strategies = [.. cases.Select(@case => @case.Strategy).Distinct().OrderBy(strategy => strategy == info?.Floor)];
        return new(
            panel.At,
            curve.Label,
            info?.TimePer is { } operation ? $"{scale.Unit}/{operation}" : scale.Unit,
            strategies,
            [.. cases.Select(@case => request.PointOf(@case.At)).OfType<double>().Distinct().Order().Select(Row)]);

        AxisPivotRow Row(double point)
        {
            var leaders = JobRanking.LeadersAt(point, cases, document, info);
            return new(point, CoordinatesText.Point(point, request), [.. strategies.Select(strategy => Cell(strategy, point, leaders))]);
        }

        TableCell Cell(string strategy, double point, IReadOnlyList<CaseResult> leaders) =>
            Ranking.AtPoint(cases, request, point).Where(@case => @case.Strategy == strategy).MaxBy(@case => request.PointOf(@case.At))
                is { Summary: { } summary } @case
                ? new(scale.Text(summary.Median), NumberFormat.Exact(summary.Median, "s"),
                    leaders.Any(leader => ReferenceEquals(leader, @case)) ? "first" : null)
                : TableCell.None;
    }
}

/// <summary>A row of a pivot.</summary>
/// <param name="Point">The value of the axis.</param>
/// <param name="Text">The value as it is shown.</param>
/// <param name="Cells">One per strategy; the mark <c>first</c> is emphasized at this value.</param>
public sealed record AxisPivotRow(double Point, string Text, IReadOnlyList<TableCell> Cells);
