using System.Diagnostics;
using System.Numerics;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets;

/// <summary>The difference of two samples of a server. The sum over the slices of a run is the difference for the run. A counter that is
/// not reported is null.</summary>
/// <param name="Target">The target's name, for reasons.</param>
/// <param name="Slices">The number of slices in it.</param>
/// <param name="CountsTransactionsTwice">As in the samples.</param>
/// <param name="CpuSeconds">User and system.</param>
/// <param name="UsedMemoryDelta">Growth of the bytes that the data takes.</param>
/// <param name="NetInputBytes">Bytes received.</param>
/// <param name="Calls">Calls by command, housekeeping included.</param>
/// <param name="Incident">A restart, a failover, evictions or a child process; null when there was none.</param>
internal sealed record ServerUse(
    string Target, int Slices, bool CountsTransactionsTwice, double? CpuSeconds, long? UsedMemoryDelta, long? NetInputBytes,
    IReadOnlyDictionary<string, long>? Calls, Reason? Incident)
{
    /// <inheritdoc cref="ServerSample.IsStarted"/>
    public bool IsStarted { get; init; }

    /// <summary>Seconds between the samples. Nodes with a common start wait for it after the first sample.</summary>
    public double Seconds { get; init; }

    /// <summary>Bytes received and sent.</summary>
    public long? TransferredBytes { get; init; }

    /// <summary>Accepted connections.</summary>
    public long? Connections { get; init; }

    /// <summary>User and system of each shard of a cluster; null without a cluster.</summary>
    public IReadOnlyList<double?>? ShardCpuSeconds { get; init; }

    /// <summary>Number of servers: 1 without a cluster.</summary>
    public int Shards => ShardCpuSeconds?.Count ?? 1;

    /// <summary>Seconds of execution by command; null when the engine does not report them.</summary>
    public IReadOnlyDictionary<string, double>? CommandSeconds { get; init; }

    public static ServerUse Between(ServerSample before, ServerSample after) => before.RunId == after.RunId
        ? OfOneProcess(before, after)
        // The counters of a process that was started in between began at 0.
        : new(after.Target, 1, after.CountsTransactionsTwice, null, null, null, null, ServerSample.FindIncident(before, after))
        {
            IsStarted = after.IsStarted,
            Seconds = Stopwatch.GetElapsedTime(before.TakenAt, after.TakenAt).TotalSeconds,
        };

    private static ServerUse OfOneProcess(ServerSample before, ServerSample after) => new(
        after.Target,
        1,
        after.CountsTransactionsTwice,
        after.CpuSeconds - before.CpuSeconds,
        after.UsedMemory - before.UsedMemory,
        after.NetInputBytes - before.NetInputBytes,
        CallsBetween(before, after),
        ServerSample.FindIncident(before, after) ?? ServerSample.FindFork(before, after))
    {
        IsStarted = after.IsStarted,
        ShardCpuSeconds = Each(after.ShardCpuSeconds, before.ShardCpuSeconds, (end, start) => end - start),
        TransferredBytes = after.NetInputBytes - before.NetInputBytes + (after.NetOutputBytes - before.NetOutputBytes),
        Connections = after.Connections - before.Connections,
        Seconds = Stopwatch.GetElapsedTime(before.TakenAt, after.TakenAt).TotalSeconds,
        CommandSeconds = after.CommandSeconds?.ToDictionary(command => command.Key,
            command => Math.Max(0, command.Value - (before.CommandSeconds?.GetValueOrDefault(command.Key) ?? 0)), StringComparer.Ordinal),
    };

    public static ServerUse operator +(ServerUse first, ServerUse second) => new(
        first.Target,
        first.Slices + second.Slices,
        first.CountsTransactionsTwice,
        first.CpuSeconds + second.CpuSeconds,
        first.UsedMemoryDelta + second.UsedMemoryDelta,
        first.NetInputBytes + second.NetInputBytes,
        Sum(first.Calls, second.Calls),
        first.Incident ?? second.Incident)
    {
        IsStarted = first.IsStarted,
        ShardCpuSeconds = Each(first.ShardCpuSeconds, second.ShardCpuSeconds, (one, other) => one + other),
        TransferredBytes = first.TransferredBytes + second.TransferredBytes,
        Connections = first.Connections + second.Connections,
        Seconds = first.Seconds + second.Seconds,
        CommandSeconds = Sum(first.CommandSeconds, second.CommandSeconds),
    };

    public ServerFigures ToFigures() =>
        new(CpuSeconds, UsedMemoryDelta, NetInputBytes,
            Calls?.Where(call => !ServerSample.IsHousekeeping(call.Key)).ToDictionary(StringComparer.Ordinal))
        {
            BusiestShardCpuSeconds = ShardCpuSeconds?.Max(),
        };

    /// <summary>The calls or the seconds of both, by command or by bucket; null when one of them is not known.</summary>
    public static IReadOnlyDictionary<TKey, T>? Sum<TKey, T>(IReadOnlyDictionary<TKey, T>? first, IReadOnlyDictionary<TKey, T>? second)
        where TKey : notnull
        where T : INumber<T> =>
        first is null || second is null ? null : first.Concat(second).GroupBy(each =>
            each.Key, each => each.Value).ToDictionary(same => same.Key, same => same.Aggregate((sum, each) => sum + each));

    private static double?[]? Each(IReadOnlyList<double?>? first, IReadOnlyList<double?>? second, Func<double?, double?, double?> combine) =>
        first is null || second is null ? null : [.. first.Zip(second, combine)];

    private static Dictionary<string, long>? CallsBetween(ServerSample before, ServerSample after) => after.Calls?
        .Select(call => (Command: call.Key, Count: call.Value - (before.Calls?.GetValueOrDefault(call.Key) ?? 0)))
        .Where(call => call.Count > 0)
        .ToDictionary(call => call.Command, call => call.Count, StringComparer.Ordinal);
}
