using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;
using RedisPerf.Core.Measuring;

namespace RedisPerf.Core.Trends;

/// <summary>
/// Whether a night is slower than the nights before it. A night's noise is more than its runs' noise, so the scatter is the
/// nights' own: how far each lay from the median of the ten before it. docs/method.md tells what it finds and how often it errs.
/// </summary>
public static class NightJudge
{
    /// <summary>So many nights must lie before the one that is judged.</summary>
    public const int FewestNights = NightTable.LevelNights;

    /// <summary>Nights that are looked at in all: the scatter is that of the last fifty, each against the ten before it.</summary>
    public const int MostNights = ScatterNights + NightTable.LevelNights;

    /// <summary>Chance, over all cases of a job, below which it is run again.</summary>
    internal const double Suspicion = 0.05;

    /// <summary>Chance, over all cases of a job and its rerun, below which a case is called slower.</summary>
    internal const double Certainty = 0.001;

    /// <summary>Chance below which the rerun alone agrees.</summary>
    internal const double Agreement = 0.1;

    private const int ScatterNights = 50;

    /// <summary>The median of n nights scatters by π/2 over n of a night's variance.</summary>
    private const double OfMedian = Math.PI / 2;

    /// <summary>What the other cases tell of a case's scatter counts like so many nights of its own.</summary>
    private const int Borrowed = 10;

    /// <summary>Of what lies above the others, so much must be seen on the clock too: when the others became faster, nothing became slower.</summary>
    private const double SeenOnTheClock = 0.5;

    /// <summary>Of what several nights show together, so much must be seen in the last of them.</summary>
    private const double SeenTonight = 0.5;

    private const double Confidence = 0.95;

    /// <summary>Judges the last of the nights, each case that has ten nights before it.</summary>
    /// <param name="nights">Comparable ones, oldest first.</param>
    public static IReadOnlyList<CaseJudgement> Judge(IReadOnlyList<Night> nights)
    {
        if (nights.Count <= FewestNights)
        {
            return [];
        }

        var table = new NightTable(nights);
        var judged = Enumerable.Range(0, table.Cases.Count).Where(@case => table.LevelBefore(@case, nights.Count - 1) is { Count: >= FewestNights }).ToArray();
        if (judged.Length == 0)
        {
            return [];
        }

        Basis[] bases = [Basis.Itself, Basis.Others];
        var scatters = bases.ToDictionary(basis => basis, basis => new Scatter(table, basis));
        return
        [
            .. judged.Select(@case => bases
                .SelectMany(basis => Enumerable.Range(1, NightTable.LongestWindow).Select(length => Of(table, scatters[basis], nights, @case, length, bases.Length * judged.Length)))
                .OfType<CaseJudgement>()
                .MinBy(judgement => (!judgement.IsConfirmed, judgement.Chance))!)
                .Where(judgement => judgement is not null),
        ];
    }

    /// <summary>Follows a case that became slower: whether it still is.</summary>
    /// <param name="nights">Comparable ones, oldest first; those since it became slower have its levels too.</param>
    /// <param name="case">The case.</param>
    /// <param name="first">The number of the first slow night.</param>
    /// <param name="basis">What it is held against.</param>
    /// <param name="ratio">How slow it was when it was called so.</param>
    /// <returns>Null when the last night lacks the case, or too little is known.</returns>
    public static Course? Follow(IReadOnlyList<Night> nights, CaseKey @case, int first, Basis basis, double ratio)
    {
        var table = new NightTable(nights);
        var number = table.Cases.TakeWhile(each => each != @case).Count();
        if (number == table.Cases.Count || table.LevelBefore(number, first) is not { } level || new Scatter(table, basis, first).Of(number) is not { } spread)
        {
            return null;
        }

        var half = Math.Log(ratio) / 2;
        var distances = Enumerable.Range(first, nights.Count - first).Select(night => table.Distance(number, night, first, basis)).OfType<double>().ToArray();
        var slow = distances.Where(distance => distance > half).ToArray();
        if (distances.Length == 0)
        {
            return null;
        }

        var mean = slow.Length == 0 ? 2 * half : slow.Mean();
        var margin = StudentT.InvCDF(0, 1, spread.Freedom, (1 + Confidence) / 2) * spread.Deviation * Math.Sqrt((1.0 / Math.Max(1, slow.Length)) + (OfMedian / level.Count));
        return new(
            new(Math.Exp(mean), Math.Exp(mean - margin), Math.Exp(mean + margin)),
            distances[^1] > half,
            distances.Length > 2 && distances[^1] <= half && distances[^2] <= half);
    }

