using MathNet.Numerics.Statistics;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Trends;

/// <summary>The median time of one case in one scheduled run, in seconds.</summary>
/// <param name="Median">The median of the counted runs.</param>
/// <param name="Low">Lower end of the 90% interval of the median; null with fewer than five runs.</param>
/// <param name="High">Upper end of the 90% interval; with five runs this is the longest run.</param>
/// <param name="Count">Number of counted runs.</param>
public sealed record CaseLevel(double Median, double? Low, double? High, int Count)
{
    private const double Confidence = 0.9;

    /// <param name="seconds">The time of each counted run; at least one.</param>
    public static CaseLevel Of(IEnumerable<double> seconds)
    {
        var sorted = seconds.Order().ToArray();
        var interval = MedianInterval.Of(sorted, Confidence);
        return new(sorted.Median(), interval?.Low, interval?.High, sorted.Length);
    }
}
