namespace RedisPerf.Web.Tests.Live;

/// <summary>Divides all waits by a factor. The clock is the clock of the system.</summary>
internal sealed class AcceleratedTime(int factor) : TimeProvider
{
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        base.CreateTimer(callback, state, Part(dueTime), Part(period));

    private TimeSpan Part(TimeSpan time) => time == Timeout.InfiniteTimeSpan ? time : time / factor;
}
