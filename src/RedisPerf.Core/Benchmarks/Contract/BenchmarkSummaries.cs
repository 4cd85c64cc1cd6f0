using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The summaries of a job's cases, with the figures that its benchmark declares.</summary>
public static class BenchmarkSummaries
{
    /// <summary>The factor that is a difference without an interval.</summary>
    private const double WithoutInterval = 2;

    /// <summary>Commands with more fields have a few bytes less around them.</summary>
    private const double SameBytes = 0.98;

    /// <summary>The same cases in the same order, each with the summary of its counted runs.</summary>
    /// <param name="cases">All cases of one job, so that rounds can be compared; their summaries are ignored.</param>
    /// <param name="info">Names the floor, the unit of work of a time, and the benchmark's own figures; null when the
    /// benchmark no longer exists.</param>
    /// <param name="request">Names the baseline that <see cref="Summary.Ratio"/> refers to, and the options.</param>
    public static IReadOnlyList<CaseResult> Of(IReadOnlyList<CaseResult> cases, BenchmarkInfo? info, JobRequest request)
    {
        var (floor, rule) = (info?.LowerBound, BenchmarkInfo.RuleOf(request, info));
        var counted = Counted(cases, info, request);
        CaseResult[] timed = [.. cases.Zip(counted, (@case, own) =>
            @case with { Summary = Summaries.Of(counted, own, floor, BenchmarkInfo.BaselineOf(request, info, @case.Strategy), rule) })];
        if (info is null or { Columns.Count: 0 })
        {
            return timed;
        }

        var context = new FigureContext(timed, request);
        return [.. timed.Select(@case => WithFigures(@case, info, context))];
    }

    /// <summary>The job with its ratios to another baseline.</summary>
    /// <param name="info">As for <see cref="Of"/>.</param>
    /// <param name="baseline">One of its strategies.</param>
    public static JobDocument Against(JobDocument job, BenchmarkInfo? info, string baseline)
    {
        var request = job.Request with { Baseline = baseline };
        return WithCases(job with { Request = request }, Of(job.Cases, info, request), info);
    }

    /// <summary>The job with its cases and what follows from their summaries.</summary>
    /// <param name="cases">With their summaries.</param>
    /// <param name="info">As for <see cref="Of"/>.</param>
    public static JobDocument WithCases(JobDocument job, IReadOnlyList<CaseResult> cases, BenchmarkInfo? info) => job with
    {
        Cases = cases,
        Crossovers = [.. AxisComparisons.Of(cases, info, job.Request).Select(each => each.Crossover).OfType<CaseCrossover>()],
    };

    /// <summary>Recomputes the summaries that new runs of some cases can change, and no others.</summary>
    /// <param name="cases">All cases of one job, in any order. The entries whose summary changed are replaced.</param>
    /// <param name="changed">The indexes of the cases that have new runs.</param>
    /// <param name="info">As for <see cref="Of"/>.</param>
    /// <param name="request">As for <see cref="Of"/>.</param>
    /// <returns>The indexes of the cases whose summary is different now, in ascending order.</returns>
    public static IReadOnlyList<int> Update(IList<CaseResult> cases, IReadOnlyCollection<int> changed, BenchmarkInfo? info, JobRequest request)
    {
        var (floor, rule) = (info?.LowerBound, BenchmarkInfo.RuleOf(request, info));
        var before = cases.ToArray();
        var known = cases.AsReadOnly();
        var counted = Counted(before, info, request);
        CaseResult[] sources = [.. changed.Select(index => before[index])];
        var timed = IndexesOf(@case => sources.Any(source => Summaries.DependsOn(@case, source, floor, BaselineOf(@case))));
        foreach (var index in timed)
        {
            cases[index] = before[index] with { Summary = Summaries.Of(counted, counted[index], floor, BaselineOf(before[index]), rule) };
        }

        var referring = (info?.Columns ?? []).Select(figure => figure.RefersTo).OfType<Func<CaseResult, CaseResult, bool>>().ToArray();
        var affected = timed.Union(
            IndexesOf(@case => Array.Exists(referring, refersTo => Array.Exists(sources, source => refersTo(@case, source))))).Order().ToArray();
        if (info is { Columns.Count: > 0 })
        {
            var context = new FigureContext(known, request);
            foreach (var index in affected)
            {
                cases[index] = WithFigures(cases[index], info, context);
            }
        }

        return [.. affected.Where(index => !Summary.AreEqual(before[index].Summary, cases[index].Summary))];

        string? BaselineOf(CaseResult @case) => BenchmarkInfo.BaselineOf(request, info, @case.Strategy);

        int[] IndexesOf(Func<CaseResult, bool> isAffected) => [.. Enumerable.Range(0, before.Length).Where(index => isAffected(before[index]))];
    }

