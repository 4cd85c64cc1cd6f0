using System.Text;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Tables;

namespace RedisPerf.Core.Reporting.Exporters;

/// <summary>A job as Markdown for a pull request.</summary>
public static class MarkdownReport
{
    /// <summary>Uses the benchmark of the default catalogue.</summary>
    public static string Write(JobDocument document) => Write(document, Catalogue.Default.Find(document.Benchmark)?.Info);

    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    /// <param name="cost">The cost of storage, for a column; null for no such column.</param>
    public static string Write(JobDocument document, BenchmarkInfo? info, StorageCost? cost = null)
    {
        var table = SummaryTable.Of(document, info, cost);
        var markdown = new StringBuilder();
        Line(markdown, $"## {Text(JobText.Heading(document, info))}");
        Line(markdown, "");
        var verdict = JobVerdict.Of(document, info);
        foreach (var sentence in verdict.Answers.Select(Strong)
            .Concat(verdict.Sentences.Skip(verdict.Answers.Count).Append(verdict.NextSentence).OfType<string>().Select(Sentence))
            .Concat(JobFindings.Details(document, info).Select(Sentence)))
        {
            Line(markdown, sentence);
            Line(markdown, "");
        }

        Open(markdown, "Differences between targets", TargetDifferences.Of(document).Select(Text));
        Header(markdown, table.Columns);
        foreach (var row in table.Rows)
        {
            Line(markdown, Row(row.Cells.Select(cell => cell.Text), isBold: row.IsFirst));
        }

        if (document.Cases.Any(@case => @case.Summary?.Ratio is not null))
        {
            Line(markdown, "");
            Line(markdown, JobVerdict.PairedNote(document.Request));
        }

        List(markdown, "Not supported", JobText.OfUnsupportedCases(document).Select(Text));
        List(markdown, CaseText.Disturbances(document.Cases) ?? "", JobText.OfDisturbedRuns(document).Select(Text));
        List(markdown, "Failed runs", JobText.OfFailedRuns(document).Select(Text));
        List(markdown, "Environment", JobText.OfEnvironment(document).Select(Fact));
        List(markdown, "Request", JobText.OfRequest(document, info).Select(Fact));
        return markdown.ToString();
    }

    internal static void Header(StringBuilder markdown, IReadOnlyList<SummaryColumn> columns)
    {
        Line(markdown, Row(columns.Select(column => column.Header)));
        Line(markdown, $"|{string.Join('|', columns.Select(column => column.IsNumber ? "---:" : "---"))}|");
    }

    internal static string Row(IEnumerable<string> cells, bool isBold = false) =>
        $"| {string.Join(" | ", cells.Select((cell, index) => isBold && index == 0 ? $"**{Text(cell)}**" : Text(cell)))} |";

    private static string Strong(string sentence) => $"**{Sentence(sentence)}**";

    private static string Fact((string Name, string Value) fact) => $"{Text(fact.Name)}: {Text(fact.Value)}";

    /// <summary>A collapsed section: in a pull request the summary above it is more important.</summary>
    internal static void Details(StringBuilder markdown, string summary, Action body)
    {
        Line(markdown, "");
        Line(markdown, $"<details><summary>{Text(summary)}</summary>");
        Line(markdown, "");
        body();
        Line(markdown, "");
        Line(markdown, "</details>");
    }

    private static void Open(StringBuilder markdown, string heading, IEnumerable<string> items)
    {
        var lines = items.ToArray();
        if (lines.Length > 0)
        {
            Line(markdown, $"**{heading}**");
            Line(markdown, "");
            Lines(markdown, lines);
            Line(markdown, "");
        }
    }

    private static void List(StringBuilder markdown, string heading, IEnumerable<string> items)
    {
        var lines = items.ToArray();
        if (lines.Length > 0)
        {
            Details(markdown, heading, () => Lines(markdown, lines));
        }
    }

    private static void Lines(StringBuilder markdown, string[] lines)
    {
        foreach (var line in lines)
        {
            Line(markdown, $"- {line}");
        }
    }

    // LF on every platform, because reports are compared and committed.
    internal static void Line(StringBuilder markdown, string line) => markdown.Append(line).Append('\n');

    // A name in backticks is code in Markdown too, and code needs no escapes.
    internal static string Sentence(string sentence) =>
        string.Concat(sentence.Split('`').Select((part, index) => index % 2 == 0 ? Text(part) : $"`{part.ReplaceLineEndings(" ")}`"));

    // Text of a server or user must stay text, not a table cell, emphasis, link, tag or mention.
    internal static string Text(string text)
    {
        var escaped = new StringBuilder(text.Length);
        foreach (var character in text.ReplaceLineEndings(" "))
        {
            _ = character switch
            {
                '\\' or '|' or '`' or '*' or '_' or '[' or ']' or '#' => escaped.Append('\\').Append(character),
                '<' => escaped.Append("&lt;"),
                '>' => escaped.Append("&gt;"),
                '&' => escaped.Append("&amp;"),
                '@' => escaped.Append("&#64;"),
                // A terminal would execute control characters, and an override of the direction would reorder the line.
                _ when char.IsControl(character) || character is (>= '\u202A' and <= '\u202E') or (>= '\u2066' and <= '\u2069') =>
                    escaped.Append('\uFFFD'),
                _ => escaped.Append(character),
            };
        }

        return escaped.ToString();
    }
}
