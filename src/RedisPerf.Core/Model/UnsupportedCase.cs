using System.Text.Json.Serialization;

namespace RedisPerf.Core.Model;

/// <summary>A case that a target cannot run. This is known before the first run, so it is not tried.</summary>
/// <param name="Strategy">The strategy's name.</param>
/// <param name="Target">The target's name.</param>
/// <param name="Point">Null when it cannot be run at any point.</param>
public sealed record UnsupportedCase(string Strategy, string Target, long? Point)
{
    /// <inheritdoc cref="CaseKey.Client"/>
    public string? Client { get; init; }

    public required Reason Reason { get; init; }

    [JsonIgnore]
    public CaseKey Key => new(Strategy, Target, Point, Client);
}