    /// <summary>Between which times a night is as the ten before it would have it, nineteen times of twenty: null where too little is known.</summary>
    /// <param name="nights">Comparable ones, oldest first, the last of them is the one in question.</param>
    public static IReadOnlyDictionary<CaseKey, Band> Bands(IReadOnlyList<Night> nights)
    {
        if (nights.Count <= FewestNights)
        {
            return new Dictionary<CaseKey, Band>();
        }

        var table = new NightTable(nights);
        var scatter = new Scatter(table, Basis.Itself);
        var bands = new Dictionary<CaseKey, Band>();
        for (var number = 0; number < table.Cases.Count; number++)
        {
            if (table.LevelBefore(number, nights.Count - 1) is { Count: >= FewestNights } level && scatter.Of(number) is { } spread)
            {
                var margin = StudentT.InvCDF(0, 1, spread.Freedom, (1 + Confidence) / 2) * spread.Deviation * Math.Sqrt(1 + (OfMedian / level.Count));
                bands[table.Cases[number]] = new(Math.Exp(level.Level - margin), Math.Exp(level.Level), Math.Exp(level.Level + margin));
            }
        }

        return bands;
    }

    private static CaseJudgement? Of(NightTable table, Scatter scatter, IReadOnlyList<Night> nights, int @case, int length, int looks)
    {
        if (table.WindowEndingAt(@case, nights.Count - 1, length) is not { } window
            || table.LevelBefore(@case, window[0]) is not { Count: >= FewestNights } level
            || scatter.Of(@case) is not { } spread)
        {
            return null;
        }

        var distances = window.Select(night => table.Distance(@case, night, window[0], scatter.Basis)).OfType<double>().ToArray();
        if (distances.Length < length)
        {
            return null;
        }

        // A bad night before it is none of this one.
        var distance = distances.Mean();
        if (distance > 0 && distances[^1] < SeenTonight * distance)
        {
            return null;
        }

        var deviation = spread.Deviation * scatter.Stretch(length) * Math.Sqrt((1.0 / length) + (OfMedian / level.Count));
        if (scatter.Basis == Basis.Others && window.Select(night => table.Distance(@case, night, window[0], Basis.Itself)!.Value).Mean() < SeenOnTheClock * distance)
        {
            return null;
        }

        var last = nights.Count - 1;
        double? again = table.Distance(@case, last, window[0], scatter.Basis, again: true) is { } rerun
            ? scatter.Basis == Basis.Others && table.Distance(@case, last, window[0], Basis.Itself, again: true) < SeenOnTheClock * rerun
                ? 1
                : Chance(rerun / (spread.Deviation * Math.Sqrt(1 + (OfMedian / level.Count))), spread.Freedom)
            : null;
        var margin = StudentT.InvCDF(0, 1, spread.Freedom, (1 + Confidence) / 2) * deviation;
        return new(
            table.Cases[@case],
            scatter.Basis,
            Math.Exp(distance),
            Math.Exp(distance - margin),
            Math.Exp(distance + margin),
            length,
            nights[window[0]].Job,
            Math.Min(1, looks * Chance(distance / deviation, spread.Freedom)),
            again);
    }

    private static double Chance(double distance, double freedom) => StudentT.CDF(0, 1, freedom, -distance);

    /// <summary>How the nights of each case scatter about the nights before them.</summary>
    private sealed class Scatter
    {
        private readonly NightTable _table;
        private readonly Dictionary<int, (double Deviation, int Count)> _own = [];
        private readonly Dictionary<string, (double Deviation, int Cases)> _usual = [];
        private readonly double[] _stretch;

        private readonly int _end;

        /// <param name="table">The nights.</param>
        /// <param name="basis">What they are held against.</param>
        /// <param name="end">The first night that does not count; without it, the last one.</param>
        public Scatter(NightTable table, Basis basis, int? end = null)
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
            var distances = new List<double>(ScatterNights);
            for (var night = _end - 1; night >= 0 && distances.Count < ScatterNights; night--)
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
}
