using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Tables;

namespace RedisPerf.Core.Reporting.Exporters;

/// <summary>The table of all runs in the HTML report, with the columns of the page. A column with the same value in all runs becomes a part
/// of a sentence, and a reason has its own row, so that the table is narrow enough for paper.</summary>
internal static class HtmlRuns
{
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    /// <returns>The values that all runs have in common, and the table of the others.</returns>
    public static IEnumerable<XElement> Write(JobDocument document, BenchmarkInfo? info)
    {
        var table = new RunTable(document.Request, document.Cases, isVerifiable: info is not null);
        var runs = document.Cases.SelectMany(@case => @case.Runs.Select(run => new RowOfRun(@case, run, table.Row(@case.Key, run)))).ToArray();
        var columns = Columns(table, document.Request, info)
            .Select(column => (column.Header, column.IsNumber, column.IsAlwaysShown, Cells: runs.Select(column.Cell).ToArray())).ToArray();
        var common = columns.Where(column => runs.Length > 1 && !column.IsAlwaysShown && column.Cells.Distinct().Count() == 1).ToArray();
        var shown = columns.Except(common).ToArray();
        if (common.Where(column => !column.Cells[0].IsEmpty).Select(column => $"{column.Header} {column.Cells[0].Text}").ToArray()
            is { Length: > 0 } known)
        {
            yield return HtmlReport.Element("p", $"In all runs: {string.Join(", ", known)}.");
        }

        yield return HtmlReport.Table(shown.Select(column => (column.Header, column.IsNumber)), Rows());

        IEnumerable<(string, IReadOnlyList<string>)> Rows()
        {
            foreach (var (index, (_, run, row)) in runs.Index())
            {
                yield return (row.Style is "" && run.IsDisturbed ? "disturbed" : row.Style, [.. shown.Select(column => column.Cells[index].Text)]);
                if ((run.Error.ToText() ?? row.Disturbed) is { } reason)
                {
                    yield return ("reason", [reason]);
                }
            }
        }
    }

    private static IEnumerable<Column> Columns(RunTable table, JobRequest request, BenchmarkInfo? info) =>
    [
        new("strategy", false, each => new(each.Row.Strategy)) { IsAlwaysShown = true },
        .. CoordinatesText.Columns(request) is [] or [{ Kind: AxisKind.Option or AxisKind.Server }]
            ? [new("target", false, each => new(each.Case.Target))]
            : Array.Empty<Column>(),
        .. CoordinatesText.Columns(request).Select(axis => new Column(axis.Label, axis.IsNumeric,
            each => new(CoordinatesText.Cell(each.Case.At, axis)) { IsEmpty = each.Case.At[axis.Name] is null })),
        new("run", true, each => new(each.Row.Number)) { IsAlwaysShown = true },
        .. table.Client.Select(column => Of(column, "")),
        .. table.Server.Where(column => !column.IsSecondary).Select(column => Of(column, "server ")),
    ];

    private static Column Of(TableColumn<Run> column, string prefix) =>
        new($"{prefix}{column.Header} {column.Unit}".TrimEnd(), column.Style != "text", each => column.Cell(each.Run))
        { IsAlwaysShown = column.IsAlwaysShown };

    private sealed record Column(string Header, bool IsNumber, Func<RowOfRun, TableCell> Cell)
    {
        public bool IsAlwaysShown { get; init; }
    }

    private sealed record RowOfRun(CaseResult Case, Run Run, RunTableRow Row);
}
