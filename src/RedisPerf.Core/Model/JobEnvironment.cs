namespace RedisPerf.Core.Model;

/// <summary>Where a job was measured. Two environments are never pooled.</summary>
public sealed record JobEnvironment
{
    public required string Machine { get; init; }
    public required int Cores { get; init; }

    /// <summary>Bytes of the machine, or of the container's limit; null if the report does not contain it.</summary>
    public required long? Memory { get; init; }

    public required string Os { get; init; }
    public required string Runtime { get; init; }

    /// <summary>What else identifies the machine, as text by name: CPU, microcode, kernel, mitigations, governor, huge pages and the CPU limit of
    /// its control group. Empty in a record of an earlier version.</summary>
    public IReadOnlyDictionary<string, string> Platform { get; init; } = new Dictionary<string, string>();

    /// <summary>The Redis client library and its version.</summary>
    public required string Client { get; init; }

    /// <summary>RedisPerf's version.</summary>
    public required string Version { get; init; }

    public required IReadOnlyList<TargetEnvironment> Targets { get; init; }

    /// <summary>The cores on which the job was measured; null in a record of an earlier version.</summary>
    public Pinning? Pinning { get; init; }

    /// <summary>The nodes that measured each run together, the one that executes the job first; empty for one node.</summary>
    public IReadOnlyList<LoadNode> LoadNodes { get; init; } = [];

    /// <summary>The plug-ins that contain strategies of the job.</summary>
    public IReadOnlyList<PluginBuild> Plugins { get; init; } = [];

    /// <summary>The job's cases that its targets cannot run.</summary>
    public IReadOnlyList<UnsupportedCase> Unsupported { get; init; } = [];

    // In a record of an earlier version, a case has a point of an option that its benchmark names, and a simulated link other words.
    internal JobEnvironment For(string benchmark) =>
        Unsupported.All(@case => EarlierVersion.Resolve(@case.At, benchmark) == @case.At)
            && Targets.All(target => ReferenceEquals(EarlierVersion.Resolve(target), target)) ? this : this with
            {
                Unsupported = [.. Unsupported.Select(@case => @case with { At = EarlierVersion.Resolve(@case.At, benchmark) })],
                Targets = [.. Targets.Select(EarlierVersion.Resolve)],
            };
}

/// <summary>A plug-in as it was measured.</summary>
/// <param name="Name">The name of its assembly in lower case.</param>
/// <param name="Sha256">The hash of its file in lower-case hexadecimal digits. Another hash is another build.</param>
public sealed record PluginBuild(string Name, string Sha256)
{
    /// <summary>The informational version of the assembly, to which the SDK adds the commit in a Git repository: <c>1.2.0+5fe7d083…</c>; null
    /// without one, and in jobs of earlier versions.</summary>
    public string? Version { get; init; }
}
