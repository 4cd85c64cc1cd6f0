using Hangfire;

namespace RedisPerf.Web.Background;

/// <summary>The Hangfire job that measures: Hangfire calls it when the job is next.</summary>
public sealed class MeasuringJob(JobExecution execution)
{
    /// <param name="id">Identifies the job. The ledger has all its data.</param>
    /// <param name="benchmark">For the display name on Hangfire's dashboard.</param>
    /// <param name="targets">For the display name on Hangfire's dashboard.</param>
    /// <param name="ct">Cancelled by Hangfire when its server stops.</param>
    [JobDisplayName("{1} on {2}")]
    [AutomaticRetry(Attempts = 0)]
    public Task RunAsync(Guid id, string benchmark, string targets, CancellationToken ct) => execution.RunAsync(id, ct);
}
