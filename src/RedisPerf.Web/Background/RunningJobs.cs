using System.Collections.Concurrent;
using RedisPerf.Core.Running;

namespace RedisPerf.Web.Background;

/// <summary>The jobs that are executed in this process, and the way to stop each of them at once.</summary>
public sealed class RunningJobs
{
    private readonly ConcurrentDictionary<Guid, RunningJob> _jobs = new();

    /// <returns>Null while the same job is executed already.</returns>
    internal RunningJob? TryBegin(Guid id)
    {
        var job = new RunningJob(ended => _jobs.TryRemove(new(id, ended)));
        if (_jobs.TryAdd(id, job))
        {
            return job;
        }

        job.Dispose();
        return null;
    }

    /// <returns>False when the job is not executed here.</returns>
    public bool Cancel(Guid id) => Stop(id, StopCause.CancelRequested);

    /// <summary>Stops the execution of a job that another node may execute now.</summary>
    internal void RevokeLease(Guid id) => Stop(id, StopCause.LeaseRevoked);

    /// <summary>The jobs that are executed here.</summary>
    internal IEnumerable<Guid> Ids => _jobs.Keys;

    /// <summary>Waits for the end of the execution of a job: slightly after its last event is in the ledger. Returns at once when the job
    /// is not executed here.</summary>
    public Task UntilEndedAsync(Guid id, CancellationToken ct) => _jobs.TryGetValue(id, out var job) ? job.Ended.WaitAsync(ct) : Task.CompletedTask;

    private bool Stop(Guid id, StopCause cause)
    {
        if (!_jobs.TryGetValue(id, out var job))
        {
            return false;
        }

        job.Control.Stop(cause);
        return true;
    }
}

/// <summary>One execution of a job, until it is disposed of.</summary>
/// <param name="remove">Called at its end.</param>
internal sealed class RunningJob(Action<RunningJob> remove) : IDisposable
{
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public JobControl Control { get; } = new();

    /// <summary>Completed when the execution has ended.</summary>
    public Task Ended => _ended.Task;

    public void Dispose()
    {
        remove(this);
        _ended.SetResult();
    }
}
