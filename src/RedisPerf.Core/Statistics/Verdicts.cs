using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>Decides the verdict from the interval of a ratio.</summary>
public static class Verdicts
{
    /// <summary>An interval inside these bounds means <see cref="Verdict.Same"/>.</summary>
    private const double SameHigh = 1.03;

    // The same for the inverse ratio.
    private const double SameLow = 1 / SameHigh;

    public static Verdict Decide(double? low, double? high) => (low, high) switch
    {
        (null, _) or (_, null) => Verdict.Unclear,
        ( >= SameLow, <= SameHigh) => Verdict.Same,
        (_, < 1) => Verdict.Faster,
        ( > 1, _) => Verdict.Slower,
        _ => Verdict.Unclear,
    };
}
