using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>
/// The tables of a job's single runs on its page: the figures of the client, and those of the server. Each column has one
/// unit for all runs of the job.
/// </summary>
public sealed class RunTable
{
    private readonly JobRequest _request;

    /// <param name="request">The job's request.</param>
    /// <param name="cases">The cases so far, which determine the units.</param>
    /// <param name="isVerifiable">False for a benchmark that no longer exists: whether its runs were read back is unknown.</param>
    public RunTable(JobRequest request, IReadOnlyList<CaseResult> cases, bool isVerifiable)
    {
        _request = request;
        Run[] runs = [.. cases.SelectMany(@case => @case.Runs)];
        var time = ColumnScale.OfSeconds(runs.Select(run => run.CountedSeconds));
        var encode = ColumnScale.OfSeconds(runs.Select(run => run.EncodeSeconds));
        var cpu = ColumnScale.OfSeconds(runs.Select(run => run.Client?.CpuSeconds));
        var server = ColumnScale.OfSeconds(runs.Select(run => run.Server?.CpuSeconds));
        Client = [.. ClientColumns(time, encode, cpu, isVerifiable), .. request.LoadFrom > 1 ? NodeColumns(time) : []];
        Server = ServerColumns(server);
        Format = $"{time}{encode}{cpu}{server}";
    }

    /// <summary>Equal for tables whose cells have the same format.</summary>
    public string Format { get; }

    /// <summary>The columns of an ok run, from its state on.</summary>
    public IReadOnlyList<TableColumn<Run>> Client { get; }

    /// <summary>The columns of an ok run.</summary>
    public IReadOnlyList<TableColumn<Run>> Server { get; }

    private static TableColumn<Run>[] ClientColumns(ColumnScale time, ColumnScale encode, ColumnScale cpu, bool isVerifiable) =>
    [
        new("state", "state", null, null, "text", run => !run.IsDisturbed ? new("ok") : new(CaseText.Disturbed(run), "", "disturbed")),
        new("seconds", "time", time.Unit, null, "hero", run => TableCell.Of(run.CountedSeconds, time, "s")),
        new("encode", "encode", encode.Unit, null, null, run => run.EncodeSeconds is > 0 ? TableCell.Of(run.EncodeSeconds, encode, "s") : new(NumberFormat.None, NumberFormat.Exact(run.EncodeSeconds, "s"))),
        new("operations", "operations", null, null, null, run => new(run.Operations is null ? NumberFormat.None : NumberFormat.Whole(run.Operations))),
        new("payload", "payload", "MB", null, null, run => Megabytes(run.PayloadBytes)),
        new("wire", "wire", "MB", null, null, run => Megabytes(run.WireBytes)),
        new("cpu", "client CPU", cpu.Unit, "CPU time of the client process, all threads", null, run => TableCell.Of(run.Client?.CpuSeconds, cpu, "s")),
        new("allocated", "allocated", "MB", "Memory allocated by the client process while the clock ran", null, run => Megabytes(run.Client?.AllocatedBytes)),
        new("verified", "verified", null, null, "text", run => new(!isVerifiable ? NumberFormat.None : run.Verified ? "yes" : "no")),
    ];

    private static TableColumn<Run>[] NodeColumns(ColumnScale time) =>
    [
        new("nodes", "nodes", time.Unit, "Time of each node", "text", run => new(run.SharedLoad is { } load ? string.Join(" · ", load.Nodes.Select(node => $"{node.Node} {time.Text(node.Seconds)}")) : NumberFormat.None)),
        new("skew", "skew", "ms", "Longest time between the first and the last start of a node, by the clock of the ledger", null, run => run.SharedLoad is { } load
            ? new(NumberFormat.Significant(load.StartSkew * 1e3, 2), $"{NumberFormat.Exact(load.StartSkew, "s")}; the comparison of the clocks is precise to {NumberFormat.SecondsWithUnit(load.ClockError)}")
            : new(NumberFormat.None)),
    ];

    private static TableColumn<Run>[] ServerColumns(ColumnScale cpu) =>
    [
        new("cpu", "CPU", cpu.Unit, null, null, run => run.Server?.CpuSeconds is { } seconds ? TableCell.Of(seconds, cpu, "s") : new(NumberFormat.NotReported)),
        new("memory", "memory growth", "MB", null, null, run => Reported(run.Server?.UsedMemoryDelta, 1e6, "bytes")),
        new("received", "received", "MB", null, null, run => Reported(run.Server?.NetInputBytes, 1e6, "bytes")),
        new("commands", "commands", null, null, "text", run => new(run.Server?.Commands is { } commands
            ? string.Join(" · ", commands.OrderByDescending(command => command.Value).Select(command => $"{command.Key} {NumberFormat.Whole(command.Value)}"))
            : NumberFormat.NotReported)),
    ];

    /// <summary>The formatted row of a run.</summary>
    /// <param name="key">The run's case.</param>
    /// <param name="run">The run.</param>
    public RunTableRow Row(CaseKey key, Run run) => new(
        key.Strategy,
        AnchorOf(key, run.Round),
        PlaceText.Cell(key.Place, _request),
        run.Round,
        run.Warmup ? "warm-up" : NumberFormat.Whole(run.Round - _request.Warmups + 1),
        key.Point is null ? NumberFormat.None : NumberFormat.Whole(key.Point),
        JobText.Word(run.State),
        run.Warmup ? "warmup" : run.IsExcluded ? "left-out" : "",
        run.State == RunState.Ok ? null : run.Error.ToText() ?? "",
        run.Disturbed.ToText(),
        run.State == RunState.Ok ? [.. Client.Select(column => column.Cell(run))] : [],
        run.State == RunState.Ok ? [.. Server.Select(column => column.Cell(run))] : []);

    /// <summary>The anchor of a case's run.</summary>
    public static string AnchorOf(CaseKey key, int round) => $"run-{round}-{key.Strategy}-{key.Target}-{key.Point}{(key.Client is null ? "" : $"-{key.Client}")}";

    private static TableCell Megabytes(double? bytes) => bytes is { } known ? new(NumberFormat.Significant(known / 1e6), NumberFormat.Exact(known, "bytes")) : new(NumberFormat.None);

    private static TableCell Reported(double? value, double scale, string unit) =>
        value is { } known ? new(NumberFormat.Significant(known / scale), NumberFormat.Exact(known, unit)) : new(NumberFormat.NotReported);
}

/// <summary>The formatted row of a run in both tables.</summary>
/// <param name="Strategy">The strategy of the run's case.</param>
/// <param name="Anchor">Identifies the row in the page.</param>
/// <param name="Place">The formatted place.</param>
/// <param name="Round">0-based, warm-ups included.</param>
/// <param name="Number">The round's name: <c>warm-up</c>, or the 1-based number of the timed round.</param>
/// <param name="PointText">The formatted point.</param>
/// <param name="State"><c>ok</c>, <c>failed</c> or <c>cancelled</c>.</param>
/// <param name="Style">The CSS class of the row; empty for none.</param>
/// <param name="Error">Why the run has no time; null when it is ok.</param>
/// <param name="Disturbed">What disturbed the run; null for nothing.</param>
/// <param name="Client">The cells of <see cref="RunTable.Client"/>; empty unless the run is ok.</param>
/// <param name="Server">The cells of <see cref="RunTable.Server"/>; empty unless the run is ok.</param>
public sealed record RunTableRow(
    string Strategy, string Anchor, string Place, int Round, string Number, string PointText, string State, string Style, string? Error, string? Disturbed, IReadOnlyList<TableCell> Client, IReadOnlyList<TableCell> Server);
