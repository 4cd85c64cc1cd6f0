using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Trends;

/// <summary>
/// The levels of the last night's cases over all nights, oldest first, and how far each lay from the nights before it. A
/// swept job has hundreds of cases, so they and the nights are numbers here, and nothing is computed twice.
/// </summary>
internal sealed class NightTable
{
    /// <summary>The level that a night is held against is the median of so many comparable nights.</summary>
    public const int LevelNights = 10;

    /// <summary>A step is looked for over so many nights together.</summary>
    public const int LongestWindow = 3;

    /// <summary>With so many nights before it a night's distance tells something of the scatter.</summary>
    public const int FewestForScatter = 5;

    /// <summary>The fewest other strategies that tell of the machine.</summary>
    private const int FewestOthers = 2;

    private readonly double?[][] _levels;
    private readonly double?[][] _again;
    private readonly (double Level, int Count)?[][] _before;
    private readonly int[] _strategies;
    private readonly int[][] _others;

    // By how many nights the level lies back, case and night.
    private readonly (bool IsKnown, double? Value)[][][] _machine;
    private readonly (bool IsKnown, double? Value)[][][] _machineAgain;

    /// <param name="nights">Oldest first.</param>
    public NightTable(IReadOnlyList<Night> nights)
    {
        Cases = [.. nights[^1].Levels.Keys];
        Count = nights.Count;
        _levels = [.. Cases.Select(@case => nights.Select(night => Find(night.Levels, @case)).ToArray())];
        _again = [.. Cases.Select(@case => nights.Select(night => Find(night.Again, @case)).ToArray())];
        _before = [.. _levels.Select(levels => Enumerable.Range(0, Count).Select(start => Before(levels, start)).ToArray())];
        _strategies = [.. Cases.Select(@case => Cases.Select(each => each.Strategy).ToList().IndexOf(@case.Strategy))];
        _others = [.. Cases.Select(@case => Enumerable.Range(0, Cases.Count).Where(other => Cases[other].Target == @case.Target && Cases[other].Strategy != @case.Strategy).ToArray())];
        _machine = Empty();
        _machineAgain = Empty();
    }

    public IReadOnlyList<CaseKey> Cases { get; }

    /// <summary>Of nights.</summary>
    public int Count { get; }

    /// <summary>The last nights that a case has, up to one of them, oldest first; null when that one lacks it or there are fewer.</summary>
    public int[]? WindowEndingAt(int @case, int last, int length)
    {
        if (_levels[@case][last] is null)
        {
            return null;
        }

        var window = new int[length];
        for (var (night, left) = (last, length); night >= 0; night--)
        {
            if (_levels[@case][night] is not null)
            {
                window[--left] = night;
                if (left == 0)
                {
                    return window;
                }
            }
        }

        return null;
    }

    /// <summary>The median of the last ten nights of a case before a night, and of how many it is; null with fewer than five.</summary>
    public (double Level, int Count)? LevelBefore(int @case, int start) => _before[@case][start];

    /// <summary>How far a night lay above the level before <paramref name="start"/>; null where that is not known.</summary>
    /// <param name="case">The case's number.</param>
    /// <param name="night">The night's number.</param>
    /// <param name="start">The first of the nights that are judged together.</param>
    /// <param name="basis">Whether what the others tell of the machine is taken off.</param>
    /// <param name="again">Of the rerun alone.</param>
    public double? Distance(int @case, int night, int start, Basis basis, bool again = false)
    {
        var own = Own(@case, night, start, again);
        return own is null || basis == Basis.Itself ? own : own - Machine(@case, night, start, again);
    }

    // What the other strategies say of the machine in that night: the middle one's distance, so that one that changed itself does not count.
    private double? Machine(int @case, int night, int start, bool again)
    {
        var back = night - start;
        if (back >= LongestWindow)
        {
            return MeasureMachine(@case, night, start, again);
        }

        ref var known = ref (again ? _machineAgain : _machine)[back][@case][night];
        if (!known.IsKnown)
        {
            known = (true, MeasureMachine(@case, night, start, again));
        }

        return known.Value;
    }

    private double? MeasureMachine(int @case, int night, int start, bool again)
    {
        var distances = new List<double>(_others[@case].Length);
        var strategies = new HashSet<int>();
        foreach (var other in _others[@case])
        {
            if (Own(other, night, start, again) is { } distance)
            {
                distances.Add(distance);
                strategies.Add(_strategies[other]);
            }
        }

        return strategies.Count < FewestOthers ? null : ArrayStatistics.MedianInplace([.. distances]);
    }

    private double? Own(int @case, int night, int start, bool again) => (again ? _again : _levels)[@case][night] - _before[@case][start]?.Level;

    private (bool IsKnown, double? Value)[][][] Empty() =>
        [.. Enumerable.Range(0, LongestWindow).Select(_ => Cases.Select(_ => new (bool, double?)[Count]).ToArray())];

    private static (double Level, int Count)? Before(double?[] levels, int start)
    {
        var last = new List<double>(LevelNights);
        for (var night = start - 1; night >= 0 && last.Count < LevelNights; night--)
        {
            if (levels[night] is { } level)
            {
                last.Add(level);
            }
        }

        var count = last.Count;
        return count < FewestForScatter ? null : (ArrayStatistics.MedianInplace([.. last]), count);
    }

    private static double? Find(IReadOnlyDictionary<CaseKey, double>? levels, CaseKey @case) =>
        levels is not null && levels.TryGetValue(@case, out var level) ? level : null;
}
