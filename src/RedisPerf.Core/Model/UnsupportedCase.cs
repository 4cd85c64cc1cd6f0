using System.Text.Json.Serialization;

namespace RedisPerf.Core.Model;

/// <summary>A case that a target cannot run. This is known before the first run, so it is not tried.</summary>
/// <param name="Strategy">The strategy's name.</param>
/// <param name="At">Its coordinates; only those of the target and the client when it cannot be run at any.</param>
public sealed record UnsupportedCase(string Strategy, Coordinates At)
{
    /// <summary>Reads the JSON of this version, and of earlier versions, which have no coordinates.</summary>
    [JsonConstructor]
    internal UnsupportedCase(string strategy, string? target, double? point, string? client, Coordinates? at)
        : this(strategy, at ?? EarlierVersion.CoordinatesOf(target, point, client))
    {
    }

    /// <inheritdoc cref="Coordinates.Target"/>
    public string Target => At.Target ?? "";

    /// <inheritdoc cref="CaseKey.PointOf"/>
    public double? Point => CaseKey.PointOf(At);

    /// <inheritdoc cref="Coordinates.Client"/>
    public string? Client => At.Client;

    public required Reason Reason { get; init; }

    [JsonIgnore]
    public CaseKey Key => new(Strategy, At);
}
