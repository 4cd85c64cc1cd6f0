using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running;

/// <summary>The measurement of one slice. A run that is measured as a whole has one.</summary>
/// <param name="Run">Its outcome, time, and work.</param>
/// <param name="Client">Null unless the slice is ok.</param>
/// <param name="Server">Null unless the slice is ok.</param>
/// <param name="Commands">Calls that the slice requested; null when unknown.</param>
/// <param name="Stall">The sum of the stalls in seconds.</param>
internal sealed record SliceResult(
    Run Run, ClientUse? Client = null, ServerUse? Server = null, IReadOnlyDictionary<string, long>? Commands = null, double Stall = 0)
{
    /// <summary>Whether the slice failed before it was connected.</summary>
    public bool CouldNotConnect { get; init; }

    /// <summary>Whether code of the slice still runs, because it ignored its cancellation. It would disturb the next slices.</summary>
    public bool IsAbandoned { get; init; }

    /// <summary>The latencies of a share by name, for figures of all nodes together; null when one node measures.</summary>
    public IReadOnlyDictionary<string, LatencyHistogram>? Latencies { get; init; }

    /// <summary>The timestamp of the start, by this machine's clock.</summary>
    public long StartedAt { get; init; }

    /// <summary>Seconds from the message with the time of the common start until that time; negative when it was late; null
    /// without a common start.</summary>
    public double? StartSlack { get; init; }

    /// <summary>Seconds between the first and the last start of a node, when they disturb the slice; otherwise 0.</summary>
    public double Skew { get; init; }

    /// <summary>The use of each other machine whose nodes measured the slice.</summary>
    public IReadOnlyList<ClientUse> ClientsElsewhere { get; init; } = [];

    /// <summary>Resolution of the time of a slice in a document, in decimal digits of a second: 0.1 µs.</summary>
    private const int Digits = 7;

    /// <summary>The payloads of two slices that have equal work differ by less than this factor.</summary>
    private const double EqualWork = 1.01;

    /// <summary>The run of its slices: their sum, or the outcome of the last one when it is not ok.</summary>
    /// <param name="slices">In the order of their execution; each except the last is ok.</param>
    /// <param name="rates">The figures that are work per time.</param>
    /// <param name="usual">The other runs of the case; null when they are not known.</param>
    public static Run ToRun(IReadOnlyList<SliceResult> slices, IReadOnlySet<string> rates, CaseHistory? usual = null)
    {
        var last = slices[^1].Run;
        if (last.State != RunState.Ok)
        {
            return last;
        }

        var sum = Sum(slices);
        var disturbances = sum.FindDisturbances(usual);
        var runs = slices.Select(slice => slice.Run).ToArray();
        return last with
        {
            Seconds = sum.Run.Seconds,
            Slices = runs.Length == 1 ? null : [.. runs.Select(run => Math.Round(run.Seconds!.Value, Digits))],
            EncodeSeconds = runs.Sum(run => run.EncodeSeconds),
            Operations = runs.Sum(run => run.Operations),
            PayloadBytes = runs.Sum(run => run.PayloadBytes),
            WireBytes = runs.Any(run => run.WireBytes is null) ? null : runs.Sum(run => run.WireBytes),
            Figures = FiguresOf(runs, rates),
            Disturbed = disturbances,
            DisturbedSlices = runs.Length > 1 && disturbances.Count > 0 ? DisturbedOf(slices, usual) : null,
            SharedLoad = SharedSlice.Sum(slices),
            // The other figures describe one process or one machine.
            Client = sum.Client!.ToFigures() with
            {
                CpuSeconds = sum.Clients.Sum(client => client.CpuSeconds),
                AllocatedBytes = sum.Clients.Sum(client => client.AllocatedBytes),
                Collections = sum.Clients.Sum(client => client.Collections),
            },
            Server = sum.Server!.ToFigures(),
        };
    }

    /// <summary>Adds a run of these slices to the history of its case. A run that is not ok has none.</summary>
    public static void AddTo(CaseHistory history, IReadOnlyList<SliceResult> slices)
    {
        if (slices[^1].Run.State == RunState.Ok)
        {
            var sum = Sum(slices);
            history.Add(sum.Server!, sum.Commands, sum.Run.Operations);
        }
    }

    // Only where the time of the others can replace that of the run: they have equal work, and together they show no disturbance.
    private static int[]? DisturbedOf(IReadOnlyList<SliceResult> slices, CaseHistory? usual)
    {
        // A machine counts CPU time in ticks. Where some slices are too short for that, only the longer ones would be excluded.
        var isLong = slices.All(slice => slice.Clients.All(client => client.ToFigures().Idle is not null));
        int[] disturbed =
            [.. slices.Index().Where(slice => ShowsDisturbance(isLong ? slice.Item : slice.Item.WithoutMachines())).Select(slice => slice.Index)];
        var (min, max) = (slices.Min(slice => slice.Run.PayloadBytes), slices.Max(slice => slice.Run.PayloadBytes));
        SliceResult[] others = [.. slices.Where((_, index) => !disturbed.Contains(index))];
        return disturbed.Length == 0 || others.Length == 0 || max > min * EqualWork || ShowsDisturbance(Sum(others)) ? null : disturbed;

        bool ShowsDisturbance(SliceResult some) => some.FindDisturbances(usual).Count > 0;
    }

    /// <summary>The use of each machine whose processes measured the slice.</summary>
    internal IEnumerable<ClientUse> Clients => [Client!, .. ClientsElsewhere];

    private SliceResult WithoutMachines() => this with
    {
        Client = Client! with { Machine = null },
        ClientsElsewhere = [.. ClientsElsewhere.Select(client => client with { Machine = null })],
    };

    /// <summary>Whether the slice is disturbed, without a comparison with other runs.</summary>
    internal bool IsDisturbed => FindDisturbances(usual: null).Count > 0;

    private IReadOnlyList<Reason> FindDisturbances(CaseHistory? usual) =>
    [
        .. Disturbance.Of(Server!, Commands, Client!.ToFigures(), Run.Seconds!.Value, Stall, usual, Run.Operations),
        .. Disturbance.OfNodes(ClientsElsewhere.Select(client => client.ToFigures()), Skew),
    ];

    // What the probes detect from: the time and the use of several slices together.
    private static SliceResult Sum(IEnumerable<SliceResult> slices) => slices.Aggregate((sum, slice) => new(
        sum.Run with { Seconds = sum.Run.Seconds + slice.Run.Seconds, Operations = sum.Run.Operations + slice.Run.Operations },
        sum.Client! + slice.Client!,
        sum.Server! + slice.Server!,
        ServerUse.Sum(sum.Commands, slice.Commands),
        sum.Stall + slice.Stall)
    {
        Skew = Math.Max(sum.Skew, slice.Skew),
        ClientsElsewhere = [.. sum.ClientsElsewhere.Zip(slice.ClientsElsewhere, (first, second) => first + second)],
    });

    /// <summary>The mean of each figure, which is the harmonic one for a rate; null without figures.</summary>
    private static Dictionary<string, double>? FiguresOf(Run[] runs, IReadOnlySet<string> rates) => runs[0].Figures is null
        ? null
        : runs.SelectMany(run => run.Figures ?? new Dictionary<string, double>()).GroupBy(figure => figure.Key, figure => figure.Value).ToDictionary(
            values => values.Key,
            values => rates.Contains(values.Key) ? 1 / values.Average(rate => 1 / rate) : values.Average());
}
