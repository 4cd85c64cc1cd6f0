using System.Text.Json.Serialization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Engines;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>What a run does to its server while it measures.</summary>
public enum LoadDisturbance
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>The server saves a snapshot in a child process.</summary>
    Bgsave,

    /// <summary>The server rewrites its append-only file in a child process.</summary>
    [JsonStringEnumMemberName("aof-rewrite")]
    AofRewrite,

    /// <summary>Another client runs a script that takes 50 ms.</summary>
    [JsonStringEnumMemberName("lua-50ms")]
    Lua50Ms,

    /// <summary>Another client writes and reads a value of 10 MB.</summary>
    [JsonStringEnumMemberName("value-10mb")]
    Value10Mb,

    /// <summary>100,000 keys expire at the same time.</summary>
    [JsonStringEnumMemberName("expire-storm")]
    ExpireStorm,

    /// <summary>The process of the server is killed and started again.</summary>
    Restart,
}

/// <summary>The disturbance of the runs of a case.</summary>
/// <param name="Kind">The disturbance; none for a case that a job compares with a disturbed one.</param>
/// <param name="At">Seconds from the start of a run.</param>
/// <param name="JobRestarts">Whether another case of the job restarts the server.</param>
internal sealed record DisturbancePlan(LoadDisturbance Kind, double At, bool JobRestarts)
{
    /// <summary>The capabilities and commands that it needs.</summary>
    public IReadOnlyList<string> Needs => Kind switch
    {
        LoadDisturbance.None => [],
        LoadDisturbance.Bgsave => [Capability.Started, "bgsave"],
        LoadDisturbance.AofRewrite => [Capability.Started, "bgrewriteaof"],
        LoadDisturbance.Lua50Ms => [Capability.Started, Capability.Lua],
        LoadDisturbance.Restart => [Capability.Started, Capability.Restart],
        _ => [Capability.Started],
    };
}

/// <summary>The keys of a run that disturbs its server, in addition to those of the operations.</summary>
/// <param name="kind">The disturbance.</param>
/// <param name="prefix">Prefix of every key.</param>
internal sealed class DisturbanceKeys(LoadDisturbance kind, string prefix)
{
    private const int ListCount = 16;

    /// <summary>Number of keys that expire at the same time.</summary>
    public const int ExpiringCount = 100_000;

    /// <summary>The lists of the writes.</summary>
    public IReadOnlyList<RedisKey> Lists { get; } = NumberedKeys.Of($"{prefix}write:", 0, ListCount);

    /// <summary>The key of the large value.</summary>
    public RedisKey Large { get; } = $"{prefix}large";

    /// <summary>The keys that expire during the run.</summary>
    public IReadOnlyList<RedisKey> Expiring { get; } =
        kind == LoadDisturbance.ExpireStorm ? NumberedKeys.Of($"{prefix}expiring:", 0, ExpiringCount) : [];

    public IEnumerable<RedisKey> All => [.. Lists, Large, .. Expiring];
}
