using MathNet.Numerics.Statistics;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>The number of calls in a run.</summary>
public static class CallCount
{
    /// <summary>Minimum for slow calls: with a single call, the run's time would be the time of that call.</summary>
    public const int Min = 3;

    /// <summary>Limits the recorded call times to 8 MB.</summary>
    public const int Max = 1_000_000;

    /// <summary>The number of calls that take the configured time of a run.</summary>
    /// <param name="secondsPerRun">The configured time.</param>
    /// <param name="trial">Times of calls just before, in seconds. Their median is used, because the first calls are slow.</param>
    public static int ByTime(double secondsPerRun, IEnumerable<double> trial) =>
        (int)Math.Clamp(secondsPerRun / trial.Median(), Min, Max);

    /// <summary>The number of calls as in the article: loops times 100, 50, 10, 5 or 1. The article gives the factors, which decrease with
    /// the number of keys, but not where each begins; our boundaries make every point of 1,000 loops take seconds.</summary>
    public static int ByLoops(int loops, int keysPerCall) => Math.Min(Max, loops * keysPerCall switch
    {
        <= 20 => 100,
        <= 100 => 50,
        <= 1_000 => 10,
        <= 5_000 => 5,
        _ => 1,
    });
}
