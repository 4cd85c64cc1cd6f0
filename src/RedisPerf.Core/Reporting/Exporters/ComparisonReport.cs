using System.Text;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Reporting.Exporters;

/// <summary>A comparison of two jobs as text: first the differences of environment and options, then the results.</summary>
public static class ComparisonReport
{
    private const string NoDifferences = "Environment and options are the same.";
    private const string Differing = "Differences of environment and options:";

    /// <summary>More rows are collapsed, so that a pull request stays readable.</summary>
    private const int FewRows = 20;

    /// <summary>Number of the largest changes that stay visible when the rows are collapsed.</summary>
    private const int MaxChanged = 10;

    private static readonly SummaryColumn[] DifferenceColumns = [new("what", false), new("base", false), new("new", false)];

    /// <summary>Aligned lines for a terminal or a log.</summary>
    public static string Text(Comparison comparison) => TextReport.Join(Lines(comparison));

    /// <inheritdoc cref="Text"/>
    public static IReadOnlyList<IReadOnlyList<TextSpan>> Lines(Comparison comparison)
    {
        var (columns, rows) = Table(comparison);
        return
        [
            TextReport.Line($"base: {Describe(comparison.Base)}"),
            TextReport.Line($"new:  {Describe(comparison.With)}"),
            TextReport.Line(""),
            .. comparison.Differences.Count == 0
                ? [TextReport.Line(NoDifferences)]
                : TextReport.TableLines(DifferenceColumns, [.. comparison.Differences.Select(Cells)]).Prepend(TextReport.Line(Differing)),
            TextReport.Line(""),
            .. ComparisonHeadline.Sentences(comparison).Select(sentence => TextReport.Line(Headline.Plain(sentence.Text))),
            TextReport.Line(""),
            .. TextReport.TableLines(columns, rows),
        ];
    }

    /// <summary>Markdown for a pull request.</summary>
    public static string Markdown(Comparison comparison)
    {
        var (columns, rows) = Table(comparison);
        var changed = ComparisonHeadline.Changed(comparison).Take(MaxChanged).ToArray();
        var markdown = new StringBuilder();
        Line($"## {MarkdownReport.Text(comparison.Base.Benchmark)} comparison");
        Line("");
        Line($"- base: {MarkdownReport.Text(Describe(comparison.Base))}");
        Line($"- new: {MarkdownReport.Text(Describe(comparison.With))}");
        Line("");
        if (comparison.Differences.Count == 0)
        {
            Line(NoDifferences);
        }
        else
        {
            Line(Differing);
            Line("");
            Write(DifferenceColumns, comparison.Differences.Select(Cells));
        }

        Line("");
        Line(string.Join(' ', ComparisonHeadline.Sentences(comparison).Select(sentence => MarkdownReport.Sentence(sentence.Text))));
        if (rows.Length > FewRows && changed.Length > 0)
        {
            Line("");
            Write(columns, changed.Select(@case => rows[RowIndex(comparison, @case)]));
        }

        if (rows.Length > FewRows)
        {
            MarkdownReport.Details(markdown, $"All {rows.Length} cases", () => Write(columns, rows));
        }
        else if (rows.Length > 0)
        {
            Line("");
            Write(columns, rows);
        }

        return markdown.ToString();

        void Line(string line) => MarkdownReport.Line(markdown, line);

        void Write(SummaryColumn[] columns, IEnumerable<IReadOnlyList<TableCell>> rows)
        {
            MarkdownReport.Header(markdown, columns);
            foreach (var row in rows)
            {
                Line(MarkdownReport.Row(row.Select(cell => cell.Text)));
            }
        }
    }

    private static string Describe(JobReference job)
    {
        var note = job.Note is null ? "" : $", {job.Note}";
        return $"{JobText.NameOf(job)}, {NumberFormat.Time(job.StartedAt ?? job.CreatedAt)}, job {job.Id}{note}";
    }

    private static (SummaryColumn[] Columns, IReadOnlyList<TableCell>[] Rows) Table(Comparison comparison)
    {
        var hasPlaces = comparison.Cases.Select(@case => CoordinatesText.Place(@case.Key.At)).Distinct().Count() > 1;
        var hasPoints = comparison.Cases.Any(@case => @case.Key.At.Others.Count > 0);
        var (perItem, per) = (comparison.PerItem, comparison.PerItem ? "/item" : "");
        var time = ColumnScale.OfSeconds(comparison.Cases.SelectMany(@case => new[] { @case.BaseMedian(perItem), @case.WithMedian(perItem) }));
        (SummaryColumn Column, Func<CaseComparison, TableCell> Cell, bool IsShown)[] all =
        [
            (new("strategy", false), @case => new(@case.Strategy), true),
            (new("target", false), @case => new(CoordinatesText.Place(@case.Key.At)), hasPlaces),
            (new("point", true),
                @case => CoordinatesText.Options(@case.Key.At, comparison.Axes) is { Length: > 0 } point ? new(point) : TableCell.None, hasPoints),
            (new("base runs", true), @case => new(NumberFormat.Whole(@case.Base?.Count ?? 0)), true),
            (new("new runs", true), @case => new(NumberFormat.Whole(@case.With?.Count ?? 0)), true),
            (new($"base median {time.Unit}{per}", true), @case => new(time.Text(@case.BaseMedian(perItem))), true),
            (new($"new median {time.Unit}{per}", true), @case => new(time.Text(@case.WithMedian(perItem))), true),
            (new("new vs base (unpaired)", false),
                @case => Cell(@case.RatioText, @case, Basis.Itself), true),
            (new("base × floor", true), @case => FloorCell(@case, @case.Base), comparison.HasFloorRatiosOfJobs),
            (new("new × floor", true), @case => FloorCell(@case, @case.With), comparison.HasFloorRatiosOfJobs),
            (new($"new vs base, × {comparison.FloorWord}", false),
                @case => Cell(@case.FloorRatioText, @case, Basis.Floor), comparison.HasFloorRatios),
        ];
        var shown = all.Where(column => column.IsShown).ToArray();
        return ([.. shown.Select(column => column.Column)],
            [.. comparison.Cases.Select(@case => (IReadOnlyList<TableCell>)[.. shown.Select(column => column.Cell(@case))])]);
    }

    private static TableCell Cell(string? text, CaseComparison @case, Basis basis) =>
        text is null ? TableCell.None : new(text, Mark: @case.Basis == basis ? @case.Verdict?.ToWord() : null);

    private static TableCell FloorCell(CaseComparison @case, Summary? summary) =>
        @case.FloorRatio is null ? TableCell.None : new(NumberFormat.Significant(summary?.FloorRatio));

    private static int RowIndex(Comparison comparison, CaseComparison @case) =>
        comparison.Cases.TakeWhile(other => !ReferenceEquals(other, @case)).Count();

    private static IReadOnlyList<TableCell> Cells(Difference difference) => [new(difference.Label), new(difference.Base), new(difference.With)];
}
