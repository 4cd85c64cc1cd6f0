using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Cli.SelfTest;

/// <summary>One comparison of a self-test: consecutive rounds, evaluated like a separate job.</summary>
/// <param name="Ratio">Ratio of the other case to the plain case; null when no round has a counted time of both.</param>
/// <param name="Base">Seconds of the plain case by round; null when its run failed.</param>
/// <param name="With">Seconds of the other case by round.</param>
public sealed record KnownComparison(Ratio? Ratio, IReadOnlyList<double?> Base, IReadOnlyList<double?> With)
{
    /// <summary>The comparisons of a job of <see cref="KnownDifference"/>, as far as it was run.</summary>
    /// <param name="rounds">Rounds per comparison.</param>
    public static IReadOnlyList<KnownComparison> Of(JobDocument document, int rounds) =>
    [
        .. from number in Enumerable.Range(0, document.Request.Runs / rounds)
           let comparison = Of(document, document.Request.Warmups + (number * rounds), rounds, ComparisonRule.Usual)
           where comparison is not null
           select comparison,
    ];

    /// <summary>The same rounds as jobs that run until they are decided: each comparison begins after the last one, and ends at the first
    /// check of the <see cref="SequentialRule"/> with a verdict. A comparison whose rounds are not complete is excluded.</summary>
    public static IReadOnlyList<KnownComparison> UntilDecided(JobDocument document)
    {
        var rule = ComparisonRule.Usual with { Confidence = SequentialRule.Confidence };
        var all = new List<KnownComparison>();
        var first = document.Request.Warmups;
        for (var rounds = SequentialRule.NextCheck(0); Of(document, first, rounds, rule) is { } comparison;)
        {
            if (comparison.Ratio is { Verdict: not Verdict.Unclear } || rounds == SequentialRule.MaxRounds)
            {
                all.Add(comparison);
                first += rounds;
                rounds = 0;
            }

            rounds = SequentialRule.NextCheck(rounds);
        }

        return all;
    }

    private static KnownComparison? Of(JobDocument document, int first, int rounds, ComparisonRule rule)
    {
        var cases = document.Cases.Select(
            @case => @case with { Runs = [.. @case.Runs.Where(run => run.Round >= first && run.Round < first + rounds)] }).ToArray();
        if (!cases.All(@case => @case.Runs.Count == rounds))
        {
            return null;
        }

        var judged = Summaries.Of(cases, null, document.Request.Baseline, rule);
        // A ratio along an axis is no part of a summary, which compares with the baseline at the same coordinates.
        var ratio = judged[0].Strategy != judged[1].Strategy ? judged[1].Summary?.Ratio
            : judged.All(@case => @case.Summary is not null) ? Summaries.Against(judged[1], judged[0], rule)
            : null;
        return new(ratio, Seconds(judged[0]), Seconds(judged[1]));
    }

    private static double?[] Seconds(CaseResult @case) => [.. @case.Runs.Select(run => run.IsInSummary ? run.SummarySeconds : null)];
}
