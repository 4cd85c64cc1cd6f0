using Hangfire;

namespace RedisPerf.Web.Background;

/// <summary>Hangfire's part in a job: it calls when the job is the next one.</summary>
public sealed class MeasuringJob(JobExecution execution)
{
    /// <param name="id">The only argument that decides anything: the ledger knows the rest.</param>
    /// <param name="benchmark">For the display name on Hangfire's dashboard.</param>
    /// <param name="targets">For the display name on Hangfire's dashboard.</param>
    /// <param name="ct">Cancelled by Hangfire when its server stops.</param>
    [JobDisplayName("{1} on {2}")]
    [AutomaticRetry(Attempts = 0)]
    public Task RunAsync(Guid id, string benchmark, string targets, CancellationToken ct) => execution.RunAsync(id, ct);
}