    /// <summary>Each case compared with the same strategy at the first value of an axis, at the same other coordinates.</summary>
    /// <param name="cases">The cases with their summaries.</param>
    public static IEnumerable<(CaseResult Case, Ratio Ratio)> AgainstFirst(
        IReadOnlyList<CaseResult> cases, Axis axis, BenchmarkInfo info, JobRequest request) =>
            from value in info.SearchOf(request) is null ? axis.Texts.Skip(1) : []
            from @case in cases
            where @case.At[axis.Name] == value && @case.Strategy != info.Floor && @case.Summary is not null
            let at = @case.At.With(axis.Name, axis.Texts[0])
            let first = cases.FirstOrDefault(other => other.Strategy == @case.Strategy && other.At == at && other.Summary is not null)
            where first is not null
            let ratio = Summaries.Against(@case, first, BenchmarkInfo.RuleOf(request, info))
            where ratio is not null
            select (@case, ratio);

    /// <summary>The cases that took less time than the floor by more than the noise, although they sent as many bytes, with their ratio to
    /// it. The floor is not a lower bound for the job then. A strategy that compresses can be faster over a slow network.</summary>
    /// <param name="cases">The cases with their summaries.</param>
    public static IEnumerable<(CaseResult Case, Ratio Ratio)> FasterThanFloor(
        IReadOnlyList<CaseResult> cases, BenchmarkInfo info, JobRequest request) =>
            from @case in cases
            where @case.Strategy != info.Floor && @case.Summary is not null
            let floor = Summaries.Peer(cases, @case, info.LowerBound)
            where floor is { Summary: not null } && !SendsLess(@case, floor)
            let ratio = Summaries.Against(@case, floor, BenchmarkInfo.RuleOf(request, info))
            where ratio is not null && IsFaster(@case.Summary!, floor.Summary!, ratio)
            select (@case, ratio);

    /// <summary>The cases, with their floor, whose floor is not a lower bound in this job: see <see cref="FasterThanFloor"/>. Ratios to it
    /// have no meaning. Compared by reference.</summary>
    /// <param name="cases">The cases with their summaries.</param>
    /// <param name="info">As for <see cref="Of"/>.</param>
    public static IReadOnlySet<CaseResult> WithUnusableFloor(IReadOnlyList<CaseResult> cases, BenchmarkInfo? info, JobRequest request)
    {
        if (info is not { LowerBound: { } floor })
        {
            return new HashSet<CaseResult>();
        }

        var unusable = FasterThanFloor(cases, info, request).Select(each => Summaries.Peer(cases, each.Case, floor)!)
            .ToHashSet<CaseResult>(ReferenceEqualityComparer.Instance);
        return cases.Where(@case => Summaries.Peer(cases, @case, floor) is { } own && unusable.Contains(own))
            .ToHashSet<CaseResult>(ReferenceEqualityComparer.Instance);
    }

    // Too few rounds for an interval: runs differ by a factor of 1.5 when anything else runs.
    private static bool IsFaster(Summary summary, Summary floor, Ratio ratio) =>
        ratio.Low is null ? summary.Max * WithoutInterval <= floor.Min : ratio.Verdict == Verdict.Faster;

    private static bool SendsLess(CaseResult @case, CaseResult floor) =>
        CaseStatistics.Median(@case, run => run.WireBytes) < SameBytes * CaseStatistics.Median(floor, run => run.WireBytes);

