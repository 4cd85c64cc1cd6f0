namespace RedisPerf.Core.Model;

/// <summary>Names one case of a job on one target.</summary>
public sealed record CaseKey(string Strategy, string Target, long? Point);
