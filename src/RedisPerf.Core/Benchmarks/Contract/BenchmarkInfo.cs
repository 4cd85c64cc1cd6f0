using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>What a benchmark says of itself.</summary>
/// <param name="Name">The word for it everywhere: <c>insert</c>.</param>
/// <param name="Title">For a heading.</param>
/// <param name="Question">The question that it answers, as a user would ask it.</param>
/// <param name="Options">Its declared parameters.</param>
/// <param name="Strategies">In the order in which they are shown.</param>
public sealed record BenchmarkInfo(string Name, string Title, string Question, OptionsSchema Options, IReadOnlyList<StrategyInfo> Strategies)
{
    /// <summary>The strategy that the others' ratios refer to, when the job has it.</summary>
    public required string Baseline { get; init; }

    /// <summary>What its cases' points are; null where nothing is swept.</summary>
    public Sweep? Sweep { get; init; }

    /// <summary>
    /// What one time of a summary is for: <c>call</c> makes it a run's seconds over its operations, for a benchmark whose
    /// cases do different numbers of them. Null for the whole run.
    /// </summary>
    public string? TimePer { get; init; }

    /// <summary>What a strategy did with the payload, for a sentence.</summary>
    public string Verb { get; init; } = "wrote";

    /// <summary>Whether some of its strategies encode inside the clock, so that encoding has a column.</summary>
    public bool Encodes { get; init; }

    /// <summary>Its table's own columns.</summary>
    public IReadOnlyList<FigureInfo> Figures { get; init; } = [];

    /// <summary>Lines to be drawn beside the curves of a sweep, from a document with its summaries and its environment; null where there are none.</summary>
    public Func<JobDocument, IEnumerable<ReferenceLine>>? Lines { get; init; }

    /// <summary>Ready-made choices for the form.</summary>
    public IReadOnlyList<Preset> Presets { get; init; } = [];

    /// <summary>Timed rounds when a request does not say.</summary>
    public int Runs { get; init; } = 5;

    /// <summary>Rounds before them that are kept, marked and in no summary.</summary>
    public int Warmups { get; init; } = 1;

    /// <summary>The yardstick's name; null where a benchmark has none.</summary>
    public string? Yardstick => Strategies.FirstOrDefault(strategy => strategy.IsYardstick)?.Name;

    /// <summary>The strategy that a request's others are compared with; null when there is none.</summary>
    /// <param name="request">Its own baseline wins over the benchmark's.</param>
    /// <param name="info">Null when the benchmark no longer exists.</param>
    public static string? BaselineOf(JobRequest request, BenchmarkInfo? info) => request.Baseline ?? info?.Baseline;

    public StrategyInfo? FindStrategy(string name) => Strategies.FirstOrDefault(strategy => strategy.Name == name);
}
