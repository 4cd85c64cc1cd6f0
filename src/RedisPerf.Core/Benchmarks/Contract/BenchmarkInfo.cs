using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Benchmarks.Published;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The description of a benchmark.</summary>
/// <param name="Name">The name in the API, the CLI and URLs: <c>insert</c>.</param>
/// <param name="Title">For a heading.</param>
/// <param name="Question">The question that the benchmark answers.</param>
/// <param name="Options">Its declared parameters.</param>
/// <param name="Strategies">In display order.</param>
public sealed record BenchmarkInfo(string Name, string Title, string Question, OptionsSchema Options, IReadOnlyList<StrategyInfo> Strategies)
{
    /// <summary>The strategy that the ratios of the others refer to, when the job has it. Strategies with other work are compared with the
    /// first one of the same work.</summary>
    public required string Baseline { get; init; }

    /// <summary>The option that its jobs vary by default; null when they vary none.</summary>
    public string? MainAxis => field ??= Options.Options.FirstOrDefault(option => option.IsVaried)?.Name;

    /// <summary>The points of each curve along the <see cref="MainAxis"/> that charts and findings show.</summary>
    public IReadOnlyList<CurveMark> Marks { get; init; } = [];

    /// <summary>The marks of the curves of a job; empty when they are along another axis.</summary>
    public IReadOnlyList<CurveMark> MarksOf(JobRequest request) => request.Curve?.Name == MainAxis ? Marks : [];

    /// <summary>Whether strategies of plug-ins define their work, and the floor.</summary>
    public bool StrategiesDefineWork { get; init; }

    /// <summary>The <see cref="StrategyInfo.Work"/> of the strategies of plug-ins; null when all strategies do the same work.</summary>
    public string? WorkOfPlugins { get; init; }

    /// <summary>The unit of work of a summary's times: with <c>call</c>, a time is the seconds of a run divided by its operations, for a
    /// benchmark whose cases do different numbers of operations. Null: the whole run.</summary>
    public string? TimePer { get; init; }

    /// <summary>The plural of the unit of work of a whole run, for a sentence: <c>documents</c>. Null when the cases do not have the same number
    /// of them.</summary>
    public string? Items { get; init; }

    /// <summary>Whether the options and not the client or the server set the throughput: it is not compared with that of one node.</summary>
    public bool IsPaced { get; init; }

    /// <summary>What the summaries and verdicts compare instead of the time on the clock, for a benchmark whose runs take a fixed time.
    /// Null: the time on the clock.</summary>
    public ComparedFigure? ComparedFigure { get; init; }

    /// <summary>What the summaries compare: <c>time</c>, <c>time per call</c>, <c>mean latency</c>.</summary>
    public string TimeLabel => ComparedFigure is { } figure ? figure.Label : TimePer is { } operation ? $"time per {operation}" : "time";

    /// <summary>Whether the strategies do the same work in different ways. If not, they are neither ranked nor compared with a baseline by
    /// default: each has its own answer.</summary>
    public bool AreAlternatives { get; init; } = true;

    /// <summary>The answer of each case on its own; null for a benchmark whose cases are compared.</summary>
    public CaseAnswer? CaseAnswer { get; init; }

    /// <summary>What a job can search for each case instead of measuring given values; null when it can search nothing.</summary>
    public CaseSearch? Search { get; init; }

    /// <summary>The search of a job; null when it has none.</summary>
    public CaseSearch? SearchOf(JobRequest request) => Search?.IsRequested(request.Options) == true ? Search : null;

    /// <summary>Whether the cases of a job are compared: its strategies are alternatives, and it searches no value for each case.</summary>
    public bool Compares(JobRequest request) => AreAlternatives && SearchOf(request) is null;

    /// <summary>The gains that answer the question of the benchmark; empty when it asks something else.</summary>
    public IReadOnlyList<Gain> Gains { get; init; } = [];

    /// <summary>The cost that the answer weighs against the time; null when the time alone is the answer.</summary>
    public OtherCost? OtherCost { get; init; }

    /// <summary>Whether a run stores its data, so that the growth of the server's memory during a run is its size.</summary>
    public bool StoresData { get; init; } = true;

    /// <summary>The verb for the payload in a sentence: <c>wrote</c>, <c>read</c>.</summary>
    public string Verb { get; init; } = "wrote";

