using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>A strategy that a reader of a job can use, with the values of its case.</summary>
/// <param name="Strategy">The winner, or the strategy with the lowest median when there is no winner yet.</param>
/// <param name="Sentences">Where and why, one for each place with the same code. Names are in backticks.</param>
/// <param name="Code">The code with the values; null for the code of an article, which is not for use.</param>
public sealed record Recommendation(StrategyInfo Strategy, IReadOnlyList<string> Sentences, string? Code)
{
    /// <summary>One for each kind of work and each combination of the other coordinates, at the point of the answer; those with the same
    /// code are one. Empty for a job that is not completed or has no answer.</summary>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static IReadOnlyList<Recommendation> Of(JobDocument document, BenchmarkInfo? info) =>
        info is null || document.State != JobState.Completed
            ? []
            : [.. (info.Compares(document.Request) ? Leaders(document, info) : MarkedCases(document, info))
                .Select(each => (Strategy: info.FindStrategy(each.Case.Strategy), each.Case, each.Sentence))
                .Where(each => each.Strategy is { UseIt: not null } or { AsPublished: true })
                .GroupBy(each => (Strategy: each.Strategy!, Code: each.Strategy!.UseIt?.CodeAt(document.Request, each.Case.At)))
                .Where(same => same.Key.Code is not null || same.Key.Strategy.AsPublished)
                .Select(same => new Recommendation(same.Key.Strategy, [.. same.Select(each => each.Sentence)], same.Key.Code))];

    private static IEnumerable<(CaseResult Case, string Sentence)> Leaders(JobDocument document, BenchmarkInfo info)
    {
        var request = document.Request;
        foreach (var cases in info.Comparable(document.Cases, request))
        {
            var ranking = JobRanking.AtLargestPoint(cases, info, request);
            if (ranking.First.Count > 0)
            {
                var lowest = ranking.First[0];
                var name = Headline.Name(lowest);
                var where = Headline.Where(cases, Ranking.LargestPoint(cases, request), document, info, isSoFar: false);
                yield return (lowest, Headline.Sentence(where, ranking switch
                {
                    { First.Count: 1, Others.Count: 0 } => $"{name} is the only strategy with enough runs.",
                    { Lead: Lead.Undecided } => $"the fastest strategy is not decided. {name} has the lowest median so far.",
                    { Lead: Lead.Shared } => $"{Headline.List(ranking.First.Select(Headline.Name))} take the same time.",
                    _ => $"{name} is fastest.",
                }));
            }
        }
    }

    // Each strategy has its own answer: the marked point of its curve.
    private static IEnumerable<(CaseResult Case, string Sentence)> MarkedCases(JobDocument document, BenchmarkInfo info) =>
        from mark in info.MarksOf(document.Request).Where(mark => mark.IsAnswer)
        from found in Curve.MarksOf(document, mark, info)
        from @case in document.Cases
        where @case.Strategy == found.Strategy && document.Request.PanelOf(@case.At) == found.At && document.Request.PointOf(@case.At) == found.Point
        let place = Headline.Where([@case], found.Point, document, info, isSoFar: false)
        select (@case, Headline.Sentence(place, $"{Headline.Name(@case)} has its last gain."));
}
