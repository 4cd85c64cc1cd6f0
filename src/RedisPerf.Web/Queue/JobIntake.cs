using RedisPerf.Core.Jobs;

namespace RedisPerf.Web.Queue;

/// <summary>Takes a draft from a page or the API: checks it, then queues it.</summary>
public sealed class JobIntake
{
    /// <exception cref="RedisPerf.Ledger.QueueFullException">As many jobs wait as the configuration allows.</exception>
    public Task<(Job? Job, IReadOnlyList<FieldError> Errors)> SubmitAsync(JobDraft draft, RequestedBy by, string? note, CancellationToken ct) => throw new NotSupportedException();
}
