namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>Data that several cases of a job read and no case changes: a million keys that are loaded once instead of before every run. The
/// runner loads it outside the clock, when a case first needs it on a target, and removes it at the end of the job.</summary>
public abstract class SharedData
{
    /// <summary>Ensures that the target has the data: loads it the first time, and again if it is missing.</summary>
    public abstract Task LoadAsync(CaseContext context, CancellationToken ct);

    /// <summary>Removes its keys, in any state; also those of a job whose process was killed.</summary>
    public abstract Task RemoveAsync(CaseContext context, CancellationToken ct);
}
