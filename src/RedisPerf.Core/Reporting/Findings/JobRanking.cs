using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>Which cases of a job may be called the fastest. Only a completed job of a known benchmark has a winner or a tie.</summary>
public static class JobRanking
{
    /// <summary>The ranking of one place's cases at the largest point.</summary>
    /// <param name="cases">The cases of the place.</param>
    /// <param name="info">The benchmark.</param>
    /// <param name="request">The job's request.</param>
    public static Ranking OfPlace(IReadOnlyList<CaseResult> cases, BenchmarkInfo info, JobRequest request) =>
        Of(Ranking.AtLargestPoint(cases), info, request);

    /// <summary>The winner or the tied cases of each place and point: the rows that tables emphasize. A case without a point counts at the largest point only.</summary>
    /// <param name="document">The job, finished or not.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static IReadOnlySet<CaseResult> Leaders(JobDocument document, BenchmarkInfo? info)
    {
        var leaders = new HashSet<CaseResult>(ReferenceEqualityComparer.Instance);
        if (info is null || document.State != JobState.Completed)
        {
            return leaders;
        }

        foreach (var cases in document.Cases.GroupBy(@case => @case.Place).Select(place => place.ToArray()))
        {
            var largest = Ranking.LargestPoint(cases);
            foreach (var point in cases.Select(@case => @case.Point).Distinct().Where(point => point is not null || largest is null))
            {
                leaders.UnionWith(LeadersAt(point, cases, document, info).Where(@case => @case.Point == point || point == largest));
            }
        }

        return leaders;
    }

    /// <summary>The winner or the tied cases of one place at a point, with the cases that are not swept; empty when the job may not claim a winner.</summary>
    /// <param name="point">The point; null without a sweep.</param>
    /// <param name="cases">The cases of the place.</param>
    /// <param name="document">The job.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static IReadOnlyList<CaseResult> LeadersAt(long? point, IReadOnlyList<CaseResult> cases, JobDocument document, BenchmarkInfo? info)
    {
        if (info is null || document.State != JobState.Completed)
        {
            return [];
        }

        var ranking = Of(Ranking.AtPoint(cases, point), info, document.Request);
        return ranking.IsTie || ranking.Winner is not null ? ranking.First : [];
    }

    // Strategies that are no alternatives are not ranked.
    private static Ranking Of(IReadOnlyList<CaseResult> cases, BenchmarkInfo info, JobRequest request) =>
        Ranking.Of(info.AreAlternatives ? cases : [], info.Floor, BenchmarkInfo.RuleOf(request, info));
}
