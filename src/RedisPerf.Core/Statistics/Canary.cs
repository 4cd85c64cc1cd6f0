using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>The floor as a canary: it does the same work in each job, so another time of it is another speed of the machine. After such a
/// change, seconds decide nothing, and the ratio to the floor decides.</summary>
public static class Canary
{
    /// <summary>The minimum share of a difference relative to others that must also be a difference in time: when the others changed, the case did
    /// not.</summary>
    private const double ShareInTime = 0.5;

    /// <summary>Whether the interval of the ratio of the floor's times shows that the machine changed.</summary>
    /// <param name="floor">The floor's time divided by its time before; null without a floor in both.</param>
    public static bool HasMoved(Ratio? floor) => floor is { Verdict: Verdict.Slower or Verdict.Faster };

    /// <summary>Whether a difference relative to the floor, or to other strategies, is one of the case itself.</summary>
    /// <param name="relative">The logarithm of the ratio of the relative times.</param>
    /// <param name="own">The logarithm of the ratio of the case's own times.</param>
    public static bool IsInTime(double relative, double own) => Math.Sign(relative) * own >= ShareInTime * Math.Abs(relative);

    /// <summary>The ratio relative to the floor after a change of the machine. It has no verdict if the floor responded to the change and the case
    /// did not: other programs can delay the floor more than a strategy.</summary>
    /// <param name="toFloor">The ratio of the times relative to the floor.</param>
    /// <param name="seconds">The ratio of the times.</param>
    public static Ratio? Judge(Ratio? toFloor, Ratio? seconds) =>
        HasMoved(toFloor) && seconds is not null && !IsInTime(Math.Log(toFloor!.Value), Math.Log(seconds.Value)) ? Refuse(toFloor) : toFloor;

    /// <summary>A ratio of seconds between which the machine changed: without a verdict.</summary>
    public static Ratio? Refuse(Ratio? seconds) => seconds is null ? null : seconds with { Verdict = Verdict.Unclear };
}
