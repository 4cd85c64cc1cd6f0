using MathNet.Numerics.Statistics;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>How many calls a run makes.</summary>
public static class CallCount
{
    /// <summary>However long they take: a run of one call would be that call.</summary>
    public const int Fewest = 3;

    /// <summary>What is kept of each call's time stays below 8 MB.</summary>
    public const int Most = 1_000_000;

    /// <summary>So many that they take the time that a run should take.</summary>
    /// <param name="secondsPerRun">That time.</param>
    /// <param name="trial">What calls took just before, in seconds; the median counts, since the first are slow.</param>
    public static int ByTime(double secondsPerRun, IEnumerable<double> trial) =>
        (int)Math.Clamp(secondsPerRun / trial.Median(), Fewest, Most);

    /// <summary>
    /// So many as in the article: its loops times 100, 50, 10, 5 or 1. It has the factors and that they fall with the
    /// number of keys; where each begins is ours, so that every point of its thousand loops takes seconds.
    /// </summary>
    public static int ByLoops(int loops, int keysPerCall) => Math.Min(Most, loops * keysPerCall switch
    {
        <= 20 => 100,
        <= 100 => 50,
        <= 1_000 => 10,
        <= 5_000 => 5,
        _ => 1,
    });
}
