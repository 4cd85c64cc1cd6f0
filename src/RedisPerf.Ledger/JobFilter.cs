using RedisPerf.Core.Jobs;

namespace RedisPerf.Ledger;

/// <summary>Which jobs to list, newest first.</summary>
/// <param name="Benchmark">Null for all.</param>
/// <param name="State">Null for all.</param>
/// <param name="Limit">At most so many.</param>
/// <param name="Before">Only jobs older than this one; null starts with the newest.</param>
public sealed record JobFilter(string? Benchmark = null, JobState? State = null, int Limit = 50, Guid? Before = null);
