using RedisPerf.Core.Model;

namespace RedisPerf.Ledger.Jobs;

/// <summary>Filters a list of jobs, newest first. A job must match all given values.</summary>
/// <param name="Benchmark">Null for all.</param>
/// <param name="State">Null for all.</param>
/// <param name="Limit">Maximum number of jobs.</param>
/// <param name="Before">Returns only jobs older than this one; null starts with the newest.</param>
/// <param name="Target">One of the job's targets; null for all.</param>
/// <param name="Schedule">The name of the job's schedule; null for all.</param>
/// <param name="Note">Part of the note, case-insensitive; null for all.</param>
/// <param name="Starred">Whether the job is starred; null for all.</param>
/// <param name="Search">Starts of words, or <c>#42</c>; the words are those of the job's number, title, options, note, target, strategies,
/// schedule and engine. Null for all.</param>
public sealed record JobFilter(
    string? Benchmark = null,
    JobState? State = null,
    int Limit = 50,
    Guid? Before = null,
    string? Target = null,
    string? Schedule = null,
    string? Note = null,
    bool? Starred = null,
    string? Search = null);
