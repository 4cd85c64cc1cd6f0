using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Targets.Started;

/// <summary>A server program on this machine and how it is started.</summary>
/// <param name="Path">The program's file.</param>
/// <param name="Arguments">Its arguments for a port.</param>
/// <param name="Variables">Environment variables in addition to the inherited ones.</param>
internal sealed record ServerProgram(string Path, Func<int, IEnumerable<string>> Arguments, IReadOnlyDictionary<string, string?>? Variables = null)
{
    /// <summary>The cores that it uses; null for all.</summary>
    public string? Cores { get; init; }

    /// <summary>Its settings, which follow its arguments.</summary>
    public GivenSettings Given { get; init; } = GivenSettings.None;

    /// <summary>Its version, for reasons; null when it is not known.</summary>
    public string? Version { get; init; }

    /// <summary>Whether it gets a certificate in its folder, and accepts connections with TLS only.</summary>
    public bool UsesTls { get; init; }

    /// <summary>Whether it is started again after it was killed.</summary>
    public bool Restarts { get; init; }

    /// <summary>The words that start it, without its arguments.</summary>
    public IReadOnlyList<string> Words => [.. CoreChoice.Prefix(Cores), Path];
}
