using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running;

/// <summary>The measurement of one slice. A run that is measured as a whole has one.</summary>
/// <param name="Run">Its outcome, time, and work.</param>
/// <param name="Client">Null unless the slice is ok.</param>
/// <param name="Server">Null unless the slice is ok.</param>
/// <param name="Commands">Calls that the slice requested; null when unknown.</param>
/// <param name="Stall">The longest time without a reply while this process was idle, in seconds.</param>
internal sealed record SliceResult(Run Run, ClientUse? Client = null, ServerUse? Server = null, IReadOnlyDictionary<string, long>? Commands = null, double Stall = 0)
{
    /// <summary>Whether the slice failed before it was connected.</summary>
    public bool CouldNotConnect { get; init; }

    /// <summary>Resolution of the time of a slice in a document, in decimal digits of a second: 0.1 µs.</summary>
    private const int Digits = 7;

    /// <summary>The run of its slices: their sum, or the outcome of the last one when it is not ok.</summary>
    /// <param name="slices">In the order of their execution; each except the last is ok.</param>
    public static Run ToRun(IReadOnlyList<SliceResult> slices)
    {
        var last = slices[^1].Run;
        if (last.State != RunState.Ok)
        {
            return last;
        }

        var client = slices.Select(slice => slice.Client!).Aggregate((sum, slice) => sum + slice).ToFigures();
        var server = slices.Select(slice => slice.Server!).Aggregate((sum, slice) => sum + slice);
        var commands = slices.Select(slice => slice.Commands).Aggregate(ServerUse.Sum);
        var runs = slices.Select(slice => slice.Run).ToArray();
        var disturbed = Disturbance.Of(server, commands, client, runs.Sum(run => run.Seconds!.Value), slices.Max(slice => slice.Stall));
        return last with
        {
            Seconds = runs.Sum(run => run.Seconds),
            Slices = runs.Length == 1 ? null : [.. runs.Select(run => Math.Round(run.Seconds!.Value, Digits))],
            EncodeSeconds = runs.Sum(run => run.EncodeSeconds),
            Operations = runs.Sum(run => run.Operations),
            PayloadBytes = runs.Sum(run => run.PayloadBytes),
            WireBytes = runs.Any(run => run.WireBytes is null) ? null : runs.Sum(run => run.WireBytes),
            Figures = MeanOf(runs),
            Disturbed = disturbed,
            DisturbedSlices = disturbed.Count == 0 || runs.Length == 1 ? null : DisturbedOf(slices),
            Client = client,
            Server = server.ToFigures(),
        };
    }

    private static int[]? DisturbedOf(IReadOnlyList<SliceResult> slices)
    {
        int[] disturbed = [.. slices.Index().Where(slice => slice.Item.IsDisturbed).Select(slice => slice.Index)];
        return disturbed.Length == 0 ? null : disturbed;
    }

    private bool IsDisturbed => Disturbance.Of(Server!, Commands, Client!.ToFigures(), Run.Seconds!.Value, Stall).Count > 0;

    private static Dictionary<string, double>? MeanOf(Run[] runs) => runs[0].Figures is null
        ? null
        : runs.SelectMany(run => run.Figures ?? new Dictionary<string, double>()).GroupBy(figure => figure.Key, figure => figure.Value).ToDictionary(values => values.Key, values => values.Average());
}
