using System.Diagnostics;

namespace RedisPerf.Core.Targets.Link;

/// <summary>One direction of a link, shared by all connections over it: when what arrives at its one end leaves it at the other.</summary>
internal sealed class LinkDirection(LinkOptions link)
{
    private const int LargestRead = 64 << 10;

    /// <summary>Without the headers around it, what an Ethernet frame carries of a TCP stream.</summary>
    private const int SmallestRead = 1448;

    /// <summary>How much of a second's bytes may leave at once: what the pace is fine to.</summary>
    private const double Grain = 0.001;

    /// <summary>What waits for its turn before a narrow link, as in a router's queue; what is more waits with the sender.</summary>
    private const int Queue = 256 << 10;

    private const long LargestCapacity = 16 << 20;

    private readonly Lock _gate = new();
    private readonly long _delay = Alarm.Ticks(link.Delay);
    private readonly double _ticksPerByte = link.BytesPerSecond is { } rate ? Stopwatch.Frequency / rate : 0;
    private long _freeAt;

    /// <summary>Bytes that are taken in at once, at most.</summary>
    public int Read { get; } = link.BytesPerSecond is { } rate ? (int)Math.Clamp(rate * Grain, SmallestRead, LargestRead) : LargestRead;

    /// <summary>Bytes of one connection that are on their way, at most: what the link holds, and a queue before it.</summary>
    public long Capacity { get; } = link.BytesPerSecond is { } rate ? Math.Min(LargestCapacity, (long)(rate * link.Delay.TotalSeconds) + Queue) : LargestCapacity;

    /// <summary>The moment at which so many bytes that have just arrived leave at the other end: after those before them, at the link's pace, and the delay later.</summary>
    public long LeaveAt(int bytes)
    {
        lock (_gate)
        {
            _freeAt = Math.Max(_freeAt, Stopwatch.GetTimestamp()) + (long)(bytes * _ticksPerByte);
            return _freeAt + _delay;
        }
    }
}
