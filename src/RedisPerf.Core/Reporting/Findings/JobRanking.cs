using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>Which cases of a job may be called the fastest. Only a completed job of a known benchmark has a leader.</summary>
public static class JobRanking
{
    /// <summary>The ranking of comparable cases at their largest point.</summary>
    /// <param name="cases">One group of <see cref="BenchmarkInfo.Comparable"/>.</param>
    public static Ranking AtLargestPoint(IReadOnlyList<CaseResult> cases, BenchmarkInfo info, JobRequest request) =>
        Of(Ranking.AtLargestPoint(cases, request), info, request);

    /// <summary>The <see cref="Ranking.Emphasized"/> cases of each group of comparable cases at each point: the rows that tables emphasize. A
    /// case without a point counts at the largest point only.</summary>
    /// <param name="document">The job, finished or not.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static IReadOnlySet<CaseResult> Leaders(JobDocument document, BenchmarkInfo? info)
    {
        var leaders = new HashSet<CaseResult>(ReferenceEqualityComparer.Instance);
        if (info is null || document.State != JobState.Completed)
        {
            return leaders;
        }

        var request = document.Request;
        foreach (var cases in info.Comparable(document.Cases, request))
        {
            var max = Ranking.LargestPoint(cases, request);
            foreach (var point in cases.Select(@case => request.PointOf(@case.At)).Distinct().Where(point => point is not null || max is null))
            {
                leaders.UnionWith(LeadersAt(point, cases, document, info).Where(@case => request.PointOf(@case.At) == point || point == max));
            }
        }

        return leaders;
    }

    /// <summary>The <see cref="Ranking.Emphasized"/> cases of each kind of work of a panel at a point, with the level cases; empty when the
    /// job may not claim a winner.</summary>
    /// <param name="point">The point; null without a curve.</param>
    /// <param name="cases">The cases of the panel.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static IReadOnlyList<CaseResult> LeadersAt(
        double? point, IReadOnlyList<CaseResult> cases, JobDocument document, BenchmarkInfo? info) =>
        LeadersOf(Ranking.AtPoint(cases, document.Request, point), document, info);

    /// <summary>The same among cases at one set of coordinates.</summary>
    public static IReadOnlyList<CaseResult> LeadersOf(IReadOnlyList<CaseResult> cases, JobDocument document, BenchmarkInfo? info)
    {
        if (info is null || document.State != JobState.Completed)
        {
            return [];
        }

        return
        [
            .. from comparable in info.ByWork(cases)
               from leader in Of(comparable, info, document.Request).Emphasized
               select leader,
        ];
    }

    /// <summary>The ranking of cases that can be compared, at one set of coordinates. Strategies that are no alternatives are not
    /// ranked.</summary>
    public static Ranking Of(IReadOnlyList<CaseResult> cases, BenchmarkInfo info, JobRequest request) =>
        Ranking.Of(info.Compares(request) ? cases : [], info.Floor, BenchmarkInfo.RuleOf(request, info));
}
