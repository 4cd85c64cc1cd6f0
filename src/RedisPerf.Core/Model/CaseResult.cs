namespace RedisPerf.Core.Model;

/// <summary>A case with all its runs, and their summary (null until one is ok).</summary>
public sealed record CaseResult(string Strategy, string Target, long? Point, IReadOnlyList<Run> Runs, Summary? Summary)
{
    /// <summary>Why the target cannot run it; null where it can. Such a case has no runs.</summary>
    public Reason? Unsupported { get; init; }
}
