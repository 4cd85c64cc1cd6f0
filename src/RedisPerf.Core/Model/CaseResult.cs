using System.Text.Json.Serialization;

namespace RedisPerf.Core.Model;

/// <summary>A case with all its runs, and their summary (null until one is ok).</summary>
public sealed record CaseResult(string Strategy, string Target, long? Point, IReadOnlyList<Run> Runs, Summary? Summary)
{
    /// <inheritdoc cref="CaseKey.Client"/>
    public string? Client { get; init; }

    /// <summary>Why the target or the client cannot run it; null where it can. Such a case has no runs.</summary>
    public Reason? Unsupported { get; init; }

    [JsonIgnore]
    public CaseKey Key => new(Strategy, Target, Point, Client);

    [JsonIgnore]
    public Place Place => new(Target, Client);

    /// <summary>A case without a summary.</summary>
    public static CaseResult Of(CaseKey key, IReadOnlyList<Run> runs) => new(key.Strategy, key.Target, key.Point, runs, null) { Client = key.Client };
}
