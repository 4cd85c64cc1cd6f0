using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Trends;

/// <summary>The scatter of each case: the distances of its scheduled runs to the level before them.</summary>
internal sealed class LevelScatter
{
    /// <summary>The number of recent runs whose distances are used.</summary>
    public const int MaximumRuns = 50;

    /// <summary>The variance of the median of n runs is π/(2n) of the variance of one run.</summary>
    public const double OfMedian = Math.PI / 2;

    /// <summary>The weight, in runs, of the scatter of the other cases.</summary>
    private const int PooledWeight = 10;

    private readonly LevelTable _table;
    private readonly Dictionary<int, (double Deviation, int Count)> _own = [];
    private readonly Dictionary<Coordinates, (double Deviation, int Cases)> _usual = [];
    private readonly double[] _inflation;

    private readonly int _end;

    /// <param name="table">The levels of all runs.</param>
    /// <param name="basis">The basis of the comparison.</param>
    /// <param name="end">The index of the first run that is excluded; default: the last run.</param>
    public LevelScatter(LevelTable table, Basis basis, int? end = null)
    {
        (_table, Basis, _end) = (table, basis, end ?? table.Count - 1);
        foreach (var @case in Enumerable.Range(0, table.Cases.Count))
        {
            var distances = Distances(@case, 1);
            if (RobustScale.Of(distances) is > 0 and { } deviation)
            {
                _own[@case] = (deviation, distances.Count);
            }
        }

        foreach (var site in _own.GroupBy(own => table.Cases[own.Key].At.Site))
        {
            _usual[site.Key] = (site.Select(own => own.Value.Deviation).Median(), site.Count());
        }

        _inflation = [.. Enumerable.Range(1, LevelTable.MaxWindow).Select(MeasuredInflation)];
    }

    public Basis Basis { get; }

    /// <summary>The standard deviation of one run and its degrees of freedom; null when unknown.</summary>
    public (double Deviation, double Freedom)? Of(int @case)
    {
        if (!_own.TryGetValue(@case, out var own))
        {
            return null;
        }

        var (usual, cases) = _usual[_table.Cases[@case].At.Site];
        var variance = ((own.Count * own.Deviation * own.Deviation) + (PooledWeight * usual * usual)) / (own.Count + PooledWeight);

        // All cases share the variation of the machine, or that of the floor, so the others add no information.
        var borrowed = Basis == Basis.Others ? Math.Min(PooledWeight, own.Count * (cases - 1)) : 0;
        return (Math.Sqrt(variance), own.Count + borrowed);
    }

    /// <summary>The factor, at least 1, by which consecutive runs scatter more than independent ones.</summary>
    public double Inflation(int length) => _inflation[length - 1];

    private double MeasuredInflation(int length)
    {
        if (length == 1)
        {
            return 1;
        }

        var ratios = _own.Select(own => RobustScale.Of(Distances(own.Key, length)) / own.Value.Deviation).OfType<double>().ToArray();
        return ratios.Length == 0 ? 1 : Math.Max(1, ratios.Median());
    }

    /// <summary>The mean level of a case in some runs, divided by its level before a run, with its 95% interval; null when unknown.</summary>
    /// <param name="case">The index of the case.</param>
    /// <param name="window">The indexes of the runs.</param>
    /// <param name="start">The index of the run before which the level is known.</param>
    public Ratio? RatioOf(int @case, IReadOnlyList<int> window, int start)
    {
        var distances = window.Select(run => _table.Distance(@case, run, start, Basis)).OfType<double>().ToArray();
        if (distances.Length < window.Count || _table.LevelBefore(@case, start, Basis) is not { } level || Of(@case) is not { } spread)
        {
            return null;
        }

        var deviation = DeviationOf(spread.Deviation, window.Count, level.Count);
        var margin = StudentT.InvCDF(0, 1, spread.Freedom, (1 + RegressionDetector.Confidence) / 2) * deviation;
        var (value, low, high) = (Math.Exp(distances.Mean()), Math.Exp(distances.Mean() - margin), Math.Exp(distances.Mean() + margin));
        return new(_table.Cases[@case].Strategy, value, low, high, Verdicts.Decide(low, high));
    }

    /// <summary>The standard deviation of the mean distance of consecutive runs to the level before them.</summary>
    /// <param name="ofRun">That of one run.</param>
    /// <param name="length">The number of consecutive runs.</param>
    /// <param name="before">The number of runs whose median is the level.</param>
    public double DeviationOf(double ofRun, int length, int before) => ofRun * Inflation(length) * Math.Sqrt((1.0 / length) + (OfMedian / before));

    // In units of one run, for any number of runs on either side.
    private List<double> Distances(int @case, int length)
    {
        var distances = new List<double>(MaximumRuns);
        for (var run = _end - 1; run >= 0 && distances.Count < MaximumRuns; run--)
        {
            if (_table.WindowEndingAt(@case, run, length) is { } window && _table.LevelBefore(@case, window[0], Basis) is { } level)
            {
                var each = window.Select(past => _table.Distance(@case, past, window[0], Basis)).OfType<double>().ToArray();
                if (each.Length == length)
                {
                    distances.Add(each.Mean() / Math.Sqrt((1.0 / length) + (OfMedian / level.Count)));
                }
            }
        }

        return distances;
    }
}
