using RedisPerf.Core.Model;

namespace RedisPerf.Cli.SelfTest;

/// <summary>Number of comparisons with a verdict, in total and per verdict.</summary>
public sealed record VerdictTally(int Comparisons, int Faster, int Slower, int Same, int Unclear)
{
    public static VerdictTally Of(IEnumerable<KnownComparison> comparisons) => Of(comparisons.Select(comparison => comparison.Ratio));

    /// <param name="ratios">Null for a comparison without a time.</param>
    public static VerdictTally Of(IEnumerable<Ratio?> ratios)
    {
        var verdicts = ratios.Select(ratio => ratio?.Verdict).OfType<Verdict>().ToArray();
        return new(verdicts.Length, Count(Verdict.Faster), Count(Verdict.Slower), Count(Verdict.Same), Count(Verdict.Unclear));

        int Count(Verdict word) => verdicts.Count(verdict => verdict == word);
    }
}
