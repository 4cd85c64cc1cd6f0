using System.Diagnostics.CodeAnalysis;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Running;

/// <summary>Why a job stops before its last round.</summary>
public enum StopCause
{
    /// <summary>A user cancelled it.</summary>
    CancelRequested,

    /// <summary>The program ends. The job can be resumed.</summary>
    ProcessStopped,

    /// <summary>This process no longer holds the job, so its events are not recorded.</summary>
    LeaseRevoked,
}

/// <summary>How the owner of a running job acts on it: stops it with a reason, ends its wait for a server, and passes on what users
/// change. It is thread-safe.</summary>
[SuppressMessage("Design", "CA1001", Justification = "A cancellation may arrive as the job ends, and a source without a timer holds nothing.")]
public sealed class JobControl
{
    private readonly CancellationTokenSource _stop = new();
    private readonly Lock _gate = new();
    private StopCause? _cause;
    private volatile JobDocument? _changed;
    private volatile bool _isWaitEnded;
    private volatile bool _yields;

    /// <summary>Cancelled when the job stops.</summary>
    public CancellationToken Stopped => _stop.Token;

    /// <summary>Why the job stops; null while it does not. A request of a user counts, also after the end of the program.</summary>
    public StopCause? Cause
    {
        get
        {
            lock (_gate)
            {
                return _cause;
            }
        }
    }

    /// <summary>Whether the job waits no longer for a server or an image.</summary>
    internal bool IsWaitEnded => _isWaitEnded;

    /// <summary>Whether the wait was ended for another job.</summary>
    internal bool Yields => _yields;

    /// <summary>Stops the job. Returns at once: what the token closes may block or fail, and belongs to the job.</summary>
    public void Stop(StopCause cause)
    {
        lock (_gate)
        {
            _cause = _cause is null || cause == StopCause.CancelRequested ? cause : _cause;
        }

        _ = _stop.CancelAsync();
    }

    /// <summary>Ends the wait that <see cref="JobEvent.Waiting"/> reports: the job ends as queued, so that another job runs first. Without
    /// effect when the job waits no longer.</summary>
    public void Yield() => _isWaitEnded = _yields = true;

    /// <summary>Ends the wait that <see cref="JobEvent.Waiting"/> reports: the job fails. Without effect when the job waits no longer.</summary>
    public void EndWait() => _isWaitEnded = true;

    /// <summary>Passes on the job as users changed it: another baseline, excluded runs. A job that runs until it is
    /// decided is decided by it.</summary>
    /// <param name="document">The job with its runs.</param>
    public void Change(JobDocument document) => _changed = document;

    /// <summary>The last change since the last call; null without one.</summary>
    internal JobDocument? TakeChange()
    {
        lock (_gate)
        {
            var changed = _changed;
            _changed = null;
            return changed;
        }
    }
}
