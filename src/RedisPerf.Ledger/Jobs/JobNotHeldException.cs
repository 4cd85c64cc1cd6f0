namespace RedisPerf.Ledger.Jobs;

/// <summary>An execution of a job may no longer record its events: the job has ended, or another node executes it.</summary>
public sealed class JobNotHeldException(Guid id)
    : InvalidOperationException($"Job {id} is not running, or another node executes it; no event can be recorded.");
