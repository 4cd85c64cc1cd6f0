using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>A figure of one benchmark, in addition to the times that all have: a column of its table.</summary>
/// <param name="Name">camelCase, as in the figures of a run or a summary: <c>callsPerSecond</c>.</param>
/// <param name="Label">The column's header: <c>calls/s</c>.</param>
/// <param name="Unit">The unit of the stored value: <c>s</c>, <c>bytes</c>; null for a plain number.</param>
/// <param name="Meaning">One sentence, shown as the header's tooltip.</param>
/// <param name="Of">Computes it for a case with its summary; null when the case has none.</param>
public sealed record FigureInfo(string Name, string Label, string? Unit, string Meaning, Func<CaseResult, FigureContext, double?> Of)
{
    /// <summary>The displayed value is the stored one times this factor: 1000 for seconds under the label <c>ms</c>.</summary>
    public double Scale { get; init; } = 1;

    /// <summary>Most jobs have no value: the column is shown only when a case has one.</summary>
    public bool IsExceptional { get; init; }

    /// <summary>Whether the runs of the second case change this figure of the first one; null when it depends on its own case only.</summary>
    public Func<CaseResult, CaseResult, bool>? RefersTo { get; init; }

    /// <summary>What a value says about a case, as the end of a sentence with <c>{0}</c> for the value; null when it is only a column.</summary>
    public string? Finding { get; init; }

    /// <summary>The median, over the counted runs, of what the case reported in <see cref="WorkDone.Figures"/> under this name.</summary>
    public static FigureInfo OfRuns(string name, string label, string? unit, string meaning) =>
        new(name, label, unit, meaning, (@case, _) => CaseStatistics.Median(@case, run => OfRun(run, name)));

    /// <summary>What a run reported under this name; null when it reported nothing.</summary>
    public static double? OfRun(Run run, string name) => run.Figures is { } figures && figures.TryGetValue(name, out var value) ? value : null;

    /// <summary>The value in a summary; null when it is unknown.</summary>
    public double? In(Summary? summary) => summary?.Figures is { } figures && figures.TryGetValue(Name, out var value) ? value : null;
}

/// <summary>The job that a figure is computed in.</summary>
/// <param name="Cases">All its cases, with their summaries.</param>
/// <param name="Request">Its request, with the options.</param>
public sealed record FigureContext(IReadOnlyList<CaseResult> Cases, JobRequest Request);
