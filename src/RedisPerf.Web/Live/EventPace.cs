namespace RedisPerf.Web.Live;

/// <summary>Limits events to four per second on average. Up to four follow each other at once, so that the start of a long slice is visible
/// although short ones ended just before.</summary>
internal sealed class EventPace(TimeProvider time)
{
    private const double PerSecond = 4;
    private const double Burst = 4;

    private double _allowance = Burst;
    private long _last = time.GetTimestamp();

    /// <summary>Whether an event may be sent now. It is counted then.</summary>
    public bool TryTake()
    {
        var now = time.GetTimestamp();
        _allowance = Math.Min(Burst, _allowance + (PerSecond * time.GetElapsedTime(_last, now).TotalSeconds));
        _last = now;
        if (_allowance < 1)
        {
            return false;
        }

        _allowance--;
        return true;
    }
}
