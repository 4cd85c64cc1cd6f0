using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>Which cases of a job may be called the fastest. Only a completed job of a known benchmark has a winner or a tie.</summary>
public static class JobRanking
{
    /// <summary>The ranking of comparable cases at their largest point.</summary>
    /// <param name="cases">One group of <see cref="BenchmarkInfo.Comparable"/>.</param>
    public static Ranking AtLargestPoint(IReadOnlyList<CaseResult> cases, BenchmarkInfo info, JobRequest request) =>
        Of(Ranking.AtLargestPoint(cases), info, request);

    /// <summary>The winner or the tied cases of each group of comparable cases at each point: the rows that tables emphasize. A case
    /// without a point counts at the largest point only.</summary>
    /// <param name="document">The job, finished or not.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static IReadOnlySet<CaseResult> Leaders(JobDocument document, BenchmarkInfo? info)
    {
        var leaders = new HashSet<CaseResult>(ReferenceEqualityComparer.Instance);
        if (info is null || document.State != JobState.Completed)
        {
            return leaders;
        }

        foreach (var cases in info.Comparable(document.Cases))
        {
            var max = Ranking.LargestPoint(cases);
            foreach (var point in cases.Select(@case => @case.Point).Distinct().Where(point => point is not null || max is null))
            {
                leaders.UnionWith(LeadersAt(point, cases, document, info).Where(@case => @case.Point == point || point == max));
            }
        }

        return leaders;
    }

    /// <summary>The winners or the tied cases of each kind of work at a place and point, with the cases that are not swept; empty when the
    /// job may not claim a winner.</summary>
    /// <param name="point">The point; null without a sweep.</param>
    /// <param name="cases">The cases of the place.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static IReadOnlyList<CaseResult> LeadersAt(long? point, IReadOnlyList<CaseResult> cases, JobDocument document, BenchmarkInfo? info)
    {
        if (info is null || document.State != JobState.Completed)
        {
            return [];
        }

        return
        [
            .. from comparable in info.Comparable(Ranking.AtPoint(cases, point))
               let ranking = Of(comparable, info, document.Request)
               where ranking.IsTie || ranking.Winner is not null
               from leader in ranking.First
               select leader,
        ];
    }

    // Strategies that are no alternatives are not ranked.
    private static Ranking Of(IReadOnlyList<CaseResult> cases, BenchmarkInfo info, JobRequest request) =>
        Ranking.Of(info.AreAlternatives ? cases : [], info.Floor, BenchmarkInfo.RuleOf(request, info));
}
