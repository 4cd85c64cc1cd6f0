using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>Decides the verdict from the interval of a ratio.</summary>
public static class Verdicts
{
    /// <summary>A smaller relative difference does not count: an interval within it means <see cref="Verdict.Same"/>.</summary>
    public const double Margin = 0.03;

    /// <summary>The upper end of the zone of no difference.</summary>
    public const double SameHigh = 1 + Margin;

    /// <summary>Its lower end, which is the same for the inverse ratio.</summary>
    public const double SameLow = 1 / SameHigh;

    public static Verdict Decide(double? low, double? high) => (low, high) switch
    {
        (null, _) or (_, null) => Verdict.Unclear,
        ( >= SameLow, <= SameHigh) => Verdict.Same,
        (_, < 1) => Verdict.Faster,
        ( > 1, _) => Verdict.Slower,
        _ => Verdict.Unclear,
    };
}
