using RedisPerf.Core.Model;

namespace RedisPerf.Core.Trends;

/// <summary>The result of checking one case of one scheduled run for a regression.</summary>
/// <param name="Basis">The basis with the strongest evidence.</param>
/// <param name="Ratio">The time divided by the median of the earlier runs; above 1 is slower.</param>
/// <param name="Low">Lower end of the ratio's 95% interval.</param>
/// <param name="High">Upper end of the ratio's 95% interval.</param>
/// <param name="Runs">Number of consecutive runs that were checked together; the last one is the checked run.</param>
/// <param name="Since">The job of the first of them.</param>
/// <param name="Chance">Probability of a result at least as slow by chance, corrected for all cases of the job; up to 1.</param>
/// <param name="RerunChance">The same probability for the rerun, for this case only; null without a rerun.</param>
public sealed record CaseCheck(
    CaseKey Case, Basis Basis, double Ratio, double Low, double High, int Runs, Guid Since, double Chance, double? RerunChance)
{
    /// <summary>The time of the floor divided by its median in the earlier runs; null on another basis.</summary>
    public double? Machine { get; init; }

    /// <summary>Slow enough for a rerun.</summary>
    public bool IsSuspicious => Chance < RegressionDetector.Suspicion;

    /// <summary>The run and its rerun together are significant, and the rerun on its own agrees.</summary>
    public bool IsConfirmed => Chance < RegressionDetector.Certainty && RerunChance < RegressionDetector.Agreement;
}
