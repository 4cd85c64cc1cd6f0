using MathNet.Numerics.Statistics;

namespace RedisPerf.Core.Trends;

/// <summary>How the nights of each case scatter about the nights before them.</summary>
internal sealed class NightScatter
{
    /// <summary>Nights whose distances are looked at, the last ones.</summary>
    public const int Nights = 50;

    /// <summary>The median of n nights scatters by π/2 over n of a night's variance.</summary>
    public const double OfMedian = Math.PI / 2;

    /// <summary>What the other cases tell of a case's scatter counts like so many nights of its own.</summary>
    private const int Borrowed = 10;

    private readonly NightTable _table;
    private readonly Dictionary<int, (double Deviation, int Count)> _own = [];
    private readonly Dictionary<string, (double Deviation, int Cases)> _usual = [];
    private readonly double[] _stretch;

    private readonly int _end;

    /// <param name="table">The nights.</param>
    /// <param name="basis">What they are held against.</param>
    /// <param name="end">The first night that does not count; without it, the last one.</param>
    public NightScatter(NightTable table, Basis basis, int? end = null)
    {
        (_table, Basis, _end) = (table, basis, end ?? table.Count - 1);
        foreach (var @case in Enumerable.Range(0, table.Cases.Count))
        {
            var distances = Distances(@case, 1);
            if (Scale.Of(distances) is > 0 and { } deviation)
            {
                _own[@case] = (deviation, distances.Count);
            }
        }

        foreach (var target in _own.GroupBy(own => table.Cases[own.Key].Target))
        {
            _usual[target.Key] = (target.Select(own => own.Value.Deviation).Median(), target.Count());
        }

        _stretch = [.. Enumerable.Range(1, NightTable.LongestWindow).Select(MeasuredStretch)];
    }

    public Basis Basis { get; }

    /// <summary>Standard deviation of a night, and the degrees of freedom that it is known with; null where nothing is.</summary>
    public (double Deviation, double Freedom)? Of(int @case)
    {
        if (!_own.TryGetValue(@case, out var own))
        {
            return null;
        }

        var (usual, cases) = _usual[_table.Cases[@case].Target];
        var variance = ((own.Count * own.Deviation * own.Deviation) + (Borrowed * usual * usual)) / (own.Count + Borrowed);

        // Against itself all cases share the machine's nights: the others then tell nothing that is new.
        var borrowed = Basis == Basis.Itself ? 0 : Math.Min(Borrowed, own.Count * (cases - 1));
        return (Math.Sqrt(variance), own.Count + borrowed);
    }

    /// <summary>Nights that are good or bad together scatter more as a group than chance has it: by how much, at least 1.</summary>
    public double Stretch(int length) => _stretch[length - 1];

    private double MeasuredStretch(int length)
    {
        if (length == 1)
        {
            return 1;
        }

        var ratios = _own.Select(own => Scale.Of(Distances(own.Key, length)) / own.Value.Deviation).OfType<double>().ToArray();
        return ratios.Length == 0 ? 1 : Math.Max(1, ratios.Median());
    }

    // In units of one night, whatever the number of nights on either side.
    private List<double> Distances(int @case, int length)
    {
        var distances = new List<double>(Nights);
        for (var night = _end - 1; night >= 0 && distances.Count < Nights; night--)
        {
            if (_table.WindowEndingAt(@case, night, length) is { } window && _table.LevelBefore(@case, window[0]) is { } level)
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
