namespace RedisPerf.Core.Model;

/// <summary>What a node has: its machine, its program, and the targets that it can measure.</summary>
public sealed record NodeDescription
{
    /// <summary>The name of the machine.</summary>
    public required string Machine { get; init; }

    public required int Cores { get; init; }

    /// <summary>Bytes; null when it is not known.</summary>
    public long? Memory { get; init; }

    /// <summary>Identifies the process on its machine: nodes on the same machine detect immediately that it has ended.</summary>
    public string? Process { get; init; }

    /// <summary>The version of RedisPerf.</summary>
    public required string Version { get; init; }

    /// <summary>The names of the targets that the node can reach or start.</summary>
    public required IReadOnlyList<string> Targets { get; init; }

    /// <summary>The hashes of the payloads on the node.</summary>
    public IReadOnlyList<string> Payloads { get; init; } = [];

    /// <summary>The same payloads, so that another node accepts a job with one of them.</summary>
    public IReadOnlyList<PayloadDescription> StoredPayloads { get; init; } = [];

    /// <summary>The names of the strategies of the node's plug-ins.</summary>
    public IReadOnlyList<string> Strategies { get; init; } = [];

    /// <summary>Whether the node has the targets, the strategies and the payload of a job.</summary>
    public bool Has(JobRequest request) => HasServersAndStrategies(request) && HasPayload(request);

    /// <summary>Whether the node has the targets and the strategies of a job.</summary>
    public bool HasServersAndStrategies(JobRequest request) => !FindMissing(request.Targets).Any()
        && request.Strategies.All(strategy => StrategyName.PluginOf(strategy) is null || Strategies.Contains(strategy));

    /// <summary>Whether the node has the payload of a job; true for a job without one.</summary>
    public bool HasPayload(JobRequest request) => request.Payload is null || Payloads.Contains(request.Payload.Hash);

    /// <summary>The names among these that the node cannot reach or start.</summary>
    public IEnumerable<string> FindMissing(IEnumerable<string> targets) => targets.Except(Targets, StringComparer.OrdinalIgnoreCase);
}
