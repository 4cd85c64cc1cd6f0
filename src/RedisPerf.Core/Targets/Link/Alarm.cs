using System.Diagnostics;

namespace RedisPerf.Core.Targets.Link;

/// <summary>Wakes waiters at a given moment, on its own thread and within 0.1 ms on a machine that has a core to spare. The system's timers
/// count in whole milliseconds, which is longer than the delay of many links.</summary>
internal sealed class Alarm : IAsyncDisposable
{
    // From here on the thread sleeps in slices, so that a caller with an earlier moment waits for at most one slice.
    private static readonly long Near = Ticks(TimeSpan.FromMilliseconds(2));
    private static readonly long Slice = Ticks(TimeSpan.FromMicroseconds(250));

    private readonly object _gate = new();
    private readonly PriorityQueue<AlarmWaiter, long> _waiting = new();
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private bool _ending;

    public Alarm() => new Thread(Run) { IsBackground = true, Name = "RedisPerf link" }.Start();

    /// <summary>A span in the unit of <see cref="Stopwatch.GetTimestamp"/>.</summary>
    public static long Ticks(TimeSpan span) => (long)(span.TotalSeconds * Stopwatch.Frequency);

    /// <summary>Ends at the moment, or when the alarm is disposed. The code after the await runs on the alarm's thread,
    /// so it must be short.</summary>
    /// <param name="waiter">Belongs to the caller, who waits for one moment at a time.</param>
    /// <param name="moment">In units of <see cref="Stopwatch.GetTimestamp"/>.</param>
    public ValueTask UntilAsync(AlarmWaiter waiter, long moment)
    {
        lock (_gate)
        {
            if (_ending || moment <= Stopwatch.GetTimestamp())
            {
                return ValueTask.CompletedTask;
            }

            var wait = waiter.Begin();
            _waiting.Enqueue(waiter, moment);
            if (_waiting.Peek() == waiter)
            {
                Monitor.Pulse(_gate);
            }

            return wait;
        }
    }

    public async ValueTask DisposeAsync()
    {
        lock (_gate)
        {
            _ending = true;
            Monitor.Pulse(_gate);
        }

        await _ended.Task.ConfigureAwait(false);
    }

    private void Run()
    {
        while (Next() is { } waiter)
        {
            waiter.Signal();
        }

        _ended.SetResult();
    }

    // Null when the alarm has ended and has no waiters.
    private AlarmWaiter? Next()
    {
        lock (_gate)
        {
            while (true)
            {
                if (!_waiting.TryPeek(out var waiter, out var moment))
                {
                    if (_ending)
                    {
                        return null;
                    }

                    Monitor.Wait(_gate);
                    continue;
                }

                var left = moment - Stopwatch.GetTimestamp();
                if (left <= 0 || _ending)
                {
                    return _waiting.Dequeue();
                }

                if (left > Near)
                {
                    Monitor.Wait(_gate, (int)((left - (Near / 2)) * 1000 / Stopwatch.Frequency));
                    continue;
                }

                Monitor.Exit(_gate);
                try
                {
                    ShortSleep.For(Math.Min(left, Slice));
                }
                finally
                {
                    Monitor.Enter(_gate);
                }
            }
        }
    }
}
