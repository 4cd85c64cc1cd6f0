using System.Text.Json.Serialization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>One case in two jobs.</summary>
/// <param name="Strategy">The strategy's name, the same in both jobs.</param>
/// <param name="At">The coordinates, with the target and the client of the base job.</param>
/// <param name="Base">Null when the base job has no counted run of the case.</param>
/// <param name="With">Null when the other job has no counted run of the case.</param>
/// <param name="Ratio">The other job's time divided by the base job's; null when a summary is missing. Unclear when the machine changed.</param>
public sealed record CaseComparison(string Strategy, Coordinates At, Summary? Base, Summary? With, Ratio? Ratio)
{
    /// <summary>The name of the floor in a sentence.</summary>
    [JsonIgnore]
    public string FloorWord { get; init; } = FloorText.NameOf(null);

    /// <inheritdoc cref="Coordinates.Target"/>
    public string Target => At.Target ?? "";

    /// <inheritdoc cref="CaseKey.PointOf"/>
    public double? Point => CaseKey.PointOf(At);

    /// <inheritdoc cref="Coordinates.Client"/>
    public string? Client => At.Client;

    /// <summary>The same ratio of the times relative to the floor in the same round; null without a floor in both jobs, and for the floor.</summary>
    public Ratio? FloorRatio { get; init; }

    /// <summary><see cref="Basis.Floor"/> when the machine changed between the jobs, otherwise <see cref="Basis.Itself"/>.</summary>
    public Basis Basis { get; init; }

    /// <summary>The conclusion; null without a ratio.</summary>
    public Verdict? Verdict => Judged?.Verdict;

    /// <summary>The ratio that decides: that of the times, or that relative to the floor.</summary>
    [JsonIgnore]
    public Ratio? Judged => Basis == Basis.Floor ? FloorRatio : Ratio;

    /// <summary>The ratio of the times with its verdict, or without one when the machine changed; null without a ratio.</summary>
    [JsonIgnore]
    public string? RatioText => Text(Ratio, Basis.Itself);

    /// <summary>The ratio relative to the floor, with its verdict if the machine changed; null without one.</summary>
    [JsonIgnore]
    public string? FloorRatioText => Text(FloorRatio, Basis.Floor);

    /// <summary>The ratio that decides and its verdict: <c>1.02× (0.98–1.05) the same relative to the floor</c>; null without one.</summary>
    [JsonIgnore]
    public string? JudgedText => Judged is { } judged ? $"{NumberFormat.Comparison(judged)}{Relation}" : null;

    /// <summary>What <see cref="Judged"/> is relative to, as the end of a statement; empty for the times.</summary>
    [JsonIgnore]
    public string Relation => Basis == Basis.Floor ? $" relative to the {FloorWord}" : "";

    [JsonIgnore]
    public CaseKey Key => new(Strategy, At);

    /// <summary>The items of a run of the base job; null when they are not counted.</summary>
    [JsonIgnore]
    public long? BaseItems { get; init; }

    /// <summary>The items of a run of the other job; null when they are not counted.</summary>
    [JsonIgnore]
    public long? WithItems { get; init; }

    /// <summary>The items of a counted run; null when they are not counted.</summary>
    internal static long? ItemsOf(CaseResult? @case) =>
        @case?.Runs.FirstOrDefault(run => run.IsInSummary)?.Operations is > 0 and var items ? items : null;

    /// <summary>The median of the base job in seconds, of a run or of an item; null when it is not known.</summary>
    public double? BaseMedian(bool perItem) => MedianOf(Base, perItem ? BaseItems : 1);

    /// <summary>The median of the other job in seconds, of a run or of an item; null when it is not known.</summary>
    public double? WithMedian(bool perItem) => MedianOf(With, perItem ? WithItems : 1);

    private string? Text(Ratio? ratio, Basis basis) =>
        ratio is null ? null : basis == Basis ? NumberFormat.Comparison(ratio) : NumberFormat.Factor(ratio);

    private static double? MedianOf(Summary? summary, long? parts) => summary?.Median / parts;
}
