namespace RedisPerf.Core.Model;

/// <summary>The cores on which a job was measured.</summary>
/// <param name="Servers">The cores of the servers that RedisPerf started, as in <c>0-1,4</c>; null when one of them could use all.</param>
/// <param name="Workers">The cores of the worker processes; null when they could use all.</param>
public sealed record Pinning(string? Servers, string? Workers)
{
    /// <summary>Why nothing was pinned; null when it was.</summary>
    public Reason? NotPinned { get; init; }

    public static Pinning None(Reason reason) => new(null, null) { NotPinned = reason };
}
