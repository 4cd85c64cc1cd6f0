namespace RedisPerf.Ledger.Jobs;

/// <summary>An execution of a job has no right to record its events any more: the job has ended, or another node executes it.</summary>
public sealed class JobNotHeldException(Guid id) : InvalidOperationException($"Job {id} is not running, or another node executes it; no event can be recorded.");
