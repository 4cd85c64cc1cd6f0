using System.Globalization;
using System.Text;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Tables;

namespace RedisPerf.Core.Reporting.Exporters;

/// <summary>RFC 4180 CSV with one line per run, including warm-up and failed runs, and one line per unsupported case. Numbers have all
/// digits and the invariant format; an unknown value is an empty cell. Times are in seconds, sizes in bytes. Columns that start with "case"
/// have the summary of the run's case and repeat on each of its lines: its times are those of one operation or the latency, where the
/// tables show these. The columns of the options of the job, such as <c>option.items</c>, are the same on each line. The last columns are the
/// coordinates of the case on the axes of the options and server settings that the job varies, such as <c>at.payloadBytes</c>.</summary>
public static class CsvReport
{
    private static readonly (string Header, Func<JobDocument, CaseResult, Run?, string> Cell)[] Columns =
    [
        ("job", (document, _, _) => document.Id.ToString()),
        ("benchmark", (document, _, _) => Text(document.Benchmark)),
        ("strategy", (_, @case, _) => Text(@case.Strategy)),
        ("target", (_, @case, _) => Text(@case.Target)),
        ("point", (_, @case, _) => Number(@case.Point)),
        ("round", (_, _, run) => Number(run?.Round)),
        ("warmup", (_, _, run) => FormatBoolean(run?.Warmup)),
        ("state", (_, _, run) => run is null ? "unsupported" : run.State.ToWord()),
        ("verified", (_, _, run) => FormatBoolean(run?.Verified)),
        ("seconds", (_, _, run) => Number(run?.Seconds)),
        ("encodeSeconds", (_, _, run) => Number(run?.EncodeSeconds)),
        ("operations", (_, _, run) => Number(run?.Operations)),
        ("payloadBytes", (_, _, run) => Number(run?.PayloadBytes)),
        ("wireBytes", (_, _, run) => Number(run?.WireBytes)),
        ("clientCpuSeconds", (_, _, run) => Number(run?.Client?.CpuSeconds)),
        ("clientAllocatedBytes", (_, _, run) => Number(run?.Client?.AllocatedBytes)),
        ("clientPeakWorkingSet", (_, _, run) => Number(run?.Client?.PeakWorkingSet)),
        ("serverCpuSeconds", (_, _, run) => Number(run?.Server?.CpuSeconds)),
        ("serverUsedMemoryDelta", (_, _, run) => Number(run?.Server?.UsedMemoryDelta)),
        ("serverNetInputBytes", (_, _, run) => Number(run?.Server?.NetInputBytes)),
        ("serverCommands", (_, _, run) => Text(Commands(run?.Server?.Commands))),
        ("error", (_, @case, run) => Text((run is null ? @case.Unsupported : run.Error).ToText())),
        ("disturbed", (_, _, run) => Text(run?.Disturbed.ToText())),
        ("leftOut", (_, _, run) => FormatBoolean(run?.ExcludedByUser)),
        ("clientPoolDelay", (_, _, run) => Number(run?.Client?.PoolDelay)),
        ("clientStolen", (_, _, run) => Number(run?.Client?.Stolen)),
        ("clientOthers", (_, _, run) => Number(run?.Client?.Others)),
        ("clientIdle", (_, _, run) => Number(run?.Client?.Idle)),
        ("figures", (_, _, run) => Text(Own(run?.Figures))),
        ("caseMean", (_, @case, _) => Number(@case.Summary?.Mean)),
        ("caseMeanLow", (_, @case, _) => Number(@case.Summary?.MeanLow)),
        ("caseMeanHigh", (_, @case, _) => Number(@case.Summary?.MeanHigh)),
        ("caseClientBusy", (_, @case, _) => Number(@case.Summary?.ClientBusy)),
        ("caseServerBusy", (_, @case, _) => Number(@case.Summary?.ServerBusy)),
        ("caseBoundBy", (_, @case, _) => @case.Summary?.BoundBy is { } bound ? bound.ToWord() : ""),
        ("caseBaseline", (_, @case, _) => Text(@case.Summary?.Ratio?.Baseline)),
        ("caseRatio", (_, @case, _) => Number(@case.Summary?.Ratio?.Value)),
        ("caseVerdict", (_, @case, _) => @case.Summary?.Ratio is { } ratio ? ratio.Verdict.ToWord() : ""),
        ("client", (_, @case, _) => Text(@case.Client)),
        ("scaledSeconds", (_, _, run) => Number(run is { IsPartlyExcludedByUser: true } ? run.ScaledSeconds : null)),
        ("caseMedian", (_, @case, _) => Number(@case.Summary?.Median)),
        ("caseRatioLow", (_, @case, _) => Number(@case.Summary?.Ratio?.Low)),
        ("caseRatioHigh", (_, @case, _) => Number(@case.Summary?.Ratio?.High)),
    ];

    /// <param name="cost">The cost of storage, for a column after those of the options; null for no such column.</param>
    public static string Write(JobDocument document, StorageCost? cost = null)
    {
        var csv = new StringBuilder();
        List<(string Header, Func<JobDocument, CaseResult, Run?, string> Cell)> columns = [.. Columns];
        foreach (var (name, value) in document.Request.Options)
        {
            columns.Add(($"option.{name}", (_, _, _) => Text(OptionInfo.Text(value))));
        }

        if (cost is not null)
        {
            columns.Add(("caseCostPerMonth", (_, @case, _) => Number(cost.Of(@case))));
        }

        foreach (var axis in document.Request.Axes.Where(axis => axis.Kind is AxisKind.Option or AxisKind.Server))
        {
            columns.Add(($"at.{axis.Name}", (_, @case, _) => Text(@case.At[axis.Name])));
        }

        Append(csv, columns.Select(column => Text(column.Header)));
        foreach (var @case in document.Cases)
        {
            foreach (var run in @case.Unsupported is null ? @case.Runs : (IEnumerable<Run?>)[null])
            {
                Append(csv, columns.Select(column => column.Cell(document, @case, run)));
            }
        }

        return csv.ToString();
    }

    // RFC 4180 ends a line with CRLF on every platform.
    private static void Append(StringBuilder csv, IEnumerable<string> cells) => csv.AppendJoin(',', cells).Append("\r\n");

    private static string Number<T>(T? value)
        where T : struct, IFormattable => value?.ToString(null, CultureInfo.InvariantCulture) ?? "";

    private static string FormatBoolean(bool? value) => value switch { true => "true", false => "false", null => "" };

    private static string Own(IReadOnlyDictionary<string, double>? figures) =>
        figures is null
            ? ""
            : string.Join(' ', figures.Select(figure => string.Create(CultureInfo.InvariantCulture, $"{figure.Key}={figure.Value}")));

    private static string Commands(IReadOnlyDictionary<string, long>? commands) =>
        commands is null
            ? ""
            : string.Join(' ', commands.Select(command => string.Create(CultureInfo.InvariantCulture, $"{command.Key}={command.Value}")));

    // A spreadsheet runs a cell that starts like a formula, even a quoted one. An apostrophe makes it text.
    // https://owasp.org/www-community/attacks/CSV_Injection
    private static string Text(string? text)
    {
        var guarded = text is ['=' or '+' or '-' or '@' or '\t' or '\r', ..] ? "'" + text : text ?? "";
        return guarded.AsSpan().IndexOfAny("\",\r\n") < 0 ? guarded : $"\"{guarded.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
    }
}
