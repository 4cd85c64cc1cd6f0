namespace RedisPerf.Core.Model;

/// <summary>What a node has: its machine, its program, and the targets that it can measure.</summary>
public sealed record NodeDescription
{
    /// <summary>The name of the machine.</summary>
    public required string Machine { get; init; }

    public required int Cores { get; init; }

    /// <summary>Bytes; null when it is not known.</summary>
    public long? Memory { get; init; }

    /// <summary>Identifies the process on its machine: nodes on the same machine see at once that it has ended.</summary>
    public string? Process { get; init; }

    /// <summary>The version of RedisPerf.</summary>
    public required string Version { get; init; }

    /// <summary>The names of the targets that the node can reach or start.</summary>
    public required IReadOnlyList<string> Targets { get; init; }

    /// <summary>Whether the node can measure a job with these targets.</summary>
    public bool Has(IEnumerable<string> targets) => !Lacking(targets).Any();

    /// <summary>The names among these that the node cannot reach or start.</summary>
    public IEnumerable<string> Lacking(IEnumerable<string> targets) => targets.Except(Targets, StringComparer.OrdinalIgnoreCase);
}
