using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>The answer of a job in a few words: <c>hset 0.78× multi-exec</c>, which is time divided by the time of the other strategy.</summary>
/// <param name="Text">Without the name of the benchmark.</param>
/// <param name="IsDecided">Whether it names a winner, or strategies that are the same.</param>
public sealed record BadgeText(string Text, bool IsDecided)
{
    /// <param name="document">The job, finished or not.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static BadgeText Of(JobDocument document, BenchmarkInfo? info)
    {
        if (document.State != JobState.Completed)
        {
            return new(document.HasEnded ? document.State.ToWord() : "not finished", false);
        }

        Ranking[] rankings = info is null
            ? []
            : [.. info.Comparable(document.Cases, document.Request).Select(cases => JobRanking.AtLargestPoint(cases, info, document.Request))
                .Where(ranking => ranking.First.Count + ranking.Others.Count > 1)];
        return rankings switch
        {
            [] => new(document.State.ToWord(), false),
            [var only] => OfOne(only, BenchmarkInfo.RuleOf(document.Request, info)),
            [{ Winner: { } first }, ..] when rankings.All(ranking => ranking.Winner?.Strategy == first.Strategy) =>
                new($"{first.Strategy} fastest in {rankings.Length} of {rankings.Length} groups", true),
            _ => new($"{rankings.Length} groups", false),
        };
    }

    private static BadgeText OfOne(Ranking ranking, ComparisonRule rule)
    {
        if (ranking.Winner is { } winner)
        {
            var ratio = winner.Summary!.Ratio ?? Summaries.Against(winner, ranking.Others[0], rule);
            return new(
                ratio is not null && NumberFormat.IsFactorKnown(ratio)
                    ? $"{winner.Strategy} {NumberFormat.Factor(ratio.Value, null, null)} {ratio.Baseline}"
                    : $"{winner.Strategy} fastest",
                true);
        }

        return ranking.Lead == Lead.Shared
            ? new($"same: {string.Join(", ", ranking.First.Take(Headline.Named).Select(@case => @case.Strategy))}"
                + (ranking.First.Count > Headline.Named ? ", …" : ""), true)
            : new("not decided", false);
    }
}
