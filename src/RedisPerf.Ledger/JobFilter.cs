using RedisPerf.Core.Model;

namespace RedisPerf.Ledger;

/// <summary>Which jobs to list, newest first. A job is listed when all that is given fits it.</summary>
/// <param name="Benchmark">Null for all.</param>
/// <param name="State">Null for all.</param>
/// <param name="Limit">At most so many.</param>
/// <param name="Before">Only jobs older than this one; null starts with the newest.</param>
/// <param name="Target">One of the job's targets; null for all.</param>
/// <param name="Schedule">The name of the schedule that asked for the job; null for all.</param>
/// <param name="Note">Part of the note, without regard to case; null for all.</param>
/// <param name="Starred">Whether the job is starred; null for all.</param>
public sealed record JobFilter(
    string? Benchmark = null,
    JobState? State = null,
    int Limit = 50,
    Guid? Before = null,
    string? Target = null,
    string? Schedule = null,
    string? Note = null,
    bool? Starred = null);
