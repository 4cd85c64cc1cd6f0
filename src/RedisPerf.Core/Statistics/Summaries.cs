using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>The summaries of a job's cases. The caller names the floor and the baseline.</summary>
public static class Summaries
{
    private const double Confidence = 0.95;

    /// <summary>The same cases in the same order, each with the summary of its counted runs.</summary>
    /// <param name="cases">All cases of one job, so that rounds can be compared; their summaries are ignored.</param>
    /// <param name="floor">The strategy that <see cref="Summary.FloorRatio"/> refers to; null when the benchmark has no floor.</param>
    /// <param name="baseline">The strategy that <see cref="Summary.Ratio"/> refers to; null when the job has no baseline.</param>
    /// <param name="rule">How times are compared; default: <see cref="ComparisonRule.Usual"/>.</param>
    public static IReadOnlyList<CaseResult> Of(IReadOnlyList<CaseResult> cases, string? floor, string? baseline, ComparisonRule? rule = null) =>
        [.. cases.Select(@case => @case with { Summary = Of(cases, @case, floor, baseline, rule ?? ComparisonRule.Usual) })];

    /// <summary>The summary of one case of a job; null when its summary includes no run. The parameters are those of the other overload.</summary>
    public static Summary? Of(IReadOnlyList<CaseResult> cases, CaseResult @case, string? floor, string? baseline, ComparisonRule rule) =>
        Of(@case, Peer(cases, @case, floor), @case.Strategy == baseline ? null : Peer(cases, @case, baseline), rule);

    /// <summary>Whether a run of the second case can change the summary of the first one: it is that case, its floor or its baseline.</summary>
    public static bool DependsOn(CaseResult @case, CaseResult other, string? floor, string? baseline) =>
        other.Place == @case.Place
        && (other.Strategy == @case.Strategy ? other.Point == @case.Point
            : (other.Strategy == floor || other.Strategy == baseline) && (other.Point is null || other.Point == @case.Point));

    /// <summary>Seconds of each counted run of a case, per run or per operation; empty when the job does not have the case.</summary>
    internal static double[] Times(CaseResult? @case, bool perOperation) => [.. (@case?.Runs ?? []).Where(run => run.IsCounted).Select(run => TimeOf(run, perOperation))];

    /// <summary>The ratio of two cases' times in the rounds that both ran; null when there is no such round.</summary>
    internal static Ratio? Against(CaseResult @case, CaseResult other, ComparisonRule rule) => RatioEstimator.FromSlices(other.Strategy, Ratios(@case, other, rule.PerOperation), rule.Confidence);

    private static Summary? Of(CaseResult @case, CaseResult? floor, CaseResult? baseline, ComparisonRule rule)
    {
        var perOperation = rule.PerOperation;
        var runs = @case.Runs.Where(run => run.IsCounted).ToArray();
        if (runs.Length == 0)
        {
            return null;
        }

        var seconds = Times(@case, perOperation);
        var mean = seconds.Mean();
        var median = seconds.Median();
        double? deviation = seconds.Length > 1 ? seconds.StandardDeviation() : null;
        var (low, high) = Bootstrap.OfMean(seconds);
        var ofMedian = MedianInterval.Of([.. seconds.Order()], Confidence);
        var clientBusy = MedianOf(runs, run => run.Client?.CpuSeconds / run.Seconds);
        var serverBusy = MedianOf(runs, run => run.Server?.CpuSeconds / run.Seconds);
        var floorRatios = Ratios(@case, floor, perOperation).SelectMany(round => round).ToArray();
        return new()
        {
            Count = seconds.Length,
            Min = seconds.Min(),
            Mean = mean,
            Max = seconds.Max(),
            Median = median,
            MeanLow = low,
            MeanHigh = high,
            MedianLow = ofMedian?.Low,
            MedianHigh = ofMedian?.High,
            StandardDeviation = deviation,
            CoefficientOfVariation = deviation / mean,
            OperationsPerSecond = MedianOf(runs, run => run.Operations * Share(run, perOperation)) / median,
            PayloadBytesPerSecond = MedianOf(runs, run => run.PayloadBytes * Share(run, perOperation)) / median,
            ClientBusy = clientBusy,
            ServerBusy = serverBusy,
            BoundBy = Bounds.Of(clientBusy, serverBusy),
            FloorRatio = floorRatios.Length > 0 ? floorRatios.Median() : null,
            Ratio = baseline is null ? null : Against(@case, baseline, rule),
        };
    }

    // A floor or baseline that is not swept has one case, which is compared with every point.
    private static CaseResult? Peer(IReadOnlyList<CaseResult> cases, CaseResult @case, string? strategy) =>
        cases.FirstOrDefault(other => other.Strategy == strategy && other.Place == @case.Place && other.Point == @case.Point)
        ?? cases.FirstOrDefault(other => other.Strategy == strategy && other.Place == @case.Place && other.Point is null);

    // By round and turn: only within a turn do both run under the same conditions. Runs with different slices are compared as a whole.
    private static double[][] Ratios(CaseResult @case, CaseResult? other, bool perOperation) =>
        other is null
            ? []
            : [.. @case.Runs.Where(run => run.IsCounted).Join(other.Runs.Where(run => run.IsCounted), run => run.Round, run => run.Round, (run, peer) => Ratios(run, peer, perOperation)).Where(round => round.Length > 0)];

    private static double[] Ratios(Run run, Run peer, bool perOperation)
    {
        var share = Share(run, perOperation) / Share(peer, perOperation);
        return run.Slices is { } slices && peer.Slices is { } others && slices.Count == others.Count && slices.Concat(others).All(seconds => seconds > 0)
            ? [.. slices.Zip(others, (seconds, other) => seconds / other * share).Where((_, index) => !IsExcluded(run, index) && !IsExcluded(peer, index))]
            : [run.CountedSeconds!.Value / peer.CountedSeconds!.Value * share];
    }

    private static bool IsExcluded(Run run, int slice) => run.IsScaled && run.DisturbedSlices!.Contains(slice);

    private static double TimeOf(Run run, bool perOperation) => run.CountedSeconds!.Value * Share(run, perOperation);

    // The seconds of a run per run or per operation.
    private static double Share(Run run, bool perOperation) => perOperation && run.Operations is > 0 and { } operations ? 1.0 / operations : 1;

    private static double? MedianOf(Run[] runs, Func<Run, double?> figure)
    {
        var known = runs.Select(figure).OfType<double>().ToArray();
        return known.Length > 0 ? known.Median() : null;
    }
}
