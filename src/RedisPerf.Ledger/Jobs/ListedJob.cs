using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Ledger.Jobs;

/// <summary>A job in a list.</summary>
/// <param name="Document">Without its cases.</param>
/// <param name="Best">The best case; null until the job has ended, and without the runs that it needs.</param>
/// <param name="Trend">The best medians, in seconds, of the last twenty comparable jobs (same benchmark, options, targets and best case),
/// oldest first, including this job. Empty without a best case.</param>
public sealed record ListedJob(JobDocument Document, BestCase? Best, IReadOnlyList<double> Trend)
{
    /// <summary>The largest number of matching jobs that <see cref="JobHistory.CountAsync"/> counts.</summary>
    public const int MaxCounted = 1_000;

    /// <summary>The winner, or the lowest so far. Null for a job that may not claim one: it is not completed, or it has too few rounds.</summary>
    public BestCase? Leader => Document.State == JobState.Completed && Document.Request.Runs >= Ranking.MinRounds ? Best : null;
}

/// <summary>One page of jobs, newest first.</summary>
/// <param name="Jobs">At most the limit of the filter.</param>
/// <param name="Next">The <see cref="JobFilter.Before"/> of the next page; null on the last page.</param>
public sealed record JobListing(IReadOnlyList<ListedJob> Jobs, Guid? Next);

/// <summary>A job's fastest case by its median. The floor is excluded.</summary>
/// <param name="Strategy">The case's strategy.</param>
/// <param name="At">The case's coordinates.</param>
/// <param name="Median">Seconds, per run or per operation.</param>
/// <param name="Ties">The strategies that can be as fast; empty when it is faster than all others. Null when the cases are not ranked: only the
/// lowest median is known.</param>
/// <param name="AreSame">Whether it is decided that those strategies are as fast, within the margin.</param>
public sealed record BestCase(string Strategy, Coordinates At, double Median, IReadOnlyList<string>? Ties = null, bool AreSame = false);

/// <summary>The stored strategies that can be as fast as the best one. Earlier versions stored the names alone.</summary>
/// <param name="Names">The strategies.</param>
/// <param name="AreSame">Whether it is decided that they are as fast.</param>
internal sealed record StoredTies(IReadOnlyList<string> Names, bool AreSame)
{
    private const string Same = "same";

    /// <summary>An array of names that are not decided, or an object with the names of equal strategies.</summary>
    public string ToJson() =>
        AreSame ? JsonSerializer.Serialize(new Dictionary<string, IReadOnlyList<string>> { [Same] = Names }) : JsonSerializer.Serialize(Names);

    /// <summary>The best case with them.</summary>
    public BestCase Of(string strategy, Coordinates at, double median) => new(strategy, at, median, Names, AreSame);

    /// <exception cref="JsonException">The text is neither.</exception>
    public static StoredTies Read(string json) => json.StartsWith('{')
        ? new(JsonSerializer.Deserialize<Dictionary<string, string[]>>(json)?.GetValueOrDefault(Same) ?? [], true)
        : new(JsonSerializer.Deserialize<string[]>(json) ?? [], false);
}
