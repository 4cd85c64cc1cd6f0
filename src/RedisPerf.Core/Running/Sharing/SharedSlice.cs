using System.Collections.ObjectModel;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Sharing;

/// <summary>The share of a node in a slice.</summary>
/// <param name="Index">The 0-based share; the first one is of the node that executes the job.</param>
/// <param name="Node">The name of the node.</param>
/// <param name="MachineId">Equal for all nodes on one machine.</param>
/// <param name="StartedAt">The start of its clock, in microseconds of the shared clock.</param>
/// <param name="ClockError">Seconds by which that may be wrong.</param>
internal sealed record SharedSlice(int Index, string Node, string MachineId, SliceResult Result, long StartedAt, double ClockError)
{
    /// <summary>The failure of a slice. It names the keys that the other nodes left.</summary>
    /// <param name="first">The result of the node that failed first.</param>
    /// <param name="shares">All results.</param>
    public static SliceResult Failed(SliceResult first, IEnumerable<SharedSlice> shares)
    {
        var left = shares.Where(share => share.Result != first).SelectMany(share => Reason.Flatten(share.Result.Run.Error))
            .Where(reason => reason.Code == ReasonCode.KeysNotRemoved);
        return first with { Run = first.Run with { Error = left.Aggregate(first.Run.Error, Reason.Join) } };
    }

    /// <summary>The slice of all nodes.</summary>
    /// <param name="ended">Successful shares.</param>
    /// <param name="sharing">How the nodes share the work.</param>
    /// <param name="alone">The first share, measured without the others; null when it was not, or was disturbed.</param>
    public static SliceResult Merge(IEnumerable<SharedSlice> ended, ISharedLoad sharing, Run? alone)
    {
        SharedSlice[] shares = [.. ended.OrderBy(share => share.Index)];
        Run[] runs = [.. shares.Select(share => share.Result.Run)];
        var start = shares.Min(share => share.StartedAt);
        var seconds = shares.Max(share => ((share.StartedAt - start) / 1e6) + share.Result.Run.Seconds!.Value);
        var skew = (shares.Max(share => share.StartedAt) - start) / 1e6;
        var operations = runs.Sum(run => run.Operations);
        var machines = shares.GroupBy(share => share.MachineId).Select(MachineUse).ToArray();
        var first = shares[0].Result;
        return first with
        {
            Run = first.Run with
            {
                Seconds = seconds,
                EncodeSeconds = runs.Max(run => run.EncodeSeconds),
                Operations = operations,
                PayloadBytes = runs.Sum(run => run.PayloadBytes),
                WireBytes = runs.Any(run => run.WireBytes is null) ? null : runs.Sum(run => run.WireBytes),
                Figures = FiguresOf(shares, sharing),
                SharedLoad = new(
                    [.. shares.Select(share => new NodeShare(share.Node, share.Result.Run.Seconds!.Value, share.Result.Client!.CpuSeconds))],
                    skew,
                    shares.Max(share => share.ClockError),
                    alone is { Seconds: > 0 and var before, Operations: > 0 and var part } ? operations / seconds / (part / before) : null),
            },
            Skew = Disturbance.IsSkewed(skew, seconds) ? skew : 0,
            Client = machines[0],
            ClientsElsewhere = machines[1..],
            Commands = shares.Select(share => share.Result.Commands).Aggregate(ServerUse.Sum),
            Stall = shares.Max(share => share.Result.Stall),
            StartSlack = shares.Min(share => share.Result.StartSlack),
        };
    }

    /// <summary>The load of the slices of a run; null for one node.</summary>
    public static SharedLoad? Sum(IReadOnlyList<SliceResult> slices)
    {
        SharedLoad[] loads = [.. slices.Select(slice => slice.Run.SharedLoad).OfType<SharedLoad>()];
        return loads.Length < slices.Count ? null : new(
            [.. loads[0].Nodes.Select((node, index) => node with
            {
                Seconds = loads.Sum(load => load.Nodes[index].Seconds),
                CpuSeconds = loads.Sum(load => load.Nodes[index].CpuSeconds),
            })],
            loads.Max(load => load.StartSkew),
            loads.Max(load => load.ClockError),
            // The first node was measured alone before the first slice.
            slices[0].IsDisturbed ? null : loads[0].Speedup);
    }

    private static ReadOnlyDictionary<string, double>? FiguresOf(SharedSlice[] shares, ISharedLoad sharing)
    {
        var figures = new JointFigures([.. shares.Select(share => new NodeFigures(
            share.Result.Run.Figures ?? ReadOnlyDictionary<string, double>.Empty,
            share.Result.Latencies ?? ReadOnlyDictionary<string, LatencyHistogram>.Empty))]);
        sharing.Merge(figures);
        return figures.Values.Count == 0 ? null : figures.Values.AsReadOnly();
    }

    // The workers on one machine run at the same time, and its counters include all of them.
    private static ClientUse MachineUse(IEnumerable<SharedSlice> shares) => shares.Select(share => share.Result.Client!).Aggregate((first, second) =>
        (first + second) with { Machine = first.Machine, ServerCpuSeconds = first.ServerCpuSeconds });
}
