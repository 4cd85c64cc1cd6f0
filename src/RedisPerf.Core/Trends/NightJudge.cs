using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;

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
    public const int MostNights = NightScatter.Nights + NightTable.LevelNights;

    /// <summary>Chance, over all cases of a job, below which it is run again.</summary>
    internal const double Suspicion = 0.05;

    /// <summary>Chance, over all cases of a job and its rerun, below which a case is called slower.</summary>
    internal const double Certainty = 0.001;

    /// <summary>Chance below which the rerun alone agrees.</summary>
    internal const double Agreement = 0.1;

    /// <summary>Of the intervals.</summary>
    internal const double Confidence = 0.95;

    /// <summary>Of what lies above the others, so much must be seen on the clock too: when the others became faster, nothing became slower.</summary>
    private const double SeenOnTheClock = 0.5;

    /// <summary>Of what several nights show together, so much must be seen in the last of them.</summary>
    private const double SeenTonight = 0.5;

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
        var scatters = bases.ToDictionary(basis => basis, basis => new NightScatter(table, basis));
        return
        [
            .. judged.Select(@case => bases
                .SelectMany(basis => Enumerable.Range(1, NightTable.LongestWindow).Select(length => Of(table, scatters[basis], nights, @case, length, bases.Length * judged.Length)))
                .OfType<CaseJudgement>()
                .MinBy(judgement => (!judgement.IsConfirmed, judgement.Chance))!)
                .Where(judgement => judgement is not null),
        ];
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
        var scatter = new NightScatter(table, Basis.Itself);
        var bands = new Dictionary<CaseKey, Band>();
        for (var number = 0; number < table.Cases.Count; number++)
        {
            if (table.LevelBefore(number, nights.Count - 1) is { Count: >= FewestNights } level && scatter.Of(number) is { } spread)
            {
                var margin = StudentT.InvCDF(0, 1, spread.Freedom, (1 + Confidence) / 2) * spread.Deviation * Math.Sqrt(1 + (NightScatter.OfMedian / level.Count));
                bands[table.Cases[number]] = new(Math.Exp(level.Level - margin), Math.Exp(level.Level), Math.Exp(level.Level + margin));
            }
        }

        return bands;
    }

    private static CaseJudgement? Of(NightTable table, NightScatter scatter, IReadOnlyList<Night> nights, int @case, int length, int looks)
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

        var deviation = spread.Deviation * scatter.Stretch(length) * Math.Sqrt((1.0 / length) + (NightScatter.OfMedian / level.Count));
        if (scatter.Basis == Basis.Others && window.Select(night => table.Distance(@case, night, window[0], Basis.Itself)!.Value).Mean() < SeenOnTheClock * distance)
        {
            return null;
        }

        var last = nights.Count - 1;
        double? again = table.Distance(@case, last, window[0], scatter.Basis, again: true) is { } rerun
            ? scatter.Basis == Basis.Others && table.Distance(@case, last, window[0], Basis.Itself, again: true) < SeenOnTheClock * rerun
                ? 1
                : Chance(rerun / (spread.Deviation * Math.Sqrt(1 + (NightScatter.OfMedian / level.Count))), spread.Freedom)
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
}
