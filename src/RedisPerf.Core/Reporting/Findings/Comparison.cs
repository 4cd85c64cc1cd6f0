using System.Text.Json.Serialization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Targets.Link;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>A comparison of two jobs of the same benchmark, case by case. Their runs are never pooled: each job has its own summaries.
/// Results over a simulated link are only compared with results over the same simulated link. Times of whole runs with different numbers of
/// items are compared per item.</summary>
/// <param name="Base">The base job, without its cases.</param>
/// <param name="With">The job that is compared with it, without its cases.</param>
/// <param name="Trouble">A sentence with the reason why the jobs are not comparable; null when they are.</param>
/// <param name="Differences">Differences of environment and options.</param>
/// <param name="Cases">The cases of the base job in its order, then the cases that only the other job has. The floor is the
/// last one.</param>
public sealed record Comparison(
    JobReference Base, JobReference With, string? Trouble, IReadOnlyList<Difference> Differences, IReadOnlyList<CaseComparison> Cases)
{
    /// <summary>The target of the other job when each job has one target and their names differ; its cases have the name in the base
    /// job. Otherwise null.</summary>
    [JsonIgnore]
    public string? OtherTarget { get; private init; }

    /// <summary>Whether the ratios are those of the times per item, because the runs have different numbers of items.</summary>
    public bool PerItem { get; private init; }

    /// <summary>The strategy that measures the machine and not a way to do the work; null without one.</summary>
    [JsonIgnore]
    public string? Floor { get; private init; }

    /// <summary>The name of the floor in a sentence; empty without a case.</summary>
    [JsonIgnore]
    public string FloorWord => Cases.Select(@case => @case.FloorWord).FirstOrDefault("");

    /// <summary>Whether the floor shows that the machine changed between the jobs.</summary>
    public bool HasMachineChanged => Cases.Any(@case => @case.Basis == Basis.Floor);

    /// <summary>Whether some cases have a ratio relative to the floor.</summary>
    [JsonIgnore]
    public bool HasFloorRatios => Cases.Any(@case => @case.FloorRatio is not null);

    /// <summary>Whether the ratio of a case to its floor is shown for each job: not to the machine reference, whose work is unrelated.</summary>
    [JsonIgnore]
    public bool HasFloorRatiosOfJobs => HasFloorRatios && Cases.Any(@case => @case.Base?.FloorRatio is not null);

    /// <summary>The axes of both jobs, with the labels and units of the coordinates of the cases.</summary>
    [JsonIgnore]
    public IReadOnlyList<Axis> Axes { get; private init; } = [];

    /// <summary>The cases that answer the question of the benchmark: all except those of the floor.</summary>
    [JsonIgnore]
    public IEnumerable<CaseComparison> Results => Cases.Where(@case => @case.Strategy != Floor);

    /// <summary>The cases of the floor. They show whether the machine changed between the jobs.</summary>
    [JsonIgnore]
    public IEnumerable<CaseComparison> Machine => Cases.Where(@case => @case.Strategy == Floor);

    /// <param name="with">The job that is compared with it.</param>
    /// <param name="info">Their benchmark, which defines the unit of work of a time; null when the benchmark no longer exists.</param>
    public static Comparison Of(JobDocument @base, JobDocument with, BenchmarkInfo? info)
    {
        var comparison = new Comparison(JobReference.Of(@base), JobReference.Of(with), OtherBenchmark(@base, with), [], [])
        {
            Axes = [.. @base.Request.Axes.Concat(with.Request.Axes).DistinctBy(axis => axis.Name)],
        };
        if (comparison.Trouble is not null)
        {
            return comparison;
        }

        comparison = comparison with { Differences = Difference.Between(@base, with, info) };
        if (OtherLink(@base, with) is { } link)
        {
            return comparison with { Trouble = link };
        }

        var rule = BenchmarkInfo.RuleOf(@base.Request, info);
        Pair[] pairs = [.. PairsOf(@base, with, info)];
        // One rule for all cases: those with the same number of items have the same ratio per item.
        var perItem = !rule.PerOperation && rule.Figure is null && Array.Exists(pairs, HasOtherAmount);
        rule = perItem ? rule with { PerOperation = true } : rule;
        // With another server or other options, the floor does not measure the machine alone. The reference uses neither.
        var isCanary = info is { HasReference: true } || EnvironmentDifferences.AreOfMachine(@base, with);
        CaseComparison[] cases = [.. pairs.Select(pair => Of(pair, rule, isCanary, info)).OrderBy(@case => @case.Strategy == info?.Floor)];
        return comparison with
        {
            Cases = cases,
            PerItem = perItem,
            Floor = info?.Floor,
            Trouble = cases.Any(@case => @case.Ratio is not null) ? null : "The two jobs have no measured case in common.",
            OtherTarget = EnvironmentDifferences.Targets(@base, with) is [var (name, other)] && name != other ? other : null,
        };
    }

    /// <summary>The results that are slower than in the base job by more than a limit: the verdict is slower, and the
    /// ratio is above 1 + limit, relative to the floor if the machine changed. A slower floor is a slower machine, not a slower strategy.</summary>
    /// <param name="limit">0.1 is 10%.</param>
    public IEnumerable<CaseComparison> SlowerBeyond(double limit) =>
        Results.Where(@case => @case.Judged is { Verdict: Model.Verdict.Slower } ratio && ratio.Value > 1 + limit);

    private static string? OtherBenchmark(JobDocument @base, JobDocument with) => @base.Benchmark == with.Benchmark
        ? null
        : $"The two jobs are of different benchmarks, {@base.Benchmark} and {with.Benchmark}, so their times are not comparable.";

    // A difference of the links would look like a change of the results.
    private static string? OtherLink(JobDocument @base, JobDocument with)
    {
        var (before, after) = (LinkOptions.Of(@base.Request), LinkOptions.Of(with.Request));
        // The cases of a job that varies its link have it in their coordinates.
        return before == after || @base.Request.Axes.Concat(with.Request.Axes).Any(axis => LinkOptions.Names.Contains(axis.Name))
            ? null
            : $"The two jobs used different links, {Words(before)} and {Words(after)}, so their times are not comparable.";

        static string Words(LinkOptions? link) => link is null ? "the real link" : $"a simulated link ({link.Text})";
    }

    private static bool HasOtherAmount(Pair pair) =>
        (CaseComparison.ItemsOf(pair.Base), CaseComparison.ItemsOf(pair.With)) is ({ } before, { } after) && before != after;

    private static IEnumerable<Pair> PairsOf(JobDocument @base, JobDocument with, BenchmarkInfo? info)
    {
        var baseNames = EnvironmentDifferences.Targets(@base, with).ToDictionary(names => names.With, names => names.Base);
        // With one client each, two versions of the client are compared.
        var hasOneClient = @base.Request.Clients.Count <= 1 && with.Request.Clients.Count <= 1;
        var others = Complete(with, @base).Select(@case => @case with
        {
            At = @case.At.With(Axis.Target, baseNames.GetValueOrDefault(@case.Target, @case.Target))
                .With(Axis.Client, hasOneClient ? @base.Request.FirstClient : @case.Client),
        }).ToArray();
        var cases = Complete(@base, with).ToArray();
        return
        [
            .. cases.Select(@case => PairOf(@case, others.FirstOrDefault(other => other.Key == @case.Key))),
            .. others.ExceptBy(cases.Select(@case => @case.Key), other => other.Key).Select(other => PairOf(null, other)),
        ];

        Pair PairOf(CaseResult? one, CaseResult? other) => new(one, other, FloorOf(cases, one), FloorOf(others, other));

        CaseResult? FloorOf(CaseResult[] all, CaseResult? @case) =>
            @case is null || @case.Strategy == info?.Floor ? null : Summaries.Peer(all, @case, info?.Floor);
    }

    // An option or a setting with one value in this job is an axis of the other one: its case with this value is compared.
    private static IEnumerable<CaseResult> Complete(JobDocument job, JobDocument other)
    {
        var axes = other.Request.Axes.Where(axis => axis.Kind is AxisKind.Option or AxisKind.Server).ToArray();
        return job.Cases.Select(@case => @case with
        {
            At = axes.Where(axis => @case.At[axis.Name] is null && IsAffected(@case.Strategy, axis))
                .Aggregate(@case.At, (at, axis) => at.With(axis.Name, job.Request.ValueOf(axis.Name))),
        });

        bool IsAffected(string strategy, Axis axis) =>
            other.Cases.Any(known => known.Strategy == strategy && known.At[axis.Name] is not null);
    }

    private static CaseComparison Of(Pair pair, ComparisonRule rule, bool isCanary, BenchmarkInfo? info)
    {
        var (@base, with, before, after) = pair;
        var (strategy, at) = (@base ?? with)!.Key;
        var hasMoved = isCanary && Canary.HasMoved(Between(before, after));
        var ratio = Between(@base, with);
        var toFloor = RatioEstimator.FromUnpairedRuns(
            strategy, Summaries.RoundRatios(with, after, rule), Summaries.RoundRatios(@base, before, rule));
        return new(strategy, at, @base?.Summary, with?.Summary, hasMoved ? Canary.Refuse(ratio) : ratio)
        {
            FloorRatio = hasMoved ? Canary.Judge(toFloor, ratio) : info is { HasReference: true } ? null : toFloor,
            FloorWord = FloorText.NameOf(info),
            Basis = hasMoved ? Basis.Floor : Basis.Itself,
            BaseItems = CaseComparison.ItemsOf(@base),
            WithItems = CaseComparison.ItemsOf(with),
        };

        Ratio? Between(CaseResult? one, CaseResult? other) =>
            RatioEstimator.FromUnpairedRuns((one ?? other)?.Strategy ?? "", Summaries.Times(other, rule), Summaries.Times(one, rule));
    }

    /// <summary>A case in both jobs, and its floor in each.</summary>
    private sealed record Pair(CaseResult? Base, CaseResult? With, CaseResult? BaseFloor, CaseResult? WithFloor);
}
