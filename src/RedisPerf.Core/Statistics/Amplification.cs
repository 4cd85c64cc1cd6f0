using MathNet.Numerics.Statistics;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Measuring;
using RedisPerf.Core.Reports;

namespace RedisPerf.Core.Statistics;

/// <summary>How much more a case asked of the server than the work needs: 16.5 when it wrote each field 16.5 times.</summary>
public static class Amplification
{
    /// <summary>Below it a case is taken to have done no more than was asked.</summary>
    private const double Noticeable = 1.01;

    /// <summary>A case's operations over the fewest that any case of the job needed for the same payload at the same point.</summary>
    /// <param name="case">The case.</param>
    /// <param name="cases">All of the job.</param>
    /// <param name="info">The benchmark: one whose cases do different numbers of operations by design (<see cref="BenchmarkInfo.TimePer"/>) has no fewest.</param>
    /// <returns>Null when that is less than 1.01, or not known.</returns>
    public static double? Of(CaseResult @case, IReadOnlyList<CaseResult> cases, BenchmarkInfo? info)
    {
        if (info?.TimePer is not null)
        {
            return null;
        }

        var payload = Median(@case, run => run.PayloadBytes);
        var fewest = cases
            .Where(other => other.Point == @case.Point && Median(other, run => run.PayloadBytes) == payload)
            .Select(other => Median(other, run => run.Operations))
            .Where(operations => operations > 0)
            .Min();
        return payload > 0 && Median(@case, run => run.Operations) / fewest is >= Noticeable and var factor ? factor : null;
    }

    // A run that failed may have been cut short: its count says nothing of what the work needs.
    private static double? Median(CaseResult @case, Func<Run, long?> count)
    {
        var known = @case.Runs.Where(Summaries.IsCounted).Select(count).OfType<long>().Select(each => (double)each).ToArray();
        return known.Length > 0 ? known.Median() : null;
    }
}