    /// <summary>Whether each strategy is faster or slower than the baseline, or the same, and the fastest strategy is faster than each
    /// other one, or the same: at each place and point, among the strategies that do the same work. Strategies that are no
    /// alternatives are not compared. With several clients or arms, the same holds for each of them and the first one. A point of a curve that
    /// answers the question of the benchmark is found. Cases without a result do not count, and neither do cases that were given up:
    /// more rounds would not decide them.</summary>
    /// <param name="all">The cases with their summaries, after a whole round.</param>
    public static bool AreDecided(IReadOnlyList<CaseResult> all, BenchmarkInfo info, JobRequest request)
    {
        if (info.SearchOf(request) is { } search)
        {
            return CaseStatistics.NotGivenUp(all).Where(@case => @case.Unsupported is null).All(@case => search.Find(@case, request).Next is null);
        }

        var rule = BenchmarkInfo.RuleOf(request, info);
        var cases = CaseStatistics.RunToTheEnd(all);
        var compared = cases.Where(@case => info.AreAlternatives && @case.Strategy != info.Floor && @case.Summary is not null).ToArray();
        return HasAnswers(cases, info, request)
            && compared.Where(HasBaseline).Select(@case => @case.Summary!.Ratio)
                .Concat(request.Axes.Where(axis => axis.Kind == AxisKind.Client || axis.Name == request.ArmAxis?.Name)
                    .SelectMany(axis => AgainstFirst(cases, axis, info, request)).Select(each => each.Ratio))
                .All(ratio => ratio is null or { Low: not null, Verdict: not Verdict.Unclear })
            && info.Comparable(compared, request).All(comparable => comparable.Select(@case => request.PointOf(@case.At)).Distinct()
                .All(point => Ranking.Of(Ranking.AtPoint(comparable, request, point), info.Floor, rule).IsLeadDecided));

        bool HasBaseline(CaseResult @case) =>
            cases.Any(other => other.Strategy == @case.Summary!.Ratio?.Baseline && other.At.IsWithin(@case.At));
    }

    /// <summary>Whether the runs of each curve decide the points that answer the question of the benchmark.</summary>
    public static bool HasAnswers(IReadOnlyList<CaseResult> cases, BenchmarkInfo info, JobRequest request) =>
        info.MarksOf(request).Where(mark => mark.IsAnswer)
            .All(mark => CurvesOf(cases, request).All(curve => mark.IsDecided(curve, BenchmarkInfo.RuleOf(request, info))));

    /// <summary>The cases of each strategy along the axis of the curves, with their positions.</summary>
    public static IEnumerable<IReadOnlyList<(double Point, CaseResult Case)>> CurvesOf(IEnumerable<CaseResult> cases, JobRequest request) =>
        cases.Where(@case => request.PointOf(@case.At) is not null)
            .GroupBy(@case => (@case.Strategy, request.PanelOf(@case.At)))
            .Select(curve => curve.Select(@case => (request.PointOf(@case.At)!.Value, @case)).ToArray());

    // The runs of a search have different rates: only those of one rate have a common summary.
    private static IReadOnlyList<CaseResult> Counted(IReadOnlyList<CaseResult> cases, BenchmarkInfo? info, JobRequest request) =>
        info?.SearchOf(request) is { } search ? [.. cases.Select(@case => search.Counted(@case, request))] : cases;

    private static CaseResult WithFigures(CaseResult @case, BenchmarkInfo info, FigureContext context) =>
        @case.Summary is null || info.IsReference(@case.Strategy) ? @case
            : @case with { Summary = @case.Summary with { Figures = FiguresOf(@case, info, context) } };

    private static Dictionary<string, double> FiguresOf(CaseResult @case, BenchmarkInfo info, FigureContext context)
    {
        var counted = Counted([@case], info, context.Request)[0];
        return info.Columns
            .Select(figure => (figure.Name, Value: figure.Of(counted, context)))
            .Where(figure => figure.Value is { } value && double.IsFinite(value))
            .ToDictionary(figure => figure.Name, figure => figure.Value!.Value);
    }
}
