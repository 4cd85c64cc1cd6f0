using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>
/// Two jobs of the same benchmark, case by case. Their runs are never pooled: each has its own summary, and what differs
/// in the environments and options stands above them. Nothing that was measured over a simulated link is compared with
/// what was measured over another or over none.
/// </summary>
/// <param name="Base">Without its cases.</param>
/// <param name="With">The job that is compared with it, without its cases.</param>
/// <param name="Trouble">A sentence that says why nothing can be compared; null when something can.</param>
/// <param name="Differences">Beside the figures.</param>
/// <param name="Cases">Those of the base job in its order, then those that only the other has.</param>
public sealed record Comparison(
    JobReference Base, JobReference With, string? Trouble, IReadOnlyList<Difference> Differences, IReadOnlyList<CaseComparison> Cases)
{
    /// <param name="base">The job that is compared with.</param>
    /// <param name="with">The job that is compared.</param>
    /// <param name="info">Their benchmark, which says what a time is for; null when there is no such benchmark any more.</param>
    public static Comparison Of(JobDocument @base, JobDocument with, BenchmarkInfo? info)
    {
        var comparison = new Comparison(JobReference.Of(@base), JobReference.Of(with), OtherBenchmark(@base, with), [], []);
        if (comparison.Trouble is not null)
        {
            return comparison;
        }

        comparison = comparison with { Differences = Difference.Between(@base, with) };
        if (OtherLink(@base, with) is { } link)
        {
            return comparison with { Trouble = link };
        }

        var cases = CasesOf(@base, with, info?.TimePer is not null);
        return comparison with
        {
            Cases = cases,
            Trouble = cases.Any(@case => @case.Ratio is not null) ? null : "The two jobs have no case in common that was measured in both.",
        };
    }

    /// <summary>The cases that are slower than in the base job by more than a limit: the verdict says so, and the ratio lies above 1 + limit.</summary>
    /// <param name="limit">0.1 is 10 %.</param>
    public IEnumerable<CaseComparison> SlowerBeyond(double limit) =>
        Cases.Where(@case => @case.Ratio is { Verdict: Verdict.Slower } ratio && ratio.Value > 1 + limit);

    private static string? OtherBenchmark(JobDocument @base, JobDocument with) => @base.Benchmark == with.Benchmark
        ? null
        : $"The two jobs are of different benchmarks, {@base.Benchmark} and {with.Benchmark}: their times measure different things.";

    // What a link adds would be taken for what changed.
    private static string? OtherLink(JobDocument @base, JobDocument with)
    {
        var (before, after) = (Facts.Link(@base), Facts.Link(with));
        return before == after ? null : $"The two jobs were measured over different links, {Words(before)} and {Words(after)}: their times are never compared.";

        static string Words(string? link) => link is null ? "the real one" : $"a simulated one ({link})";
    }

    private static CaseComparison[] CasesOf(JobDocument @base, JobDocument with, bool perOperation)
    {
        var baseNames = EnvironmentDifferences.Targets(@base, with).ToDictionary(names => names.With, names => names.Base);
        var others = with.Cases.Select(@case => @case with { Target = baseNames.GetValueOrDefault(@case.Target, @case.Target) }).ToArray();
        return
        [
            .. @base.Cases.Select(@case => Of(@case, others.FirstOrDefault(other => Key(other) == Key(@case)), perOperation)),
            .. others.ExceptBy(@base.Cases.Select(Key), Key).Select(other => Of(null, other, perOperation)),
        ];
    }

    private static (string Strategy, string Target, long? Point) Key(CaseResult @case) => (@case.Strategy, @case.Target, @case.Point);

    private static CaseComparison Of(CaseResult? @base, CaseResult? with, bool perOperation)
    {
        var (strategy, target, point) = Key((@base ?? with)!);
        return new(strategy, target, point, @base?.Summary, with?.Summary, RatioEstimator.FromUnpairedRuns(strategy, Summaries.Times(with, perOperation), Summaries.Times(@base, perOperation)));
    }
}
