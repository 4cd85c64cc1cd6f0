namespace RedisPerf.Web.Tests.Schedules;

/// <summary>A clock that changes only when the test moves it. A timer fires when the clock moves past its time. The caller of a timer reads
/// the clock immediately before, on the same thread. If the clock moves in between, the timer counts from the time that was read.</summary>
internal sealed class ManualClock(DateTimeOffset start) : TimeProvider
{
    [ThreadStatic]
    private static (ManualClock Clock, DateTimeOffset Time) Seen;

    private readonly Lock _gate = new();
    private readonly List<ManualTimer> _timers = [];
    private DateTimeOffset _now = start;

    public override DateTimeOffset GetUtcNow()
    {
        lock (_gate)
        {
            Seen = (this, _now);
            return _now;
        }
    }

    public void MoveTo(DateTimeOffset time)
    {
        ManualTimer[] due;
        lock (_gate)
        {
            _now = time;
            due = [.. _timers.Where(timer => timer.DueAt <= time)];
            foreach (var timer in due)
            {
                timer.Rearm(time);
            }
        }

        foreach (var timer in due)
        {
            timer.Call();
        }
    }

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new ManualTimer(this, () => callback(state));
        lock (_gate)
        {
            _timers.Add(timer);
        }

        timer.Change(dueTime, period);
        return timer;
    }

    private sealed class ManualTimer(ManualClock clock, Action callback) : ITimer
    {
        private TimeSpan _period = Timeout.InfiniteTimeSpan;

        public DateTimeOffset? DueAt { get; private set; }

        public void Call() => callback();

        public void Rearm(DateTimeOffset now) => DueAt = _period == Timeout.InfiniteTimeSpan || _period == TimeSpan.Zero ? null : now + _period;

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            bool isDue;
            lock (clock._gate)
            {
                _period = period;
                DueAt = dueTime == Timeout.InfiniteTimeSpan ? null : (Seen.Clock == clock ? Seen.Time : clock._now) + dueTime;
                isDue = DueAt <= clock._now;
                if (isDue)
                {
                    Seen = (clock, clock._now);
                    Rearm(clock._now);
                }
            }

            if (isDue)
            {
                ThreadPool.QueueUserWorkItem(_ => callback());
            }

            return true;
        }

        public void Dispose()
        {
            lock (clock._gate)
            {
                DueAt = null;
                clock._timers.Remove(this);
            }
        }

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
