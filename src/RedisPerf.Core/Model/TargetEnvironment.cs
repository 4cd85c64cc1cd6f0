using System.Text.Json.Serialization;

namespace RedisPerf.Core.Model;

/// <summary>A target as it was when the job started.</summary>
/// <param name="Name">The target's name.</param>
/// <param name="Engine">Redis, Valkey, KeyDB, Dragonfly or Garnet.</param>
/// <param name="Version">The engine's own version.</param>
/// <param name="RoundTrip">Median PING in seconds, over the simulated link where there is one.</param>
/// <param name="Settings">Settings that affect the measurements: persistence, memory limit and policy, how it is reached.</param>
public sealed record TargetEnvironment(string Name, string Engine, string Version, double? RoundTrip, IReadOnlyDictionary<string, string> Settings)
{
    /// <summary>The server settings and the simulated link that distinguish it from other servers of the target; null when the job has one.</summary>
    public Coordinates? At { get; init; }

    /// <summary>Seconds that the relay of a simulated link adds to a round trip; null without a simulated link.</summary>
    public double? RelayCost { get; init; }

    /// <summary>The disk of a started server whose settings make it write to disk; else null.</summary>
    public DiskEnvironment? Disk { get; init; }

    /// <summary>Missing capabilities and commands, with the reason: <c>lua</c>, <c>bitcount</c>, <c>net-input</c> …</summary>
    [JsonPropertyName("lacks")]
    public IReadOnlyDictionary<string, Reason> MissingCapabilities { get; init; } = new Dictionary<string, Reason>();
}
