using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>The floor as a canary: it does the same work in each job, so another time of it is another speed of the machine. After such a
/// change, seconds decide nothing, and the ratio to the floor decides.</summary>
public static class Canary
{
    /// <summary>Whether the interval of the ratio of the floor's times shows that the machine changed.</summary>
    /// <param name="floor">The floor's time divided by its time before; null without a floor in both.</param>
    public static bool HasMoved(Ratio? floor) => floor is { Verdict: Verdict.Slower or Verdict.Faster };

    /// <summary>A ratio of seconds between which the machine changed: without a verdict.</summary>
    public static Ratio? Refuse(Ratio? seconds) => seconds is null ? null : seconds with { Verdict = Verdict.Unclear };
}
