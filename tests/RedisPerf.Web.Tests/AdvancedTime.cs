namespace RedisPerf.Web.Tests;

/// <summary>The clock of the system, advanced by the test.</summary>
internal sealed class AdvancedTime : TimeProvider
{
    private long _ticks;

    public void Advance(TimeSpan time) => Interlocked.Add(ref _ticks, time.Ticks);

    public override DateTimeOffset GetUtcNow() => base.GetUtcNow().AddTicks(Interlocked.Read(ref _ticks));

    public override long GetTimestamp() =>
        base.GetTimestamp() + (long)(TimeSpan.FromTicks(Interlocked.Read(ref _ticks)).TotalSeconds * TimestampFrequency);
}
