using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The comparison of one strategy with its baseline along an axis of numbers.</summary>
/// <param name="Axis">The axis; it has several values.</param>
/// <param name="Coordinates">The values on the other axes.</param>
/// <param name="Points">The measured values with the ratio to the baseline; null where they have no round in common.</param>
public sealed record AxisComparison(
    Axis Axis, string Strategy, string Baseline, Coordinates Coordinates, IReadOnlyList<(double X, Ratio? Ratio)> Points)
{
    /// <summary>Where the verdict changes.</summary>
    public Crossovers Crossovers { get; } = Crossovers.Of(Points);

    /// <summary>The change as a part of a document; null without one, and with several.</summary>
    public CaseCrossover? Crossover => Crossovers.Gain is { } gain
        ? new(Strategy, Baseline, Axis.Name, gain.At, gain.Low, gain.High, gain.Below, gain.Above, Coordinates)
        : null;
}

/// <summary>The comparisons of a job along its axes of numbers.</summary>
public static class AxisComparisons
{
    /// <summary>Each strategy against its baseline along each axis of numbers with several values, without the floor. Cases that were given up
    /// are not compared.</summary>
    /// <param name="cases">All cases of the job, with their summaries.</param>
    /// <param name="info">The benchmark of the job; null when it no longer exists.</param>
    public static IEnumerable<AxisComparison> Of(IReadOnlyCollection<CaseResult> cases, BenchmarkInfo? info, JobRequest request) =>
        from axis in request.Axes
        where info is not null && axis.IsNumeric && axis.Values.Count > 1
        from curve in CaseStatistics.NotGivenUp(cases).Where(@case => @case.Strategy != info!.Floor && @case.Summary is not null)
            .GroupBy(@case => (@case.Strategy, At: @case.At.Without(axis.Name)))
        let baseline = curve.Select(@case => @case.Summary!.Ratio?.Baseline).FirstOrDefault(name => name is not null)
        let points = curve.Where(@case => @case.At.Number(axis.Name) is not null)
            .Select(@case => (@case.At.Number(axis.Name)!.Value, @case.Summary!.Ratio)).ToArray()
        where baseline is not null && points.Length > 1
        select new AxisComparison(axis, curve.Key.Strategy, baseline, curve.Key.At, points);

    /// <summary>The best value of an option for each strategy along each axis of numbers, where all its values do the same work.</summary>
    public static IEnumerable<(Axis Axis, string Strategy, Coordinates Coordinates, AxisBest Best)> BestOf(
        IReadOnlyCollection<CaseResult> cases, BenchmarkInfo info, JobRequest request) =>
        from axis in request.Axes
        where axis.IsNumeric && axis.Values.Count > 1
        from curve in CaseStatistics.NotGivenUp(cases)
            .Where(@case => @case.Strategy != info.Floor && @case.Summary is not null && @case.At.Number(axis.Name) is not null)
            .GroupBy(@case => (@case.Strategy, At: @case.At.Without(axis.Name)))
        where curve.Select(@case => (Work(@case, run => run.Operations), Work(@case, run => run.PayloadBytes))).Distinct().Count() == 1
        let best = AxisBest.Of(curve.Select(@case => (@case.At.Number(axis.Name)!.Value, @case)), BenchmarkInfo.RuleOf(request, info))
        where best is { IsDecided: true }
        select (axis, curve.Key.Strategy, curve.Key.At, best);

    private static double? Work(CaseResult @case, Func<Run, double?> work) => CaseStatistics.Median(@case, work);
}
