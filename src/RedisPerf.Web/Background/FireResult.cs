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
    public Reason? Refusal => Outcome switch
    {
        FireOutcome.Queued => null,
        FireOutcome.StillQueued => Reason.Of(ReasonCode.PreviousJobQueued),
        FireOutcome.StillRunning => Reason.Of(ReasonCode.PreviousJobRunning),
        FireOutcome.NotDue => Reason.Of(ReasonCode.ScheduleChanged),
        _ => Reason.Of(ReasonCode.RequestRejected, ("message", string.Join(" ", Errors.Select(error => error.Message)))),
    };
}
