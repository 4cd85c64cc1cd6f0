using System.Text.Json.Serialization;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>One case in two jobs.</summary>
/// <param name="Strategy">The strategy's name, the same in both jobs.</param>
/// <param name="Target">The target's name in the base job.</param>
/// <param name="Point">The point of the sweep, the same in both jobs.</param>
/// <param name="Base">Null when the base job has no counted run of the case.</param>
/// <param name="With">Null when the other job has no counted run of the case.</param>
/// <param name="Client">The client's name in the base job; null when it names no clients.</param>
/// <param name="Ratio">The other job's time divided by the base job's; null when a summary is missing.</param>
public sealed record CaseComparison(string Strategy, string Target, long? Point, Summary? Base, Summary? With, Ratio? Ratio, string? Client)
{
    [JsonIgnore]
    public CaseKey Key => new(Strategy, Target, Point, Client);

    [JsonIgnore]
    public Place Place => new(Target, Client);
}
