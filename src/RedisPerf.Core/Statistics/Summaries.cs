using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>The summaries of a job's cases. The caller names the floor and the baseline.</summary>
public static class Summaries
{
    private const double Confidence = 0.95;

    /// <summary>Seconds. Both readings of the CPU time are included in it: measured 1 ms of the client, 0.5 ms of Redis and 8 ms of Garnet.
    /// Its step is 16 ms on Windows.</summary>
    private const double MinForCpu = 0.02;

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
        other.Strategy == @case.Strategy
            ? other.At == @case.At
            : (other.Strategy == floor || other.Strategy == baseline) && other.At.IsWithin(@case.At);

    /// <summary>The compared time in seconds of each counted run of a case; empty when the job does not have the case.</summary>
    internal static double[] Times(CaseResult? @case, ComparisonRule rule) =>
        [.. (@case?.Runs ?? []).Where(rule.Includes).Select(run => rule.TimeOf(run)!.Value)];

    /// <summary>The ratio of two cases' times in the rounds that both ran; null when there is no such round.</summary>
    internal static Ratio? Against(CaseResult @case, CaseResult other, ComparisonRule rule) =>
        RatioEstimator.FromSlices(other.Strategy, Ratios(@case, other, rule), rule.Confidence);

    /// <summary>The time of a case divided by that of another one in each round that both ran, as the geometric mean of the turns; empty when a
    /// case is missing.</summary>
    internal static double[] RoundRatios(CaseResult? @case, CaseResult? other, ComparisonRule rule) => @case is null
        ? []
        : [.. Ratios(@case, other, rule).Select(round => round.Where(ratio => !double.IsNaN(ratio)).GeometricMean())];

    private static Summary? Of(CaseResult @case, CaseResult? floor, CaseResult? baseline, ComparisonRule rule)
    {
        var runs = @case.Runs.Where(rule.Includes).ToArray();
        if (runs.Length == 0)
        {
            return null;
        }

        var seconds = Times(@case, rule);
        var mean = seconds.Mean();
        var median = seconds.Median();
        double? deviation = seconds.Length > 1 ? seconds.StandardDeviation() : null;
        var (low, high) = Bootstrap.OfMean(seconds);
        var ofMedian = MedianInterval.Of([.. seconds.Order()], Confidence);
        var clientBusy = CpuShare(run => run.SharedLoad is { } load ? load.Nodes.Max(node => node.CpuSeconds) : run.Client?.CpuSeconds);
        var serverBusy = CpuShare(run => run.Server?.BusiestShardCpuSeconds ?? run.Server?.CpuSeconds);
        var floorRatios = Ratios(@case, floor, rule).SelectMany(round => round).Where(ratio => !double.IsNaN(ratio)).ToArray();
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
            OperationsPerSecond = PerSecond(run => run.Operations),
            PayloadBytesPerSecond = PerSecond(run => run.PayloadBytes),
            ClientBusy = clientBusy,
            ServerBusy = serverBusy,
            BoundBy = Bounds.Of(clientBusy, serverBusy),
            FloorRatio = floorRatios.Length > 0 ? floorRatios.Median() : null,
            Ratio = baseline is null ? null : Against(@case, baseline, rule),
        };

        // The median decides for all runs: a few long ones among short ones would not represent the case.
        double? CpuShare(Func<Run, double?> cpuSeconds) =>
            runs.Select(run => run.Seconds!.Value / (run.Slices?.Count ?? 1)).Median() < MinForCpu
                ? null
                : MedianOf(runs, run => cpuSeconds(run) / run.Seconds);

        // A rate is work by the time on the clock, even when another time is compared.
        double? PerSecond(Func<Run, double?> work) => rule.Figure is null
            ? MedianOf(runs, run => work(run) * rule.Share(run.Operations)) / median
            : MedianOf(runs, run => work(run) / run.Seconds);
    }

    /// <summary>The case of another strategy at the same coordinates; null without one. A floor or baseline that an axis does not affect has
    /// one case, which is compared with the cases at each value of the axis.</summary>
    internal static CaseResult? Peer(IReadOnlyList<CaseResult> cases, CaseResult @case, string? strategy) =>
        cases.FirstOrDefault(other => other.Strategy == strategy && other.At.IsWithin(@case.At));

    // By round and turn: only within a turn do both run under the same conditions. Runs with different slices are compared as a whole.
    private static double[][] Ratios(CaseResult @case, CaseResult? other, ComparisonRule rule) =>
        other is null
            ? []
            : [.. @case.Runs.Where(rule.Includes)
                .Join(other.Runs.Where(rule.Includes), run => run.Round, run => run.Round, (run, peer) => Ratios(run, peer, rule))
                .Where(round => round.Any(ratio => !double.IsNaN(ratio)))];

    // A figure belongs to a whole run, not to a slice.
    private static double[] Ratios(Run run, Run peer, ComparisonRule rule)
    {
        if (rule.Figure is not null || run.Slices is not { } slices || peer.Slices is not { } others || slices.Count != others.Count
            || slices.Concat(others).Any(seconds => seconds <= 0))
        {
            return [rule.TimeOf(run)!.Value / rule.TimeOf(peer)!.Value];
        }

        var share = rule.Share(run.Operations) / rule.Share(peer.Operations);
        return [.. slices.Zip(others, (seconds, other) => seconds / other * share)
            .Select((ratio, index) => IsSliceExcluded(run, index) || IsSliceExcluded(peer, index) ? double.NaN : ratio)];
    }

    private static bool IsSliceExcluded(Run run, int slice) => run.IsPartlyExcludedByUser && run.DisturbedSlices!.Contains(slice);

    private static double? MedianOf(Run[] runs, Func<Run, double?> figure)
    {
        var known = runs.Select(figure).OfType<double>().ToArray();
        return known.Length > 0 ? known.Median() : null;
    }
}
