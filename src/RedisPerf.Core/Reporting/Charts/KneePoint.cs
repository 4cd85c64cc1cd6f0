using System.Text.Json.Serialization;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>The point of the sweep at which the cost of a strategy has doubled relative to the smallest point.</summary>
/// <param name="Strategy">The strategy.</param>
/// <param name="Target">Its target.</param>
/// <param name="Point">Usually between two measured points.</param>
/// <param name="Client">Its client; null when the job names no clients.</param>
public sealed record KneePoint(string Strategy, string Target, double Point, string? Client)
{
    [JsonIgnore]
    public Place Place => new(Target, Client);
}
