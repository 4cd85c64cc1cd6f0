using System.CommandLine;
using System.Diagnostics.CodeAnalysis;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Tables;

namespace RedisPerf.Cli;

/// <summary>The options that choose how a job is printed, and the printing.</summary>
internal sealed class JobOutput(TextWriter output)
{
    private const string All = "all";
    private const string Json = "json";
    private const string Bencher = "bmf";
    private const string GithubActionBenchmark = "github-action-benchmark";
    private const string ParquetRuns = "parquet";
    private const string ParquetSlices = "parquet-slices";

    private readonly Option<string> _format =
        Flags.Format("table", Json, "csv", "md", Bencher, GithubActionBenchmark, ParquetRuns, ParquetSlices);
    private readonly Option<string> _columns = new("--columns")
    {
        Description = "Columns of the table after the median, for example against,min,cv; or all. "
        + "Default: as many as fit the width of the terminal, or 100 characters.",
        HelpName = "names"
    };
    private readonly Option<StorageCost?> _price = new("--price")
    {
        Description = "Price of 1 GB of memory for a month. The table, csv and md then have the cost of the stored data.",
        HelpName = "number",
        CustomParser = Flags.Reader((string text, [MaybeNullWhen(false)] out StorageCost cost) => (cost = StorageCost.Read(text)) is not null,
            _ => $"--price {StorageCost.Rule}"),
    };

    public IEnumerable<Option> Options => [_format, _columns, _price];

    /// <returns>The error of the chosen columns, of a price for a format without a cost, or of a binary format for a screen; null when they
    /// are valid.</returns>
    public string? Refusal(ParseResult parsed, JobRequest request, BenchmarkInfo? info)
    {
        var format = parsed.GetValue(_format);
        if (parsed.GetValue(_price) is not null && format is not ("table" or "csv" or "md"))
        {
            return "--price requires the format table, csv or md: the other formats have no cost.";
        }

        if (format is ParquetRuns or ParquetSlices && Terminal.IsScreen(output))
        {
            return $"--format {format} is binary. Redirect the output to a file, as in > runs.parquet.";
        }

        var names = SummaryTable.ChoosableNames(request, info);
        return Chosen(parsed)?.FirstOrDefault(name => name != All && !names.Contains(name)) is { } unknown
            ? $"--columns has no column \"{unknown}\". Valid: {All}, {string.Join(", ", names)}."
            : null;
    }

    public async Task WriteAsync(ParseResult parsed, JobDocument document, BenchmarkInfo? info)
    {
        var cost = parsed.GetValue(_price);
        switch (parsed.GetValue(_format))
        {
            case Json:
                await output.WriteLineAsync(JsonReport.Write(document));
                break;
            case Bencher:
                await output.WriteLineAsync(BencherReport.Write(document));
                break;
            case GithubActionBenchmark:
                await output.WriteLineAsync(GithubActionBenchmarkReport.Write(document, info));
                break;
            case ParquetRuns:
                await ConsoleWriter.WriteBytesAsync(await ParquetReport.WriteRunsAsync([document], CancellationToken.None));
                break;
            case ParquetSlices:
                await ConsoleWriter.WriteBytesAsync(await ParquetReport.WriteSlicesAsync([document], CancellationToken.None));
                break;
            case "csv":
                await output.WriteAsync(CsvReport.Write(document, cost));
                break;
            case "md":
                await output.WriteAsync(MarkdownReport.Write(document, info, cost));
                break;
            default:
                var chosen = Chosen(parsed);
                var columns = chosen?.Contains(All) == true ? SummaryTable.ChoosableNames(document.Request, info) : chosen;
                await Terminal.WriteAsync(output, TextReport.Lines(document, info, new(Terminal.TableWidth(output), columns) { Cost = cost }));
                break;
        }
    }

    private string[]? Chosen(ParseResult parsed) =>
        parsed.GetValue(_columns)?.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
}
