using System.Diagnostics;
using MathNet.Numerics.Statistics;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>How long each command of a run took, one by one.</summary>
public sealed class Latencies(int commands)
{
    /// <summary>Of fewer commands the slowest hundredth is a handful of accidents.</summary>
    private const int EnoughForPercentile = 1_000;

    private readonly double[] _seconds = new double[commands];
    private int _count;

    /// <summary>A command that began at this timestamp has just been answered.</summary>
    public void Add(long began) => _seconds[_count++] = Stopwatch.GetElapsedTime(began).TotalSeconds;

    /// <summary>Adds the run's figures to its work.</summary>
    public void Tell(WorkDone work)
    {
        var seconds = _seconds[.._count];
        work.Figures[PipeliningFigures.LatencyMedian] = seconds.Median();
        if (_count >= EnoughForPercentile)
        {
            work.Figures[PipeliningFigures.LatencyP99] = seconds.Quantile(0.99);
        }
    }
}
