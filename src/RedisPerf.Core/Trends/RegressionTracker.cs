using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Trends;

/// <summary>Tracks cases that became slower, until they return to their level. A job with a sweep may have hundreds of them, so shared
/// figures are computed once.</summary>
/// <param name="runs">Comparable runs, oldest first. The runs since a case became slower contain its levels too.</param>
/// <param name="floor">The strategy that measures the machine; null without one.</param>
public sealed class RegressionTracker(IReadOnlyList<ScheduledRun> runs, string? floor)
{
    /// <summary>The minimum number of earlier runs with the case; with fewer, a regression cannot be tracked.</summary>
    public const int MinimumRuns = LevelTable.MinimumForScatter;

    private readonly LevelTable _table = new(runs, floor);
    private readonly Dictionary<(Basis Basis, int First), LevelScatter> _scatters = [];
    private readonly Dictionary<int, MachineChange> _machines = [];

    /// <param name="first">The index of the first slow run.</param>
    /// <param name="basis">The basis of the comparison.</param>
    /// <param name="ratio">The ratio with which the regression was detected.</param>
    /// <returns>Null when the last run does not have the case, or there are too few runs.</returns>
    public RegressionTrend? Track(CaseKey @case, int first, Basis basis, double ratio)
    {
        var number = _table.Cases.TakeWhile(each => each != @case).Count();
        if (number == _table.Cases.Count || _table.LevelBefore(number, first) is not { } level || Scatter(basis, first) is not { } scatter
            || scatter.Of(number) is not { } spread)
        {
            return null;
        }

        var (half, machine) = (Math.Log(ratio) / 2, basis == Basis.Itself ? Machine(first) : null);
        var distances = Enumerable.Range(first, runs.Count - first)
            .Select(run => _table.Distance(number, run, first, machine?.IsKnownSince(@case, run, first) == true ? Basis.Floor : basis))
            .OfType<double>().ToArray();
        var slow = distances.Where(distance => distance > half).ToArray();
        if (distances.Length == 0)
        {
            return null;
        }

        var mean = slow.Length == 0 ? 2 * half : slow.Mean();
        var margin = StudentT.InvCDF(0, 1, spread.Freedom, (1 + RegressionDetector.Confidence) / 2) * spread.Deviation * scatter.Inflation(Math.Clamp(
            slow.Length, 1, LevelTable.MaxWindow)) * Math.Sqrt((1.0 / Math.Max(1, slow.Length)) + (LevelScatter.OfMedian / level.Count));
        return new(
            new(Math.Exp(mean), Math.Exp(mean - margin), Math.Exp(mean + margin)),
            distances[^1] > half,
            distances.Length > 2 && distances[^1] <= half && distances[^2] <= half);
    }

    private MachineChange Machine(int first) =>
        _machines.TryGetValue(first, out var known) ? known : _machines[first] = new(runs, floor, first);

    private LevelScatter Scatter(Basis basis, int first) =>
        _scatters.TryGetValue((basis, first), out var known) ? known : _scatters[(basis, first)] = new(_table, basis, first);
}

/// <summary>The development of a case after it became slower.</summary>
/// <param name="Ratio">Over all runs since then.</param>
/// <param name="IsSlow">The last run is closer to the slow level than to the earlier one.</param>
/// <param name="HasReturned">The last two runs are closer to the earlier level.</param>
public sealed record RegressionTrend(AlertRatio Ratio, bool IsSlow, bool HasReturned);
