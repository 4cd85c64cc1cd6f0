using System.Diagnostics;

namespace RedisPerf.Core.Targets.Link;

/// <summary>One direction of a link, shared by all its connections: computes when bytes that arrive at one end leave the other.</summary>
internal sealed class LinkDirection(LinkOptions link)
{
    private const int MaxRead = LinkMemory.BlockBytes;

    /// <summary>Bytes of a TCP stream in one Ethernet frame, without headers.</summary>
    private const int MinRead = 1448;

    /// <summary>The part of one second's bytes that may leave at once: the precision of the rate.</summary>
    private const double Resolution = 0.001;

    /// <summary>Bytes that can wait in front of the link, as in a router's queue; more bytes wait at the sender.</summary>
    private const int MinQueue = 256 << 10;

    /// <summary>Additional waiting bytes, in seconds of the link's rate, so that a thread that wakes late costs no throughput.</summary>
    private const double QueueTime = 0.01;

    private const long MaxCapacity = 16 << 20;

    private readonly Lock _gate = new();
    private readonly long _delay = Alarm.Ticks(link.Delay);
    private readonly double _ticksPerByte = link.BytesPerSecond is { } rate ? Stopwatch.Frequency / rate : 0;
    private long _freeAt;

    /// <summary>Maximum number of bytes that are read at once.</summary>
    public int Read { get; } = link.BytesPerSecond is { } rate ? (int)Math.Clamp(rate * Resolution, MinRead, MaxRead) : MaxRead;

    /// <summary>Maximum number of bytes of one connection in transit: those on the link, and a queue before it.</summary>
    public long Capacity { get; } =
        link.BytesPerSecond is { } rate ? Math.Min(MaxCapacity, (long)(rate * (link.Delay.TotalSeconds + QueueTime)) + MinQueue) : MaxCapacity;

    /// <summary>At <see cref="Capacity"/>, reading stops until fewer bytes than this are in transit. With a much lower value the link
    /// would be idle at times.</summary>
    public long Resume => Capacity - (MinQueue / 2);

    /// <summary>When a number of bytes that have just arrived leave at the other end: after earlier bytes, at the link's
    /// rate, plus the delay.</summary>
    public long LeaveAt(int bytes)
    {
        lock (_gate)
        {
            _freeAt = Math.Max(_freeAt, Stopwatch.GetTimestamp()) + (long)(bytes * _ticksPerByte);
            return _freeAt + _delay;
        }
    }
}
