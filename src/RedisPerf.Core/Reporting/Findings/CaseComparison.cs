using System.Text.Json.Serialization;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>One case in two jobs.</summary>
/// <param name="Strategy">The strategy's name, the same in both jobs.</param>
/// <param name="At">The coordinates, with the target and the client of the base job.</param>
/// <param name="Base">Null when the base job has no counted run of the case.</param>
/// <param name="With">Null when the other job has no counted run of the case.</param>
/// <param name="Ratio">The other job's time divided by the base job's; null when a summary is missing.</param>
public sealed record CaseComparison(string Strategy, Coordinates At, Summary? Base, Summary? With, Ratio? Ratio)
{
    /// <inheritdoc cref="Coordinates.Target"/>
    public string Target => At.Target ?? "";

    /// <inheritdoc cref="CaseKey.PointOf"/>
    public double? Point => CaseKey.PointOf(At);

    /// <inheritdoc cref="Coordinates.Client"/>
    public string? Client => At.Client;

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

    private static double? MedianOf(Summary? summary, long? parts) => summary?.Median / parts;
}
