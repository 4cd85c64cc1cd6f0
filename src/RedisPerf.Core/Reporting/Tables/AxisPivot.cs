using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;

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
    /// <summary>A pivot for each panel; empty when the job varies nothing.</summary>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    /// <param name="isShown">The panels to include, by their coordinates; null for all.</param>
    public static IReadOnlyList<AxisPivot> Of(JobDocument document, BenchmarkInfo? info, Func<Coordinates, bool>? isShown = null) =>
        document.Request.ChartAxis is not { } axis ? [] :
    [
        .. from panel in Panel.Of(
            BenchmarkInfo.WithoutReference(document, info).Cases.Where(@case => @case.Summary is not null), document.Request, axis.Name)
           where panel.Cases.Any(@case => @case.At[axis.Name] is not null) && isShown?.Invoke(panel.At) != false
           select Of(panel, axis, document, info),
    ];

    private static AxisPivot Of(Panel panel, Axis axis, JobDocument document, BenchmarkInfo? info)
    {
        var cases = panel.Cases;
        var scale = ColumnScale.OfSeconds(cases.Select(@case => @case.Summary?.Median));
        string[] strategies = [.. cases.Select(@case => @case.Strategy).Distinct().OrderBy(strategy => strategy == info?.Floor)];
        return new(
            panel.At,
            axis.Label,
            info?.TimePer is { } operation ? $"{scale.Unit}/{operation}" : scale.Unit,
            strategies,
            [.. cases.Select(@case => @case.At[axis.Name]).OfType<string>().Distinct()
                .OrderBy(value => Coordinates.None.With(axis.Name, value), document.Request.Order).Select(Row)]);

        AxisPivotRow Row(string value)
        {
            // A strategy that the axis does not affect is in each row.
            CaseResult[] own = [.. cases.Where(@case => @case.At[axis.Name] is var at && (at is null || at == value))];
            var leaders = JobRanking.LeadersOf(own, document, info);
            return new(value, CoordinatesText.Value(axis, value), [.. strategies.Select(strategy => Cell(strategy, own, leaders))]);
        }

        TableCell Cell(string strategy, CaseResult[] own, IReadOnlyList<CaseResult> leaders) =>
            own.Where(@case => @case.Strategy == strategy).MaxBy(@case => @case.At.Count) is { Summary: { } summary } @case
                ? new(scale.Text(summary.Median), NumberFormat.Exact(summary.Median, "s"),
                    leaders.Any(leader => ReferenceEquals(leader, @case)) ? "first" : null)
                : TableCell.None;
    }
}

/// <summary>A row of a pivot.</summary>
/// <param name="Value">The value of the axis.</param>
/// <param name="Text">The value as it is shown.</param>
/// <param name="Cells">One per strategy; the mark <c>first</c> is emphasized at this value.</param>
public sealed record AxisPivotRow(string Value, string Text, IReadOnlyList<TableCell> Cells);
