using System.Text.Json.Serialization;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>The marked point of a strategy's curve.</summary>
/// <param name="At">The coordinates of the curve, without its own axis.</param>
/// <param name="Point">The position, which can be between two measured points.</param>
/// <param name="Label">The text in a chart, after the strategy: <c>2× at 40</c>.</param>
public sealed record MarkedPoint(string Strategy, Coordinates At, double Point, string Label)
{
    /// <summary>Its range over the rounds; null when it is not known.</summary>
    [JsonIgnore]
    public (double Low, double High)? Range { get; init; }

    public string Target => At.Target ?? "";

    /// <summary>Its client; null when the job names no clients.</summary>
    public string? Client => At.Client;
}
