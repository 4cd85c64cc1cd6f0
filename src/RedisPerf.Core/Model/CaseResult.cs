using System.Text.Json.Serialization;

namespace RedisPerf.Core.Model;

/// <summary>A case with all its runs, and their summary (null until one is ok).</summary>
/// <param name="Strategy">The strategy's name.</param>
/// <param name="At">Its coordinates.</param>
public sealed record CaseResult(string Strategy, Coordinates At, IReadOnlyList<Run> Runs, Summary? Summary)
{
    /// <summary>Reads the JSON of this version, and of earlier versions, which have no coordinates.</summary>
    [JsonConstructor]
    internal CaseResult(
        string strategy, string? target, double? point, string? client, Coordinates? at, IReadOnlyList<Run> runs, Summary? summary)
        : this(strategy, at ?? EarlierVersion.CoordinatesOf(target, point, client), runs, summary)
    {
    }

    /// <inheritdoc cref="Coordinates.Target"/>
    public string Target => At.Target ?? "";

    /// <inheritdoc cref="CaseKey.PointOf"/>
    public double? Point => CaseKey.PointOf(At);

    /// <inheritdoc cref="Coordinates.Client"/>
    public string? Client => At.Client;

    /// <summary>Why the target or the client cannot run it; null where it can. Such a case has no runs.</summary>
    public Reason? Unsupported { get; init; }

    [JsonIgnore]
    public CaseKey Key => new(Strategy, At);

    /// <summary>A case without a summary.</summary>
    public static CaseResult Of(CaseKey key, IReadOnlyList<Run> runs) => new(key.Strategy, key.At, runs, null);
}
