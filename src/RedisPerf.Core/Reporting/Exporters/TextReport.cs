using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Tables;

namespace RedisPerf.Core.Reporting.Exporters;

/// <summary>A job as aligned lines for a terminal or a log.</summary>
public static class TextReport
{
    private const string Gap = "  ";

    /// <summary>Uses the benchmark of the default catalogue.</summary>
    public static string Write(JobDocument document) => Write(document, Catalogue.Default.Find(document.Benchmark)?.Info);

    /// <inheritdoc cref="Lines"/>
    public static string Write(JobDocument document, BenchmarkInfo? info, TextLayout? layout = null) => Join(Lines(document, info, layout ?? new()));

    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    /// <param name="layout">The columns of the summary.</param>
    public static IReadOnlyList<IReadOnlyList<TextSpan>> Lines(JobDocument document, BenchmarkInfo? info, TextLayout layout)
    {
        var verdict = JobVerdict.Of(document, info);
        var table = SummaryTable.Of(document, info, layout.Cost);
        var differences = TargetDifferences.Of(document).ToArray();
        var disturbed = JobText.OfDisturbedRuns(document).ToArray();
        var failed = JobText.OfFailedRuns(document).ToArray();
        var unsupported = JobText.OfUnsupportedCases(document).ToArray();
        return
        [
            .. verdict.Answers.Select(answer => Line(answer, "first")),
            .. verdict.Sentences.Skip(verdict.Answers.Count).Select(sentence => Line(sentence)),
            .. verdict.NextSentence is { } next ? [Line(next)] : Array.Empty<TextSpan[]>(),
            .. JobFindings.Details(document, info).Select(detail => Line(detail)),
            .. Section("Differences between targets:", differences),
            Line(""),
            .. SummaryLines(table, layout),
            .. document.Cases.Any(@case => @case.Summary?.Ratio is not null)
                ? [Line(JobVerdict.PairedNote(document.Request))]
                : Array.Empty<TextSpan[]>(),
            .. Section("Not supported:", unsupported),
            .. Section(CaseText.Disturbances(document.Cases) ?? "", disturbed),
            .. Section("Failed runs:", failed),
            Line(""),
            .. JobText.OfEnvironment(document).Select(fact => Line($"{fact.Name}: {fact.Value}")),
        ];
    }

    /// <summary>The lines as plain text.</summary>
    internal static string Join(IEnumerable<IReadOnlyList<TextSpan>> lines) =>
        string.Concat(lines.Select(line => string.Concat(line.Select(span => span.Text)).TrimEnd() + '\n'));

    /// <summary>A line with one span.</summary>
    internal static TextSpan[] Line(string text, string? mark = null) => [new(Printable(text), mark)];

    /// <summary>Aligned header, separator and rows.</summary>
    internal static IEnumerable<IReadOnlyList<TextSpan>> TableLines(
        IReadOnlyList<SummaryColumn> columns, IReadOnlyList<IReadOnlyList<TableCell>> rows)
    {
        var header = HeaderOf(columns);
        var lines = AlignedRows([header, .. rows], index => columns[index].IsNumber).ToList();
        lines.Insert(1, Line(string.Join(Gap, Widths([header, .. rows]).Select(width => new string('-', width)))));
        return lines;
    }

    /// <summary>Rows whose columns have the same width.</summary>
    /// <param name="rows">At least one, of the same number of cells.</param>
    /// <param name="isNumber">Whether a column is right-aligned, by its place; null when no column is.</param>
    public static IEnumerable<IReadOnlyList<TextSpan>> AlignedRows(IReadOnlyList<IReadOnlyList<TableCell>> rows, Func<int, bool>? isNumber = null)
    {
        var widths = Widths(rows);
        return rows.Select(row => row.Select((cell, index) => new TextSpan(
            Printable(Padded(cell.Text, index) + (index < row.Count - 1 ? Gap : "")), cell.Mark)).ToArray());

        string Padded(string text, int index) => isNumber?.Invoke(index) == true ? text.PadLeft(widths[index]) : text.PadRight(widths[index]);
    }

    private static IEnumerable<IReadOnlyList<TextSpan>> SummaryLines(SummaryTable table, TextLayout layout)
    {
        var indexes = Shown(table, layout);
        return TableLines(
            [.. indexes.Select(index => table.Columns[index])],
            [.. table.Rows.Select(row => (IReadOnlyList<TableCell>)[.. indexes.Select(
                index => index == 0 && row.IsFirst ? row.Cells[index] with { Mark = "first" } : row.Cells[index])])]);
    }

    // The most important columns that fit, in the order of the table.
    private static IReadOnlyList<int> Shown(SummaryTable table, TextLayout layout)
    {
        if (layout.Columns is { } chosen)
        {
            return [.. table.Columns.Index().Where(column => column.Item.Priority == ColumnPriority.Essential || chosen.Contains(column.Item.Name))
                .Select(column => column.Index)];
        }

        var widths = Widths([HeaderOf(table.Columns), .. table.Rows.Select(row => row.Cells)]);
        var room = layout.Width + Gap.Length;
        var shown = new SortedSet<int>();
        foreach (var (index, column) in table.Columns.Index().OrderBy(column => column.Item.Priority))
        {
            var width = widths[index] + Gap.Length;
            if (column.Priority == ColumnPriority.Essential || width <= room)
            {
                shown.Add(index);
                room -= width;
            }
        }

        return [.. shown];
    }

    private static IReadOnlyList<TableCell> HeaderOf(IReadOnlyList<SummaryColumn> columns) =>
        [.. columns.Select(column => new TableCell(column.Header))];

    private static int[] Widths(IReadOnlyList<IReadOnlyList<TableCell>> rows) =>
        [.. rows[0].Select((_, index) => rows.Max(cells => cells[index].Text.Length))];

    private static IEnumerable<TextSpan[]> Section(string title, string[] lines) =>
        lines.Length == 0 ? [] : [Line(""), Line(title), .. lines.Select(line => Line(line))];

    // Text from a server must not control the terminal.
    private static string Printable(string line) =>
        line.Any(char.IsControl) ? string.Concat(line.Select(character => char.IsControl(character) ? ' ' : character)) : line;
}
