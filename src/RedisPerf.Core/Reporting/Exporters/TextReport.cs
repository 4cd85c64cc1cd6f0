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

    /// <param name="document">The job.</param>
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
            .. document.Cases.Any(@case => @case.Summary?.Ratio is not null) ? [Line(JobVerdict.PairedNote(document.Request))] : Array.Empty<TextSpan[]>(),
            .. Section("Not supported:", unsupported),
            .. Section("Disturbed runs:", disturbed),
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
    internal static IEnumerable<IReadOnlyList<TextSpan>> TableLines(IReadOnlyList<SummaryColumn> columns, IReadOnlyList<IReadOnlyList<TableCell>> rows)
    {
        var widths = Widths(columns, rows);
        yield return Aligned([.. columns.Select(column => new TableCell(column.Header))]);
        yield return Line(string.Join(Gap, widths.Select(width => new string('-', width))));
        foreach (var cells in rows)
        {
            yield return Aligned(cells);
        }

        TextSpan[] Aligned(IReadOnlyList<TableCell> cells) =>
        [
            .. cells.Select((cell, place) => new TextSpan(
                Printable((columns[place].IsNumber ? cell.Text.PadLeft(widths[place]) : cell.Text.PadRight(widths[place])) + (place < cells.Count - 1 ? Gap : "")), cell.Mark)),
        ];
    }

    private static IEnumerable<IReadOnlyList<TextSpan>> SummaryLines(SummaryTable table, TextLayout layout)
    {
        var places = Shown(table, layout);
        return TableLines(
            [.. places.Select(place => table.Columns[place])],
            [.. table.Rows.Select(row => (IReadOnlyList<TableCell>)[.. places.Select(place => place == 0 && row.IsFirst ? row.Cells[place] with { Mark = "first" } : row.Cells[place])])]);
    }

    // The most important columns that fit, in the order of the table.
    private static IReadOnlyList<int> Shown(SummaryTable table, TextLayout layout)
    {
        if (layout.Columns is { } chosen)
        {
            return [.. table.Columns.Index().Where(column => column.Item.Priority == ColumnPriority.Essential || chosen.Contains(column.Item.Name)).Select(column => column.Index)];
        }

        var widths = Widths(table.Columns, [.. table.Rows.Select(row => row.Cells)]);
        var room = layout.Width + Gap.Length;
        var shown = new SortedSet<int>();
        foreach (var (place, column) in table.Columns.Index().OrderBy(column => column.Item.Priority))
        {
            var width = widths[place] + Gap.Length;
            if (column.Priority == ColumnPriority.Essential || width <= room)
            {
                shown.Add(place);
                room -= width;
            }
        }

        return [.. shown];
    }

    private static int[] Widths(IReadOnlyList<SummaryColumn> columns, IReadOnlyList<IReadOnlyList<TableCell>> rows) =>
        [.. columns.Select((column, place) => rows.Select(cells => cells[place].Text.Length).Append(column.Header.Length).Max())];

    private static IEnumerable<TextSpan[]> Section(string title, string[] lines) =>
        lines.Length == 0 ? [] : [Line(""), Line(title), .. lines.Select(line => Line(line))];

    // Text from a server must not control the terminal.
    private static string Printable(string line) =>
        line.Any(char.IsControl) ? string.Concat(line.Select(character => char.IsControl(character) ? ' ' : character)) : line;
}
