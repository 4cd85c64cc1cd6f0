using System.Text;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Tables;

namespace RedisPerf.Core.Reporting.Exporters;

/// <summary>A comparison of base and head as text: the sentence, then the strategies that differ, then the others.</summary>
public static class BuildReport
{
    /// <summary>More rows that differ are collapsed, so that a comment has at most 40 lines.</summary>
    private const int MaxRows = 15;

    /// <summary>Aligned lines for a terminal or a log.</summary>
    public static IReadOnlyList<IReadOnlyList<TextSpan>> Lines(BuildComparison comparison)
    {
        var (columns, rows) = Table(comparison, comparison.Cases);
        return
        [
            TextReport.Line(Headline.Plain(BuildHeadline.Of(comparison))),
            TextReport.Line(""),
            .. TextReport.TableLines(columns, rows),
            TextReport.Line(""),
            .. Conditions(comparison).Select(line => TextReport.Line(line)),
        ];
    }

    /// <summary>Markdown for a comment on a pull request: what did not move is collapsed.</summary>
    public static string Markdown(BuildComparison comparison)
    {
        var markdown = new StringBuilder();
        Line($"### {MarkdownReport.Text(comparison.Job.Benchmark)}: base and head");
        Line("");
        Line(MarkdownReport.Sentence(BuildHeadline.Of(comparison)));
        var moved = (comparison.IsUnproven ? comparison.Differing : comparison.Moved).Take(MaxRows).ToArray();
        if (moved.Length > 0)
        {
            Line("");
            Write(moved);
        }

        var rest = comparison.Cases.Except(moved).ToArray();
        if (rest.Length > 0)
        {
            // With the cases that differ beyond the first ones.
            MarkdownReport.Details(markdown, NumberFormat.Count(rest.Length, "other case"), () => Write(rest));
        }

        Line("");
        foreach (var line in Conditions(comparison))
        {
            Line($"- {MarkdownReport.Text(line)}");
        }

        return markdown.ToString();

        void Line(string line) => MarkdownReport.Line(markdown, line);

        void Write(IReadOnlyList<BuildCase> cases)
        {
            var (columns, rows) = Table(comparison, cases);
            MarkdownReport.Header(markdown, columns);
            foreach (var row in rows)
            {
                Line(MarkdownReport.Row(row.Select(cell => cell.Text)));
            }
        }
    }

    private static IEnumerable<string> Conditions(BuildComparison comparison)
    {
        yield return $"{comparison.Job.Title}, {NumberFormat.Count(comparison.Job.Request.Runs, "round")}; "
            + "control: the base a second time. Below 1× is faster; intervals of 95%.";
        yield return $"servers: {JobText.Targets(comparison.Job)}";
        foreach (var (name, value) in comparison.Job.Environment is { } environment ? JobText.OfPrograms(environment) : [])
        {
            yield return $"{name}: {value}";
        }
    }

    private static (SummaryColumn[] Columns, IReadOnlyList<TableCell>[] Rows) Table(BuildComparison comparison, IReadOnlyList<BuildCase> cases)
    {
        var time = ColumnScale.OfSeconds(comparison.Cases.SelectMany(@case => new[] { @case.BaseSummary?.Median, @case.HeadSummary?.Median }));
        SummaryColumn[] columns =
        [
            new("strategy", false), new($"base median {time.Unit}", true), new($"head median {time.Unit}", true), new("head vs base (paired)", false),
            new("control", false),
        ];
        return (columns, [.. cases.Select(@case => (IReadOnlyList<TableCell>)
        [
            new(comparison.NameOf(@case)), new(time.Text(@case.BaseSummary?.Median)), new(time.Text(@case.HeadSummary?.Median)),
            CellOf(@case.Head), CellOf(@case.Control),
        ])]);
    }

    private static TableCell CellOf(Ratio? ratio) =>
        ratio is null ? TableCell.None : new(NumberFormat.Comparison(ratio), Mark: ratio.Verdict.ToWord());
}
