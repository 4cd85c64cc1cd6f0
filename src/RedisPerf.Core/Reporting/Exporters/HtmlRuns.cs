using System.Xml.Linq;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Exporters;

/// <summary>
/// The table of all runs in the HTML report. A column with the same value in all runs becomes a part of a sentence, and a
/// reason has its own row, so that the table is narrow enough for paper.
/// </summary>
internal static class HtmlRuns
{
    /// <returns>The values that all runs have in common, and the table of the others.</returns>
    public static IEnumerable<XElement> Write(JobDocument document)
    {
        var runs = document.Cases.SelectMany(@case => @case.Runs.Select(run => (Case: @case, Run: run))).ToArray();
        var columns = Columns([.. runs.Select(each => each.Run)]).Select(column => (column.Header, column.IsNumber, column.IsAlwaysShown, Cells: runs.Select(each => column.Cell(each.Case, each.Run)).ToArray())).ToArray();
        var common = columns.Where(column => runs.Length > 1 && !column.IsAlwaysShown && column.Cells.Distinct().Count() == 1).ToArray();
        var shown = columns.Except(common).ToArray();
        if (common.Where(column => column.Cells[0] is not (NumberFormat.None or NumberFormat.NotReported)).Select(column => $"{column.Header} {column.Cells[0]}").ToArray() is { Length: > 0 } known)
        {
            yield return HtmlReport.Element("p", $"In all runs: {string.Join(", ", known)}.");
        }

        yield return HtmlReport.Table(shown.Select(column => (column.Header, column.IsNumber)), Rows());

        IEnumerable<(string, IReadOnlyList<string>)> Rows()
        {
            foreach (var (index, (_, run)) in runs.Index())
            {
                yield return (run.Warmup ? "warmup" : run.IsExcluded ? "left-out" : run.IsDisturbed ? "disturbed" : "", [.. shown.Select(column => column.Cells[index])]);
                if ((run.Error.ToText() ?? run.Disturbed.ToText()) is { } reason)
                {
                    yield return ("reason", [reason]);
                }
            }
        }
    }

    private static IEnumerable<Column> Columns(IReadOnlyList<Run> runs)
    {
        yield return new("strategy", false, (@case, _) => @case.Strategy) { IsAlwaysShown = true };
        yield return new("target", false, (@case, _) => @case.Target);
        yield return new("client", false, (@case, _) => @case.Client ?? NumberFormat.None);
        yield return new("point", true, (@case, _) => @case.Point is null ? NumberFormat.None : NumberFormat.Whole(@case.Point));
        yield return new("round", true, (_, run) => run.Warmup ? $"{run.Round} (warm-up)" : $"{run.Round}") { IsAlwaysShown = true };
        yield return new("state", false, (_, run) => State(run));
        yield return Seconds("time", run => run.CountedSeconds) with { IsAlwaysShown = true };
        yield return Seconds("encode", run => run.EncodeSeconds);
        yield return new("operations", true, (_, run) => NumberFormat.Whole(run.Operations));
        yield return Megabytes("payload", run => run.PayloadBytes);
        yield return Megabytes("wire", run => run.WireBytes);
        yield return Seconds("client CPU", run => run.Client?.CpuSeconds);
        yield return Megabytes("allocated", run => run.Client?.AllocatedBytes);
        yield return Seconds("server CPU", run => run.Server?.CpuSeconds);
        yield return Megabytes("server memory", run => run.Server?.UsedMemoryDelta);
        yield return Megabytes("server received", run => run.Server?.NetInputBytes);

        Column Seconds(string name, Func<Run, double?> value)
        {
            var scale = ColumnScale.OfSeconds(runs.Select(value));
            return new($"{name} {scale.Unit}", true, (_, run) => scale.Text(value(run)));
        }

        Column Megabytes(string name, Func<Run, double?> value)
        {
            var scale = ColumnScale.OfNumbers(runs.Select(value), 1e-6);
            return new($"{name} MB", true, (_, run) => scale.Text(value(run)));
        }
    }

    private static string State(Run run) => run switch
    {
        { State: RunState.Ok, Verified: false } => "not verified",
        { State: RunState.Ok, IsDisturbed: true } => $"⚠ {CaseText.Disturbed(run)}",
        _ => JobText.Word(run.State),
    };

    private sealed record Column(string Header, bool IsNumber, Func<CaseResult, Run, string> Cell)
    {
        public bool IsAlwaysShown { get; init; }
    }
}
