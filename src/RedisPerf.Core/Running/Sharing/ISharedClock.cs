using System.Diagnostics;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Sharing;

/// <summary>The clock that all nodes can read.</summary>
public interface ISharedClock
{
    /// <summary>Compares the clock with that of this machine.</summary>
    /// <exception cref="TargetException">The clock cannot be read.</exception>
    Task<ClockReading> ReadAsync(CancellationToken ct);
}

/// <summary>The shared clock at a moment of this machine's clock.</summary>
/// <param name="Timestamp">The timestamp of this machine.</param>
/// <param name="Microseconds">The shared clock at the same moment.</param>
/// <param name="Error">Seconds by which it may be wrong: half of the round trip.</param>
public readonly record struct ClockReading(long Timestamp, long Microseconds, double Error)
{
    /// <summary>The shared clock in microseconds at a timestamp of this machine.</summary>
    public long ToShared(long timestamp) => Microseconds + (long)(Stopwatch.GetElapsedTime(Timestamp, timestamp).TotalMicroseconds);

    /// <summary>The timestamp of this machine at a time of the shared clock.</summary>
    public long ToTimestamp(long microseconds) => Timestamp + (long)((microseconds - Microseconds) * (Stopwatch.Frequency / 1e6));
}
