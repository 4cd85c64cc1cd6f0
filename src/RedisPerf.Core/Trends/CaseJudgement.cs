using RedisPerf.Core.Model;

namespace RedisPerf.Core.Trends;

/// <summary>What can be said of one case in one night.</summary>
/// <param name="Case">The case.</param>
/// <param name="Basis">What told the most.</param>
/// <param name="Ratio">Its time over the median of the nights before; above 1 is slower.</param>
/// <param name="Low">Lower end of the ratio's 95 % interval.</param>
/// <param name="High">Upper end of it.</param>
/// <param name="Nights">Over how many nights together, this one the last.</param>
/// <param name="Since">The job of the first of them.</param>
/// <param name="Chance">How often a night like those before would look so slow, by chance alone and over all cases of the job; up to 1.</param>
/// <param name="Again">The same chance for the rerun alone, this case alone; null where there was none.</param>
public sealed record CaseJudgement(CaseKey Case, Basis Basis, double Ratio, double Low, double High, int Nights, Guid Since, double Chance, double? Again)
{
    /// <summary>Slow enough to be run again.</summary>
    public bool IsSuspicious => Chance < NightJudge.Suspicion;

    /// <summary>The night and its rerun together leave hardly a doubt, and the rerun says so too.</summary>
    public bool IsConfirmed => Chance < NightJudge.Certainty && Again < NightJudge.Agreement;
}
