using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>The columns of a job's single runs for its page, its live events and its HTML report: the figures of the client, and those of
/// the server. Each column has one unit for all runs of the job.</summary>
public sealed class RunTable
{
    private readonly JobRequest _request;
    private readonly IReadOnlyList<Axis> _axes;
    private readonly Run[] _runs;

    /// <param name="cases">The cases so far, which determine the units.</param>
    /// <param name="isVerifiable">False for a benchmark that no longer exists: whether its runs were read back is unknown.</param>
    public RunTable(JobRequest request, IReadOnlyList<CaseResult> cases, bool isVerifiable)
    {
        (_request, _axes) = (request, CoordinatesText.Columns(request));
        _runs = [.. cases.SelectMany(@case => @case.Runs)];
        Client = [.. ClientColumns(isVerifiable), .. request.LoadFrom > 1 ? NodeColumns() : []];
        Server = ServerColumns();
        Format = string.Concat(Client.Concat(Server).Select(column => column.Scale));
    }

    /// <summary>Equal for tables whose cells have the same format.</summary>
    public string Format { get; }

    /// <summary>The columns of the client, from the state of the run on.</summary>
    public IReadOnlyList<TableColumn<Run>> Client { get; }

    /// <summary>The columns of the server.</summary>
    public IReadOnlyList<TableColumn<Run>> Server { get; }

    private TableColumn<Run>[] ClientColumns(bool isVerifiable) =>
    [
        new("state", "state", null, null, "text", run => !run.IsDisturbed ? new(run.State.ToWord()) : new(CaseText.Disturbed(run), "", "disturbed")),
        Seconds("seconds", "time", null, run => run.SummarySeconds) with { Style = "hero", IsAlwaysShown = true },
        Seconds("encode", "encode", null, run => run.EncodeSeconds is > 0 and var seconds ? seconds : null),
        new("operations", "operations", null, null, null, run => run.Operations is null ? TableCell.None : new(NumberFormat.Whole(run.Operations))),
        Megabytes("payload", "payload", null, run => run.PayloadBytes),
        Megabytes("wire", "wire", null, run => run.WireBytes),
        Seconds("cpu", "client CPU", "CPU time of the client process, all threads", run => run.Client?.CpuSeconds),
        Megabytes("allocated", "allocated", "Memory allocated by the client process while the clock ran", run => run.Client?.AllocatedBytes),
        new("verified", "verified", null, null, "text",
            run => !isVerifiable || run.State != RunState.Ok ? TableCell.None : new(run.Verified ? "yes" : "no")),
    ];

    private TableColumn<Run>[] NodeColumns()
    {
        var time = ColumnScale.OfSeconds(_runs.SelectMany(run => run.SharedLoad?.Nodes ?? []).Select(node => (double?)node.Seconds));
        var skew = ColumnScale.OfNumbers(_runs.Select(run => run.SharedLoad?.StartSkew), 1e3, 2);
        return
        [
            new("nodes", "nodes", time.Unit, "Time of each node", "text", run => run.SharedLoad is { } load
                ? new(string.Join(" · ", load.Nodes.Select(node => $"{node.Node} {time.Text(node.Seconds)}")))
                : TableCell.None) { Scale = time },
            new("skew", "skew", "ms", "Longest time between the first and the last start of a node, by the clock of the ledger", null,
                run => run.SharedLoad is { } load
                    ? new(skew.Text(load.StartSkew), $"{NumberFormat.Exact(load.StartSkew, "s")}; the comparison of the "
                        + $"clocks is precise to {NumberFormat.SecondsWithUnit(load.ClockError)}")
                    : TableCell.None) { Scale = skew },
        ];
    }

    private TableColumn<Run>[] ServerColumns() =>
    [
        Reported(Seconds("cpu", "CPU", null, run => run.Server?.CpuSeconds)),
        Reported(Megabytes("memory", "memory growth", null, run => run.Server?.UsedMemoryDelta)),
        Reported(Megabytes("received", "received", null, run => run.Server?.NetInputBytes)),
        Reported(new("commands", "commands", null, null, "text", run => run.Server?.Commands is { } commands
            ? new(string.Join(
                " · ", commands.OrderByDescending(command => command.Value).Select(command => $"{command.Key} {NumberFormat.Whole(command.Value)}")))
            : TableCell.None) { IsSecondary = true }),
    ];

    private TableColumn<Run> Seconds(string name, string header, string? title, Func<Run, double?> value)
    {
        var scale = ColumnScale.OfSeconds(_runs.Select(value));
        return new(name, header, scale.Unit, title, null, run => TableCell.Of(value(run), scale, "s")) { Scale = scale };
    }

    private TableColumn<Run> Megabytes(string name, string header, string? title, Func<Run, double?> value)
    {
        var scale = ColumnScale.OfNumbers(_runs.Select(value), 1e-6);
        return new(name, header, "MB", title, null, run => TableCell.Of(value(run), scale, "MB")) { Scale = scale };
    }

    // Without a value, the engine of an ok run does not report it.
    private static TableColumn<Run> Reported(TableColumn<Run> column) => column with
    {
        Cell = run => column.Cell(run) is { IsEmpty: false } cell ? cell : run.State == RunState.Ok ? TableCell.NotReported : TableCell.None,
    };

    /// <summary>The formatted row of a run.</summary>
    /// <param name="key">The run's case.</param>
    public RunTableRow Row(CaseKey key, Run run) => new(
        key.Strategy,
        AnchorOf(key, run.Round),
        _axes.ToDictionary(CaseTable.NameOf, axis => CoordinatesText.Cell(key.At, axis)),
        run.Round,
        run.Warmup ? "warm-up" : NumberFormat.Whole(run.Round - _request.Warmups + 1),
        run.State.ToWord(),
        run.Warmup ? "warmup" : run.IsFullyExcludedByUser ? "left-out" : "",
        run.State == RunState.Ok ? null : run.Error.ToText() ?? "",
        run.Disturbed.ToText(),
        run.State == RunState.Ok ? [.. Client.Select(column => column.Cell(run))] : [],
        run.State == RunState.Ok ? [.. Server.Select(column => column.Cell(run))] : []);

    /// <summary>The anchor of a case's run.</summary>
    public static string AnchorOf(CaseKey key, int round) => $"run-{round}-{key.Id}";
}

/// <summary>The formatted row of a run in both tables.</summary>
/// <param name="Strategy">The strategy of the run's case.</param>
/// <param name="Anchor">Identifies the row in the page.</param>
/// <param name="Axes">The formatted coordinates, by the names of <see cref="CaseTable.Axes"/>.</param>
/// <param name="Round">0-based, warm-ups included.</param>
/// <param name="Number">The round's name: <c>warm-up</c>, or the 1-based number of the timed round.</param>
/// <param name="State"><c>ok</c>, <c>failed</c> or <c>cancelled</c>.</param>
/// <param name="Style">The CSS class of the row; empty for none.</param>
/// <param name="Error">Why the run has no time; null when it is ok.</param>
/// <param name="Disturbed">What disturbed the run; null for nothing.</param>
/// <param name="Client">The cells of <see cref="RunTable.Client"/>; empty unless the run is ok.</param>
/// <param name="Server">The cells of <see cref="RunTable.Server"/>; empty unless the run is ok.</param>
public sealed record RunTableRow(
    string Strategy, string Anchor, IReadOnlyDictionary<string, string> Axes, int Round, string Number, string State, string Style,
    string? Error, string? Disturbed, IReadOnlyList<TableCell> Client, IReadOnlyList<TableCell> Server);
