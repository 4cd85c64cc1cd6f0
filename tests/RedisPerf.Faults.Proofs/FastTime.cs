using System.Diagnostics;

namespace RedisPerf.Faults.Proofs;

/// <summary>A clock that runs faster than that of the system, with its timers.</summary>
internal sealed class FastTime(int factor) : TimeProvider
{
    private readonly DateTimeOffset _start = DateTimeOffset.UtcNow;
    private readonly long _timestamp = Stopwatch.GetTimestamp();

    public override DateTimeOffset GetUtcNow() => _start + (Stopwatch.GetElapsedTime(_timestamp) * factor);

    public override long GetTimestamp() => _timestamp + ((Stopwatch.GetTimestamp() - _timestamp) * factor);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        base.CreateTimer(callback, state, Part(dueTime), Part(period));

    private TimeSpan Part(TimeSpan time) => time == Timeout.InfiniteTimeSpan ? time : time / factor;
}