    /// <summary>Whether any strategy encodes inside the clock. If so, the table has a column for the encoding time.</summary>
    public bool Encodes { get; init; }

    /// <summary>The benchmark's own table columns.</summary>
    public IReadOnlyList<FigureColumn> Columns { get; init; } = [];

    /// <summary>The names of the figures that are work per time.</summary>
    internal IReadOnlySet<string> Rates => field ??= Columns.Where(column => column.IsRate).Select(column => column.Name).ToHashSet();

    /// <summary>Creates the reference lines of the chart of a curve along the <see cref="MainAxis"/> from a document with its summaries and
    /// environment; null when the benchmark has no reference lines.</summary>
    public Func<JobDocument, IEnumerable<ReferenceLine>>? Lines { get; init; }

    /// <summary>The article with the same question; null when no article is known.</summary>
    public PublishedArticle? Article { get; init; }

    /// <summary>Predefined option values for the form.</summary>
    public IReadOnlyList<Preset> Presets { get; init; } = [];

    /// <summary>Default number of timed rounds.</summary>
    public int Runs { get; init; } = 5;

    /// <summary>Default number of warm-up rounds. They are kept, marked and excluded from summaries.</summary>
    public int Warmups { get; init; } = 1;

    /// <summary>Default of the maximum number of slices of a run; 1 when the benchmark measures each run as a whole.</summary>
    public int Slices { get; init; } = 1;

    /// <summary>The supported verifications, the default one first. All values are the default if that takes less than 10% of a run.</summary>
    public IReadOnlyList<Verification> Verifications { get; init; } = [Verification.All];

    /// <summary>Finds the options of a request that do not fit the sizes of its payload. The errors name the option and continue after its
    /// name. Null when the benchmark cannot use the values of a user.</summary>
    public Func<JobRequest, PayloadDescription, IEnumerable<FieldError>>? CheckPayload { get; init; }

    /// <summary>The benchmark with strategies of plug-ins and their options. The floor stays the last one.</summary>
    /// <param name="caseClass">The case class that measures them.</param>
    internal BenchmarkInfo With(IReadOnlyList<PluginStrategy> strategies, Type caseClass) => strategies.Count == 0 ? this : this with
    {
        Options = Options.With(strategies),
        Strategies =
        [
            .. Strategies
                .Concat(strategies.Select(strategy => StrategyInfo.Of(strategy, caseClass) with { Work = strategy.Work ?? WorkOfPlugins }))
                .OrderBy(each => each.IsFloor),
        ],
    };

    /// <summary>The name of the floor; null when the benchmark has no floor.</summary>
    public string? Floor => Strategies.FirstOrDefault(strategy => strategy.IsFloor)?.Name;

    /// <summary>The name of the floor if it is a lower bound of the strategies; null without one, and for the
    /// <see cref="MachineReference"/>.</summary>
    public string? LowerBound => HasReference ? null : Floor;

    /// <summary>Whether the floor is the <see cref="MachineReference"/>.</summary>
    public bool HasReference => Floor is { } floor && IsReference(floor);

    /// <summary>Whether a strategy is the <see cref="MachineReference"/>.</summary>
    public bool IsReference(string strategy) => FindStrategy(strategy)?.IsReference == true;

    /// <summary>Whether a strategy of the request that has no run yet will have one, as far as the state of the job shows: a job of an earlier
    /// version has no <see cref="MachineReference"/>.</summary>
    public bool IsExpected(string strategy, bool hasEnded) => !hasEnded || !IsReference(strategy);

    /// <summary>The job without the <see cref="MachineReference"/>, for its answers and its charts.</summary>
    /// <param name="info">Null when the benchmark no longer exists.</param>
    public static JobDocument WithoutReference(JobDocument document, BenchmarkInfo? info) => info is not { HasReference: true } ? document
        : document with { Cases = [.. document.Cases.Where(@case => !info.IsReference(@case.Strategy))] };

    /// <summary>The strategies of a job, in the order of the benchmark: the requested ones and the floor. It is a lower bound for different
    /// strategies, and of no use where two builds of the same strategy are compared, or where each case searches its own value. The
    /// <see cref="MachineReference"/> is for one machine.</summary>
    public IEnumerable<StrategyInfo> StrategiesOf(JobRequest request) =>
        Strategies.Where(strategy => request.Strategies.Contains(strategy.Name)
            || (strategy.IsFloor && request.ArmAxis is null && SearchOf(request) is null && !(strategy.IsReference && request.LoadFrom > 1)));

