using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Calls;

/// <summary>Ends a run, and measures the thread pool twenty times a second: its busy threads, and the delay of a work item. It has its own
/// thread, because the work of a pool without a free thread is what it measures.</summary>
internal sealed class PoolWatch
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(50);

    /// <summary>The time after the time-out of its last call in which each caller must end.</summary>
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(5);

    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly CountdownEvent _callers;
    private readonly TimeSpan _time;
    private readonly TimeSpan _timeout;
    private long _probed;
    private long _delay;
    private volatile bool _isOver;

    /// <param name="time">The time of the run.</param>
    /// <param name="callers">Number of callers.</param>
    /// <param name="timeout">The time-out of a call.</param>
    public PoolWatch(TimeSpan time, int callers, TimeSpan timeout, CancellationToken ct)
    {
        (_time, _timeout, _callers) = (time, timeout, new(callers));
        new Thread(() => Watch(ct)) { IsBackground = true, Name = nameof(PoolWatch) }.Start();
    }

    /// <summary>Whether the time of the run has passed.</summary>
    public bool IsOver => _isOver;

    /// <summary>Ends when the time has passed and all callers have ended, or with the reason that they have not.</summary>
    public Task Ended => _ended.Task;

    /// <summary>Busy threads of the pool in the first sample after 50 ms.</summary>
    public int First { get; private set; }

    /// <summary>Busy threads of the pool in the last sample of the time.</summary>
    public int Last { get; private set; }

    /// <summary>The most busy threads of all samples.</summary>
    public int Max { get; private set; }

    /// <summary>The longest delay from queueing a work item to its start.</summary>
    public TimeSpan MaxDelay { get; private set; }

    /// <summary>Ends a caller.</summary>
    public void EndCaller() => _callers.Signal();

    private void Watch(CancellationToken ct)
    {
        var start = Stopwatch.GetTimestamp();
        var hasEnded = false;
        while (!hasEnded && Stopwatch.GetElapsedTime(start) < _time + _timeout + Grace)
        {
            Probe();
            // The callers end when the time has passed, or after a failure.
            hasEnded = _callers.Wait(Interval, CancellationToken.None);
            Sample();
            _isOver |= ct.IsCancellationRequested || Stopwatch.GetElapsedTime(start) >= _time;
        }

        _isOver = true;
        if (hasEnded)
        {
            _ended.TrySetResult();
        }
        else
        {
            _ended.TrySetException(new VerificationException(Reason.Of(ReasonCode.CallersHung,
                ("callers", _callers.CurrentCount), ("of", _callers.InitialCount), ("seconds", (_timeout + Grace).TotalSeconds))));
        }
    }

    private void Sample()
    {
        ThreadPool.GetMaxThreads(out var max, out _);
        ThreadPool.GetAvailableThreads(out var free, out _);
        var busy = max - free;
        if (!_isOver)
        {
            (First, Last) = (First == 0 ? busy : First, busy);
        }

        Max = Math.Max(Max, busy);
        // An item that still waits has at least this delay.
        var delay = Volatile.Read(ref _probed) is var queued and > 0 ? Stopwatch.GetElapsedTime(queued) : new(Volatile.Read(ref _delay));
        MaxDelay = delay > MaxDelay ? delay : MaxDelay;
    }

    // At most one item at a time.
    private void Probe()
    {
        if (Volatile.Read(ref _probed) != 0)
        {
            return;
        }

        var queued = Stopwatch.GetTimestamp();
        Volatile.Write(ref _probed, queued);
        ThreadPool.UnsafeQueueUserWorkItem(
            _ =>
            {
                Volatile.Write(ref _delay, Stopwatch.GetElapsedTime(queued).Ticks);
                Volatile.Write(ref _probed, 0);
            },
            null);
    }
}
