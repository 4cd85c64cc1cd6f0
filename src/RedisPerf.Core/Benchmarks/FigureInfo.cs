using RedisPerf.Core.Measuring;
using RedisPerf.Core.Reports;

namespace RedisPerf.Core.Benchmarks;

/// <summary>A figure that one benchmark has beside the times that all have: a column of its table.</summary>
/// <param name="Name">camelCase, as in the figures of a run or a summary: <c>callsPerSecond</c>.</param>
/// <param name="Label">The column's header: <c>calls/s</c>.</param>
/// <param name="Unit">Of the figure as it is kept: <c>s</c>, <c>bytes</c>; null for a plain number.</param>
/// <param name="Meaning">A sentence for whoever hovers over the header.</param>
/// <param name="Of">Of a case with its summary, among all cases of the job with theirs; null where it has none.</param>
public sealed record FigureInfo(string Name, string Label, string? Unit, string Meaning, Func<CaseResult, IReadOnlyList<CaseResult>, double?> Of)
{
    /// <summary>What the figure is multiplied by to be shown: 1000 for seconds under the label <c>ms</c>.</summary>
    public double Scale { get; init; } = 1;

    /// <summary>A value as a table shows it: times under a label without a scale name their own unit.</summary>
    public string Words(double value) => Unit == "s" && Scale == 1 ? Reports.Figures.Seconds(value) : Reports.Figures.Significant(value * Scale);

    /// <summary>The median, over the counted runs, of what the case put into <see cref="WorkDone.Figures"/> under this name.</summary>
    public static FigureInfo OfRuns(string name, string label, string? unit, string meaning) =>
        new(name, label, unit, meaning, (@case, _) => CaseFigures.Median(@case, run => OfRun(run, name)));

    /// <summary>What a run's case gave under this name; null where it gave nothing.</summary>
    public static double? OfRun(Run run, string name) => run.Figures is { } figures && figures.TryGetValue(name, out var value) ? value : null;
}
