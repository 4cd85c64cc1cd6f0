using RedisPerf.Core.Model;
using RedisPerf.Ledger;

namespace RedisPerf.Web.Background;

/// <summary>What became of a schedule's wish for a job.</summary>
/// <param name="Job">The queued job; null unless it is <see cref="FireOutcome.Queued"/>.</param>
/// <param name="Outcome">Null when the request itself is refused.</param>
/// <param name="Errors">Why the request is refused.</param>
public sealed record Turn(Job? Job, FireOutcome? Outcome, IReadOnlyList<FieldError> Errors)
{
    /// <summary>Why there is no job: a sentence; null when there is one.</summary>
    public string? Refusal => Outcome switch
    {
        FireOutcome.Queued => null,
        FireOutcome.StillQueued => "The schedule's job before this one was still waiting.",
        FireOutcome.StillRunning => "The schedule's job before this one was still running.",
        FireOutcome.NotDue => "The schedule was changed at that moment.",
        _ => string.Join(" ", Errors.Select(error => error.Message)),
    };
}
