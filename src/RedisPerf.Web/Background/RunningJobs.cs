using System.Collections.Concurrent;

namespace RedisPerf.Web.Background;

/// <summary>The jobs that are executed in this process, and the way to cancel each of them at once.</summary>
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
    public bool Cancel(Guid id)
    {
        if (!_jobs.TryGetValue(id, out var job))
        {
            return false;
        }

        job.Cancel();
        return true;
    }

    /// <summary>Stops the execution of a job that another node may execute now.</summary>
    internal void RevokeLease(Guid id) => _jobs.GetValueOrDefault(id)?.RevokeLease();

    /// <summary>The jobs that are executed here.</summary>
    internal IEnumerable<Guid> Ids => _jobs.Keys;

    /// <summary>Waits for the end of the execution of a job: slightly after its last event is in the ledger. Returns at once when the job is not executed here.</summary>
    public Task UntilEndedAsync(Guid id, CancellationToken ct) => _jobs.TryGetValue(id, out var job) ? job.Ended.WaitAsync(ct) : Task.CompletedTask;
}

/// <summary>One execution of a job, until it is disposed of.</summary>
internal sealed class RunningJob(Action<RunningJob> remove) : IDisposable
{
    // Not disposed: a cancellation may arrive as the job ends, and a source without a timer holds nothing.
    private readonly CancellationTokenSource _cancellation = new();
    private readonly CancellationTokenSource _loss = new();
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Cancelled by a request to cancel this job, and by nothing else.</summary>
    public CancellationToken Cancelled => _cancellation.Token;

    /// <summary>Cancelled when this node no longer has the right to the job.</summary>
    public CancellationToken Lost => _loss.Token;

    public void RevokeLease() => _ = _loss.CancelAsync();

    // Not on the thread of the request: what the token closes may block or fail, and belongs to the job.
    public void Cancel() => _ = _cancellation.CancelAsync();

    /// <summary>Completed when the execution has ended.</summary>
    public Task Ended => _ended.Task;

    public void Dispose()
    {
        remove(this);
        _ended.SetResult();
    }
}
