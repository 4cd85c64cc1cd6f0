using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Targets.Cluster;

/// <summary>The figures of a cluster from those of its shards.</summary>
internal static class ShardFigures
{
    /// <summary>The name of the setting that lists the shards.</summary>
    public const string Setting = "cluster";

    /// <summary>The sum of the counters. The sample of one server is returned as it is.</summary>
    public static ServerSample Sum(IReadOnlyList<ServerSample> shards) => shards.Count == 1 ? shards[0] : shards[0] with
    {
        TakenAt = shards.Max(shard => shard.TakenAt),
        RunId = Join(shards.Select(shard => shard.RunId)),
        // A restarted shard has the shortest time.
        UptimeSeconds = shards.Min(shard => shard.UptimeSeconds),
        Identity = Merge(shards.Select(shard => shard.Identity)),
        Role = Join(shards.Select(shard => shard.Role)),
        CpuSeconds = SumOf(shards, shard => shard.CpuSeconds),
        ShardCpuSeconds = [.. shards.Select(shard => shard.CpuSeconds)],
        UsedMemory = (long?)SumOf(shards, shard => shard.UsedMemory),
        NetInputBytes = (long?)SumOf(shards, shard => shard.NetInputBytes),
        NetOutputBytes = (long?)SumOf(shards, shard => shard.NetOutputBytes),
        Connections = (long?)SumOf(shards, shard => shard.Connections),
        EvictedKeys = (long?)SumOf(shards, shard => shard.EvictedKeys),
        Forks = (long?)SumOf(shards, shard => shard.Forks),
        IsSaving = shards.Any(shard => shard.IsSaving),
        Calls = shards.Select(shard => shard.Calls).Aggregate(ServerUse.Sum),
        CommandSeconds = shards.Select(shard => shard.CommandSeconds).Aggregate(ServerUse.Sum),
    };

    /// <summary>The environment of a cluster. Its round trip is that of the slowest shard.</summary>
    /// <param name="name">The target's name.</param>
    /// <param name="shards">The environment of each shard.</param>
    public static TargetEnvironment Combine(string name, IReadOnlyList<TargetEnvironment> shards)
    {
        var settings = Merge(shards.Select(shard => shard.Settings));
        settings[Setting] = string.Create(CultureInfo.InvariantCulture,
            $"{shards.Count} {(shards.Count == 1 ? "shard" : "shards")}: {string.Join(", ", shards.Select(shard => shard.Version))}");
        var missing = shards.SelectMany(shard => shard.MissingCapabilities).DistinctBy(each => each.Key).ToDictionary(StringComparer.Ordinal);
        missing[Capability.SeveralSlots] = Reason.Of(ReasonCode.NoSeveralSlots, (Reason.Target, name));
        return new(name, shards[0].Engine, Join(shards.Select(shard => shard.Version).Distinct())!, shards.Max(shard => shard.RoundTrip), settings)
        { MissingCapabilities = missing };
    }

    // Equal values are written once.
    private static Dictionary<string, string> Merge(IEnumerable<IReadOnlyDictionary<string, string>> shards) => shards
        .SelectMany(shard => shard)
        .GroupBy(each => each.Key, each => each.Value)
        .ToDictionary(values => values.Key, values => Join(values.Distinct())!, StringComparer.Ordinal);

    // A counter that one shard does not report is not known.
    private static double? SumOf(IEnumerable<ServerSample> shards, Func<ServerSample, double?> counter) =>
        shards.Select(counter).Aggregate((first, second) => first + second);

    private static string? Join(IEnumerable<string?> values) =>
        values.ToArray() is var all && all.All(value => value is not null) ? string.Join(", ", all) : null;
}
