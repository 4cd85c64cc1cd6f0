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

    /// <param name="document">The job.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static string Write(JobDocument document, BenchmarkInfo? info)
    {
        var verdict = JobVerdict.Of(document, info);
        var table = SummaryTable.Of(document, info);
        var differences = TargetDifferences.Of(document).ToArray();
        var disturbed = JobText.OfDisturbedRuns(document).ToArray();
        var failed = JobText.OfFailedRuns(document).ToArray();
        var unsupported = JobText.OfUnsupportedCases(document).ToArray();
        string[] lines =
        [
            .. verdict.Sentences,
            .. verdict.NextSentence is { } next ? [next] : Array.Empty<string>(),
            .. JobFindings.Details(document, info),
            .. differences.Length == 0 ? [] : differences.Prepend("Differences between targets:").Prepend(""),
            "",
            .. TableLines(table.Columns, [.. table.Rows.Select(row => row.Cells)]),
            .. document.Cases.Any(@case => @case.Summary?.Ratio is not null) ? [JobVerdict.PairedNote] : Array.Empty<string>(),
            .. unsupported.Length == 0 ? [] : unsupported.Prepend("Not supported:").Prepend(""),
            .. disturbed.Length == 0 ? [] : disturbed.Prepend("Disturbed runs:").Prepend(""),
            .. failed.Length == 0 ? [] : failed.Prepend("Failed runs:").Prepend(""),
            .. JobText.OfEnvironment(document).Select(fact => $"{fact.Name}: {fact.Value}").Prepend(""),
        ];
        return string.Concat(lines.Select(line => Printable(line) + '\n'));
    }

    // Text from a server must not control the terminal.
    internal static string Printable(string line) =>
        line.Any(char.IsControl) ? string.Concat(line.Select(character => char.IsControl(character) ? ' ' : character)) : line;

    /// <summary>Aligned header, separator and rows.</summary>
    internal static IEnumerable<string> TableLines(IReadOnlyList<SummaryColumn> columns, IReadOnlyList<IReadOnlyList<string>> rows)
    {
        var header = columns.Select(column => column.Header).ToArray();
        var widths = header.Select((name, index) => rows.Select(cells => cells[index].Length).Append(name.Length).Max()).ToArray();
        yield return Line(header);
        yield return string.Join(Gap, widths.Select(width => new string('-', width)));
        foreach (var cells in rows)
        {
            yield return Line(cells);
        }

        string Line(IReadOnlyList<string> cells) =>
            string.Join(Gap, cells.Select((cell, index) => columns[index].IsNumber ? cell.PadLeft(widths[index]) : cell.PadRight(widths[index]))).TrimEnd();
    }
}
