using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Running;

/// <summary>Creates job documents from jobs and their runs.</summary>
public static class JobDocuments
{
    /// <summary>The document of a job and the runs that it has so far, its cases in order and with summaries.</summary>
    /// <param name="job">A job that has ended keeps its last progress.</param>
    /// <param name="runs">In any order.</param>
    /// <param name="info">Its benchmark, which names the floor and the baseline; null when the benchmark no longer exists.</param>
    public static JobDocument Create(Job job, IEnumerable<JobEvent.RunEnded> runs, BenchmarkInfo? info)
    {
        var measured = runs.GroupBy(ended => ended.Case).ToDictionary(
            group => group.Key, group => CaseResult.Of(group.Key, [.. group.Select(ended => ended.Run).OrderBy(run => run.Round)]));
        return BenchmarkSummaries.WithCases(
            JobDocument.WithoutCases(job) with { Request = AxisWords.Describe(job.Request, info) },
            BenchmarkSummaries.Of([.. CasesOf(job, measured, info)], info, job.Request),
            info);
    }

    /// <summary>The cases of a job in the order of its document. A pending case is listed if the request alone defines it; those of a job that
    /// varies options are listed with their runs.</summary>
    /// <param name="measured">The cases that have runs.</param>
    /// <param name="info">Its benchmark, whose floor comes last; null when the benchmark no longer exists.</param>
    internal static IEnumerable<CaseResult> CasesOf(Job job, Dictionary<CaseKey, CaseResult> measured, BenchmarkInfo? info)
    {
        var reasons = (job.Environment?.Unsupported ?? []).ToDictionary(@case => @case.Key, @case => @case.Reason);
        return KeysOf(job, measured.Keys, info, reasons.Keys)
            .Select(key => measured.GetValueOrDefault(key, CaseResult.Of(key, [])) with { Unsupported = reasons.GetValueOrDefault(key) });
    }

    private static IEnumerable<CaseKey> KeysOf(
        Job job, IReadOnlyCollection<CaseKey> measured, BenchmarkInfo? info, IEnumerable<CaseKey> unsupported)
    {
        var request = job.Request;
        CaseKey[] known = [.. measured.Union(unsupported)];
        var strategies = request.Strategies.Union(measured.Select(key => key.Strategy))
            .Union(info?.StrategiesOf(request).Select(strategy => strategy.Name).Where(name => info.IsExpected(name, job.HasEnded)) ?? [])
            .OrderBy(strategy => strategy == info?.Floor).ToList();
        var expected = request.Axes.Any(axis => axis.Kind == AxisKind.Option) || Array.Exists(known, key => key.At != key.At.Site)
            ? []
            : strategies.SelectMany(_ => JobAxes.Product(request.Axes), (strategy, at) => new CaseKey(strategy, at));
        return known.Union(expected).OrderBy(key => strategies.IndexOf(key.Strategy)).ThenBy(key => key.At, request.Order);
    }
}
