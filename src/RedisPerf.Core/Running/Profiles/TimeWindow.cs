using System.Diagnostics;

namespace RedisPerf.Core.Running.Profiles;

/// <summary>A part of the clock, in timestamps of <see cref="Stopwatch"/>, which all processes of this machine share.</summary>
internal readonly record struct TimeWindow(long Start, long End)
{
    /// <summary>The time on the clock of a slice.</summary>
    public static TimeWindow Of(SliceResult slice) =>
        new(slice.StartedAt, slice.StartedAt + (long)((slice.Run.Seconds ?? 0) * Stopwatch.Frequency));

    public double Seconds => Math.Max(0, Stopwatch.GetElapsedTime(Start, End).TotalSeconds);

    public bool Contains(long timestamp) => timestamp >= Start && timestamp < End;

    /// <summary>The part of it that is in another one; empty when they do not overlap.</summary>
    public TimeWindow Within(TimeWindow other) => Math.Max(Start, other.Start) is var start && Math.Min(End, other.End) is var end && end > start
        ? new(start, end)
        : default;
}
