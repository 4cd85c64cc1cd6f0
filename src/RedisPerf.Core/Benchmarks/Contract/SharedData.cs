namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>
/// What several cases of a job read and none changes: a million keys that are loaded once, not before every run. The
/// runner has it loaded when a case first needs it on a target, outside the clock, and removed at the job's end.
/// </summary>
public abstract class SharedData
{
    /// <summary>Makes sure that the target holds it: loads it the first time, and again when it has gone since.</summary>
    public abstract Task LoadAsync(CaseContext context, CancellationToken ct);

    /// <summary>Removes its keys, in whatever state they are; also those of a job whose process was killed.</summary>
    public abstract Task RemoveAsync(CaseContext context, CancellationToken ct);
}
