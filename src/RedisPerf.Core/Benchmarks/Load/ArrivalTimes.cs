using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>The intended send times of all nodes, in mean gaps between two operations: multiply them by 1 ÷ rate.</summary>
public sealed class ArrivalTimes
{
    /// <summary>Number of different gaps; a longer run repeats them.</summary>
    private const int MaxGaps = 1_000_000;

    // The sums of the gaps before each operation and, as the last one, of all gaps; null for equal gaps.
    private readonly double[]? _sums;

    /// <param name="options">The pattern, the seed and the rates.</param>
    public ArrivalTimes(LoadOptions options)
    {
        if (options.Arrivals == ArrivalPattern.Constant)
        {
            return;
        }

        // Another sequence than that of the keys and values, which a pattern does not change.
        var random = new SplitMix(~options.Seed);
        _sums = new double[Math.Min(MaxGaps, options.OperationsAt(options.Rate)) + 1];
        for (var gap = 1; gap < _sums.Length; gap++)
        {
            // The upper 53 bits are the digits of a double below 1.
            _sums[gap] = _sums[gap - 1] - Math.Log(1 - ((random.Next() >> 11) * (1.0 / (1L << 53))));
        }
    }

    /// <summary>The send time of an operation. A run has a fixed number of operations, so its time is that of the same number at equal
    /// distances: the times of a Poisson process with this number of arrivals.</summary>
    /// <param name="number">The 0-based number of the operation among those of all nodes.</param>
    /// <param name="count">Operations of the run on all nodes.</param>
    public double Of(long number, int count) => _sums is null ? number : SumBefore(number) / SumBefore(count) * count;

    private double SumBefore(long number)
    {
        var gaps = _sums!.Length - 1;
        return (number / gaps * _sums[gaps]) + _sums[number % gaps];
    }
}

/// <summary>The times between two operations.</summary>
public enum ArrivalPattern
{
    /// <summary>All are equal.</summary>
    Constant,

    /// <summary>They are exponentially distributed, as with many independent users.</summary>
    Poisson,
}
