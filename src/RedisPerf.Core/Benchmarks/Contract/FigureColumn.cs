using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>A figure of one benchmark, in addition to the times of all benchmarks: a column of its table.</summary>
/// <param name="Name">camelCase, as in the figures of a run or a summary: <c>callsPerSecond</c>.</param>
/// <param name="Label">The column's header: <c>calls/s</c>; without a unit for a time in the unit of its column.</param>
/// <param name="Unit">The unit of the stored value: <c>s</c>, <c>bytes</c>; null for a plain number.</param>
/// <param name="Meaning">One sentence, shown as the header's tooltip.</param>
/// <param name="Of">Computes the figure of a case with a summary; null when the case has no value.</param>
public sealed record FigureColumn(string Name, string Label, string? Unit, string Meaning, Func<CaseResult, FigureContext, double?> Of)
{
    /// <summary>Factor from the stored to the displayed value: 1000 for seconds under the label <c>ms</c>.</summary>
    public double Scale { get; init; } = 1;

    /// <summary>Whether it is a time in seconds, which every table and chart shows in the unit that suits its values.</summary>
    public bool IsTime => Unit == "s" && Scale == 1;

    /// <summary>Whether it is a number of items, of which a sentence has all digits.</summary>
    public bool IsCount { get; init; }

    /// <summary>Whether a run reports it as work per time. For the slices of a run, which have equal work, it is then the harmonic mean:
    /// their work by their time.</summary>
    public bool IsRate { get; init; }

    /// <summary>Most jobs have no value, so the column is shown only when a case has one.</summary>
    public bool IsExceptional { get; init; }

    /// <summary>The jobs whose table has the column; null for all jobs of the benchmark.</summary>
    public Func<JobRequest, bool>? IsFor { get; init; }

    /// <summary>Whether the table always shows it, in addition to the first columns of the benchmark.</summary>
    public bool IsDefault { get; init; }

    /// <summary>Whether it is the time, the rate or the bandwidth that all benchmarks have, under the name of the article: it is not
    /// repeated in the chart's menu and in the default columns.</summary>
    public bool IsRepetition { get; init; }

    /// <summary>Whether the runs of the second case change this figure of the first one; null when the figure depends on its own case only.</summary>
    public Func<CaseResult, CaseResult, bool>? RefersTo { get; init; }

    /// <summary>A statement about a case, as the end of a sentence with <c>{0}</c> for the value; null when the figure is only a column.</summary>
    public string? Finding { get; init; }

    /// <summary>The cases whose question <see cref="Finding"/> answers: the headline then has it. Null when it is a remark.</summary>
    public Func<CaseResult, JobRequest, bool>? Answers { get; init; }

    /// <summary>The median over the counted runs of the value that the case reported in
    /// <see cref="WorkDone.Measurements"/> under this name.</summary>
    public static FigureColumn OfRuns(string name, string label, string? unit, string meaning) =>
        new(name, label, unit, meaning, (@case, _) => CaseStatistics.Median(@case, run => OfRun(run, name)));

    /// <summary>The operations per second of the median time, under the name of the benchmark's operation.</summary>
    public static FigureColumn PerSecond(string name, string label, string meaning) =>
        new(name, label, null, meaning, (@case, _) => @case.Summary?.OperationsPerSecond);

    /// <summary>The value that a run reported under this name; null when it reported none.</summary>
    public static double? OfRun(Run run, string name) => run.Figures is { } figures && figures.TryGetValue(name, out var value) ? value : null;

    /// <summary>The value in a summary; null when it is unknown.</summary>
    public double? In(Summary? summary) => summary?.Figures is { } figures && figures.TryGetValue(Name, out var value) ? value : null;
}

/// <summary>The job for which a figure is computed.</summary>
/// <param name="Cases">All its cases, with their summaries.</param>
/// <param name="Request">Its request, with the options.</param>
public sealed record FigureContext(IReadOnlyList<CaseResult> Cases, JobRequest Request)
{
    /// <summary>The options with which a case was measured.</summary>
    public T OptionsOf<T>(CaseResult @case) => Request.OptionsAt<T>(@case.At);
}

/// <summary>The curves of a benchmark's own figures.</summary>
internal static class Curves
{
    /// <summary>Whether two cases have the same strategy, and the same coordinates on all axes but one.</summary>
    public static bool AreSame(CaseResult @case, CaseResult other, string axis) =>
        other.Strategy == @case.Strategy && other.At.Without(axis) == @case.At.Without(axis);
}
