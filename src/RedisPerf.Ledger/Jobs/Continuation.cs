using System.Text.Json.Serialization;
using RedisPerf.Core.Model;

namespace RedisPerf.Ledger.Jobs;

/// <summary>Rounds that are added to a job that has ended, or its profile, as JSON in its row. Until the first added run is stored, the row keeps the
/// request, the progress and the time of the end from before: a job without an added run needs no restoring.</summary>
internal sealed record Continuation
{
    /// <summary>The state in which the job ended before.</summary>
    public required JobState State { get; init; }

    /// <summary>The reason of <see cref="State"/>.</summary>
    public Reason? Error { get; init; }

    /// <summary>The time budget of the rounds, in seconds; null when an added run is stored, because then the request of the row has it.</summary>
    public double? BudgetSeconds { get; init; }

    /// <summary>Whether only a profile is added: the job has no added run, and ends as before.</summary>
    public bool Profile { get; init; }

    /// <summary>The progress of the rounds until an added run is stored.</summary>
    public Progress? Progress { get; init; }

    [JsonIgnore]
    public bool HasRuns => BudgetSeconds is null && !Profile;

    /// <summary>How a job ends. Added rounds that are not completed end in the state from before, and without an added run at the time from
    /// before. Only an interruption after an added run remains, so that the rounds can be resumed.</summary>
    /// <param name="rounds">The rounds that are added to the job; null for another job.</param>
    /// <param name="ended">The end of the execution. Its reason takes precedence over the one from before.</param>
    public static JobEnd End(Continuation? rounds, JobEvent.Ended ended) => (rounds, ended.State) switch
    {
        (null, _) or ({ Profile: false }, JobState.Completed) => new(ended.State, ended.Error, IsNew: true, null),
        ({ HasRuns: true }, JobState.Interrupted) => new(ended.State, ended.Error, IsNew: true, rounds),
        _ => new(rounds.State, ended.Error ?? rounds.Error, rounds.HasRuns, null),
    };
}

/// <summary>The end of a job as it is stored.</summary>
/// <param name="IsNew">Whether the job ends now; otherwise it has the time of its end from before.</param>
/// <param name="Continuation">What remains to be resumed.</param>
internal readonly record struct JobEnd(JobState State, Reason? Error, bool IsNew, Continuation? Continuation);