    /// <summary>The baseline when the user chooses none: that of the benchmark, or else the first strategy; null without strategies.</summary>
    public string? DefaultBaseline(IReadOnlyList<string> strategies, JobRequest request) =>
        !Compares(request) ? null : strategies.Contains(Baseline) ? Baseline : strategies is [var first, ..] ? first : null;

    /// <summary>The baseline strategy of a request; null when there is no baseline.</summary>
    /// <param name="request">Its baseline overrides that of the benchmark.</param>
    /// <param name="info">Null when the benchmark no longer exists.</param>
    public static string? BaselineOf(JobRequest request, BenchmarkInfo? info) =>
        info?.SearchOf(request) is not null ? null : request.Baseline ?? (info is { AreAlternatives: true } ? info.Baseline : null);

    /// <summary>The strategy that the ratios of a strategy refer to: the baseline of the request, or the first strategy of the request that
    /// does the same work as this one; null when there is no baseline.</summary>
    /// <param name="request">As for the other overload.</param>
    /// <param name="info">As for the other overload.</param>
    /// <param name="strategy">A strategy of the request, or the floor.</param>
    public static string? BaselineOf(JobRequest request, BenchmarkInfo? info, string strategy)
    {
        var (baseline, work) = (BaselineOf(request, info), info?.WorkOf(strategy));
        return baseline is null || info is null || info.WorkOf(baseline) == work
            ? baseline
            : info.Strategies.FirstOrDefault(other => other.Work == work && request.Strategies.Contains(other.Name))?.Name;
    }

    /// <summary>How the times of a request's cases are compared.</summary>
    /// <param name="request">A request that runs until it is decided has a higher confidence.</param>
    /// <param name="info">Null when the benchmark no longer exists.</param>
    public static ComparisonRule RuleOf(JobRequest request, BenchmarkInfo? info) =>
        new(info?.TimePer is not null, request.Until == RunUntil.Decided ? SequentialRule.Confidence : ComparisonRule.UsualConfidence,
            info?.ComparedFigure?.Name);

    /// <summary>The cases that can be compared with each other: those of the same panel whose strategies do the same work. The groups are
    /// in the order of the panels and the strategies.</summary>
    public IEnumerable<IReadOnlyList<CaseResult>> Comparable(IEnumerable<CaseResult> cases, JobRequest request) =>
        Panel.Of(cases, request).SelectMany(panel => ByWork(panel.Cases));

    /// <summary>The cases whose strategies do the same work, in the order of the strategies.</summary>
    public IEnumerable<IReadOnlyList<CaseResult>> ByWork(IEnumerable<CaseResult> cases) =>
        cases.Where(@case => !IsReference(@case.Strategy)).GroupBy(@case => WorkOf(@case.Strategy))
            .OrderBy(same => Strategies.TakeWhile(strategy => strategy.Work != same.Key).Count())
            .Select(same => same.ToArray());

    /// <summary>The work of a strategy; null when the benchmark has one kind of work, and for an unknown strategy.</summary>
    public string? WorkOf(string strategy) => FindStrategy(strategy)?.Work;

    public StrategyInfo? FindStrategy(string name) => Strategies.FirstOrDefault(strategy => strategy.Name == name);
}

/// <summary>A measurement that the summaries of a benchmark compare.</summary>
/// <param name="Name">Its name in the runs; in seconds.</param>
/// <param name="Label">For a header and a sentence: <c>mean latency</c>.</param>
public sealed record ComparedFigure(string Name, string Label);

/// <summary>What each case of a benchmark answers on its own.</summary>
/// <param name="Holds">Whether the case reached its goal; null when that is not known.</param>
/// <param name="Held">After the name of a case that did: <c>held the rate</c>.</param>
/// <param name="Missed">After the name of a case that did not.</param>
/// <param name="Figures">The names and labels of the times that follow, in seconds.</param>
public sealed record CaseAnswer(Func<CaseResult, bool?> Holds, string Held, string Missed, IReadOnlyList<(string Name, string Label)> Figures);
