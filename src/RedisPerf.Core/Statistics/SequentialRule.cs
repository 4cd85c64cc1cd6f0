namespace RedisPerf.Core.Statistics;

/// <summary>When a job that runs until its comparisons are decided may stop. The verdicts are checked after a fixed number of rounds each
/// time, and a last time at the end of the time budget. Each check has an equal share of the 5% error (an alpha-spending plan; Lan and
/// DeMets, Biometrika 70, 1983), so by Bonferroni's inequality a comparison of equal cases gets a false verdict with a probability of at
/// most 5% over the whole job, however the checks depend on each other.</summary>
public static class SequentialRule
{
    private const double Error = 0.05;

    /// <summary>Each check needs about half as many further rounds as the last one.</summary>
    private static readonly int[] Checks = [3, 4, 6, 9, 13, 19, 28, 42, MaxRounds];

    /// <summary>Timed rounds after which a job ends in any case.</summary>
    public const int MaxRounds = 63;

    /// <summary>The confidence of each interval, with one more check for the end of the time budget.</summary>
    public static double Confidence { get; } = 1 - (Error / (Checks.Length + 1));

    /// <summary>The number of timed rounds at the next check; <see cref="MaxRounds"/> after the last one.</summary>
    public static int NextCheck(int rounds) => Checks.FirstOrDefault(check => check > rounds, MaxRounds);
}
