using RedisPerf.Core.Model;
using RedisPerf.Ledger.Schedules;

namespace RedisPerf.Web.Background;

/// <summary>The result of firing a schedule.</summary>
/// <param name="Job">The queued job; null unless it is <see cref="FireOutcome.Queued"/>.</param>
/// <param name="Outcome">Null when the request itself is refused.</param>
/// <param name="Errors">Why the request is refused.</param>
public sealed record FireResult(Job? Job, FireOutcome? Outcome, IReadOnlyList<FieldError> Errors)
{
    /// <summary>The reason for a missing job, a sentence; null when there is a job.</summary>
    public string? Refusal => Outcome switch
    {
        FireOutcome.Queued => null,
        FireOutcome.StillQueued => "The previous job of the schedule was still queued.",
        FireOutcome.StillRunning => "The previous job of the schedule was still running.",
        FireOutcome.NotDue => "The schedule was changed at the same time.",
        _ => string.Join(" ", Errors.Select(error => error.Message)),
    };
}
