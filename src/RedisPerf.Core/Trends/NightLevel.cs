using MathNet.Numerics.Statistics;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Trends;

/// <summary>One case in one night, in seconds.</summary>
/// <param name="Median">Of the counted runs.</param>
/// <param name="Low">Lower end of an interval that holds the true median nine times of ten; null with fewer than five runs.</param>
/// <param name="High">Upper end of it: of five runs the longest.</param>
/// <param name="Count">Of the counted runs.</param>
public sealed record NightLevel(double Median, double? Low, double? High, int Count)
{
    private const double Confidence = 0.9;

    /// <param name="seconds">Of each counted run; one at least.</param>
    public static NightLevel Of(IEnumerable<double> seconds)
    {
        var sorted = seconds.Order().ToArray();
        var interval = MedianInterval.Of(sorted, Confidence);
        return new(sorted.Median(), interval?.Low, interval?.High, sorted.Length);
    }
}
