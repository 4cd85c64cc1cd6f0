using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Cli.SelfTest;

/// <summary>One comparison of a self-test: consecutive rounds, evaluated like a separate job.</summary>
/// <param name="Ratio">Ratio of the other case to the plain case; null when no round has a counted time of both.</param>
/// <param name="Base">Seconds of the plain case by round; null when its run failed.</param>
/// <param name="With">Seconds of the other case by round.</param>
public sealed record KnownComparison(Ratio? Ratio, IReadOnlyList<double?> Base, IReadOnlyList<double?> With)
{
    /// <summary>The comparisons of a job of <see cref="KnownDifference"/>, as far as it was run. Incomplete ones are excluded.</summary>
    /// <param name="document">The job.</param>
    /// <param name="rounds">Rounds of a comparison; null for comparisons that run until they are decided.</param>
    public static IEnumerable<KnownComparison> All(JobDocument document, int? rounds)
    {
        var sequence = new ComparisonSequence(document.Request, rounds);
        while (sequence.Next(document.Cases) is { } comparison)
        {
            yield return comparison;
        }
    }

    /// <summary>A comparison of some rounds; null when they are not complete.</summary>
    /// <param name="all">The cases of the job.</param>
    /// <param name="first">The first round.</param>
    /// <param name="rounds">Number of rounds.</param>
    /// <param name="baseline">The strategy of the plain case.</param>
    /// <param name="rule">How times are compared.</param>
    internal static KnownComparison? Of(IReadOnlyList<CaseResult> all, int first, int rounds, string? baseline, ComparisonRule rule)
    {
        var cases = all.Select(
            @case => @case with { Runs = [.. @case.Runs.Where(run => run.Round >= first && run.Round < first + rounds)] }).ToArray();
        if (cases.Length < 2 || !cases.All(@case => @case.Runs.Count == rounds))
        {
            return null;
        }

        var judged = Summaries.Of(cases, null, baseline, rule);
        // A ratio along an axis is no part of a summary, which compares with the baseline at the same coordinates.
        var ratio = judged[0].Strategy != judged[1].Strategy ? judged[1].Summary?.Ratio
            : judged.All(@case => @case.Summary is not null) ? Summaries.Against(judged[1], judged[0], rule)
            : null;
        return new(ratio, Seconds(judged[0]), Seconds(judged[1]));
    }

    private static double?[] Seconds(CaseResult @case) => [.. @case.Runs.Select(run => run.IsInSummary ? run.SummarySeconds : null)];
}
