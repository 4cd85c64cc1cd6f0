namespace RedisPerf.Web.Tests.Live;

/// <summary>Time in which whoever waits has waited after a part of it; the clock itself is the usual one.</summary>
internal sealed class HastyTime(int factor) : TimeProvider
{
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        base.CreateTimer(callback, state, Part(dueTime), Part(period));

    private TimeSpan Part(TimeSpan time) => time == Timeout.InfiniteTimeSpan ? time : time / factor;
}
