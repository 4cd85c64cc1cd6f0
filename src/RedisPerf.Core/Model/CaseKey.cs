using System.Globalization;
using System.Text.Json.Serialization;

namespace RedisPerf.Core.Model;

/// <summary>Names one case of a job at one place.</summary>
/// <param name="Strategy">The strategy's name.</param>
/// <param name="Target">The target's name.</param>
/// <param name="Point">The position on the sweep; null without a sweep.</param>
/// <param name="Client">The name of the client; null when the job names no clients.</param>
public sealed record CaseKey(string Strategy, string Target, long? Point, string? Client = null)
{
    [JsonIgnore]
    public Place Place => new(Target, Client);

    /// <summary>For example: <c> at 1,000</c>; empty without a sweep.</summary>
    [JsonIgnore]
    public string AtPoint => Point is { } point ? string.Create(CultureInfo.InvariantCulture, $" at {point:N0}") : "";
}

/// <summary>Where a case is measured, and with which client. Strategies are compared with each other at the same place.</summary>
/// <param name="Target">The target's name.</param>
/// <param name="Client">The name of the client; null when the job names no clients.</param>
public sealed record Place(string Target, string? Client)
{
    /// <summary>For a reader: <c>local</c> or <c>local with client 2.13.17</c>.</summary>
    public override string ToString() => Client is null ? Target : $"{Target} with client {Client}";
}
