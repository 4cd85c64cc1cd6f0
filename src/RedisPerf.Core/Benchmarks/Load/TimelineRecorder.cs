using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>Records the latencies of a run by the time of the run. All times are in seconds.</summary>
/// <param name="seconds">The time of the run.</param>
/// <param name="operations">The number of its operations.</param>
internal sealed class TimelineRecorder(double seconds, int operations)
{
    /// <summary>Operations that support the 99th percentile.</summary>
    private const int Supporting = 1_000;

    /// <summary>At a low rate, the intervals are not longer than this part of the run.</summary>
    private const int MinPoints = 10;

    private const int Digits = 4;

    private readonly double _step = StepOf(seconds, operations);
    private readonly float[] _latencies = Filled(operations);
    private readonly int[] _replies = new int[(int)Math.Ceiling((seconds / StepOf(seconds, operations)) - 1e-9)];

    /// <summary>Records a reply. Several threads can record replies of different operations.</summary>
    /// <param name="number">The 0-based number of the operation.</param>
    /// <param name="at">The time of the reply since the start of the run. A reply after the end is not in the throughput.</param>
    public void Record(int number, double at, double latency)
    {
        _latencies[number] = (float)latency;
        var index = IndexOf(at);
        if (index < _replies.Length)
        {
            Interlocked.Increment(ref _replies[index]);
        }
    }

    /// <summary>The figures of the intervals.</summary>
    /// <param name="intendedOf">The intended send time of an operation since the start of the run.</param>
    /// <param name="sent">Number of operations that were sent. One of them without a reply failed. The others have the time that they waited
    /// until the end, which is a lower bound of their latency.</param>
    /// <param name="end">The end of the run since its start.</param>
    /// <param name="mark">The disturbance.</param>
    /// <param name="markedAt">Its time since the start of the run.</param>
    public RunTimeline ToTimeline(Func<int, double> intendedOf, int sent, double end, string mark, double markedAt)
    {
        foreach (var number in Enumerable.Range(sent, operations - sent))
        {
            _latencies[number] = (float)(end - intendedOf(number));
        }

        var intervals = Enumerable.Range(0, operations).ToLookup(number => IndexOf(intendedOf(number)));
        var sorted = Enumerable.Range(0, _replies.Length)
            .Select(index => intervals[index].Select(number => _latencies[number]).Order().ToArray()).ToArray();
        return new(
            _step,
            mark,
            Rounded(markedAt),
            [.. sorted.Select(latencies => Percentile(latencies, 0.5))],
            [.. sorted.Select(latencies => Percentile(latencies, 0.99))],
            [.. _replies.Select((replies, index) => Rounded(replies / Math.Min(_step, seconds - (index * _step))))],
            [.. Enumerable.Range(0, _replies.Length).Select(index =>
                intervals[index].Count(number => number < sent && float.IsPositiveInfinity(_latencies[number])))]);
    }

    // A time at the start of an interval can be a tick below it.
    private int IndexOf(double time) => (int)((time / _step) + 1e-6);

    private static double StepOf(double seconds, int operations)
    {
        var max = seconds / MinPoints;
        var min = Math.Min(max, Math.Max(seconds / RunTimeline.MaxPoints, Supporting * seconds / operations));
        var step = RoundStep.AtLeast(min);
        return Math.Round(step <= max * (1 + 1e-9) ? step : max, 9);
    }

    private static float[] Filled(int count)
    {
        var all = new float[count];
        Array.Fill(all, float.PositiveInfinity);
        return all;
    }

    private static double? Percentile(float[] sorted, double share) =>
        LatencyHistogram.IsSupported(sorted.Length, share) && sorted[(int)Math.Ceiling(share * sorted.Length) - 1] is var value
        && float.IsFinite(value) ? Rounded(value) : null;

    private static double Rounded(double value) =>
        value == 0 ? 0 : Math.Round(value, Math.Clamp(Digits - 1 - (int)Math.Floor(Math.Log10(Math.Abs(value))), 0, 15));
}
