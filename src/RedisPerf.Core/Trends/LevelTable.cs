using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Trends;

/// <summary>The levels of the last run's cases over all runs, oldest first, and their distances to the earlier runs. A job with a sweep has
/// hundreds of cases, so cases and runs are indexes here, and each distance is computed once.</summary>
internal sealed class LevelTable
{
    /// <summary>The number of comparable runs whose median is the level.</summary>
    public const int LevelRuns = 10;

    /// <summary>The maximum number of consecutive runs that are checked together.</summary>
    public const int MaxWindow = 3;

    /// <summary>The minimum number of earlier runs for a distance that counts for the scatter.</summary>
    public const int MinimumForScatter = 5;

    /// <summary>The minimum number of other strategies for an estimate of the machine.</summary>
    private const int MinimumOthers = 2;

    private readonly double?[][] _levels;
    private readonly double?[][] _rerunLevels;
    private readonly (double Level, int Count)?[][] _before;
    private readonly int[] _strategies;
    private readonly int[][] _others;

    // The levels relative to those of the floor in the same run; null for a case without a floor.
    private readonly Relative?[] _relative;

    // Indexes: distance in runs to the first run of the window, case, run.
    private readonly (bool IsKnown, double? Value)[][][] _machine;
    private readonly (bool IsKnown, double? Value)[][][] _rerunMachine;

    /// <param name="runs">Oldest first.</param>
    /// <param name="floor">The strategy that measures the machine; null without one.</param>
    public LevelTable(IReadOnlyList<ScheduledRun> runs, string? floor)
    {
        Cases = [.. runs[^1].Levels.Keys];
        Count = runs.Count;
        _levels = [.. Cases.Select(@case => runs.Select(run => Find(run.Levels, @case)).ToArray())];
        _rerunLevels = [.. Cases.Select(@case => runs.Select(run => Find(run.RerunLevels, @case)).ToArray())];
        _before = [.. _levels.Select(levels => Enumerable.Range(0, Count).Select(start => Before(levels, start)).ToArray())];
        _strategies = [.. Cases.Select(@case => Cases.Select(each => each.Strategy).ToList().IndexOf(@case.Strategy))];
        _others = [.. Cases.Select(@case => Enumerable.Range(0, Cases.Count)
            .Where(other => Cases[other].At.Site == @case.At.Site && Cases[other].Strategy != @case.Strategy).ToArray())];
        _relative = [.. Cases.Select((@case, number) => MachineChange.FloorOf(@case, runs[^1], floor) is { } known
            ? Relative.Of([.. _levels[number].Zip(runs, (own, run) => own - Find(run.AllLevels, known))],
                [.. _rerunLevels[number].Zip(runs, (own, run) => own - Find(run.RerunLevels, known))])
            : null)];
        _machine = Empty();
        _rerunMachine = Empty();
    }

    public IReadOnlyList<CaseKey> Cases { get; }

    /// <summary>Number of runs.</summary>
    public int Count { get; }

    /// <summary>The indexes of the last runs with the case, up to <paramref name="last"/>, oldest first; null when that run does not have
    /// the case or there are fewer.</summary>
    public int[]? WindowEndingAt(int @case, int last, int length)
    {
        if (_levels[@case][last] is null)
        {
            return null;
        }

        var window = new int[length];
        for (var (run, left) = (last, length); run >= 0; run--)
        {
            if (_levels[@case][run] is not null)
            {
                window[--left] = run;
                if (left == 0)
                {
                    return window;
                }
            }
        }

        return null;
    }

    /// <summary>The median of the last ten runs of a case before a run, and their number; null with fewer than five.</summary>
    /// <param name="case">The index of the case.</param>
    /// <param name="start">The index of the run.</param>
    /// <param name="basis">Whether the levels are relative to the floor.</param>
    public (double Level, int Count)? LevelBefore(int @case, int start, Basis basis = Basis.Itself) =>
        basis == Basis.Floor ? _relative[@case]?.Before[start] : _before[@case][start];

    /// <summary>The distance of a run above the level before <paramref name="start"/>; null when unknown.</summary>
    /// <param name="case">The index of the case.</param>
    /// <param name="run">The index of the run.</param>
    /// <param name="start">The index of the first run of the window.</param>
    /// <param name="basis">Whether the distance is corrected by that of the other strategies or of the floor.</param>
    /// <param name="isRerun">Whether to use the rerun only.</param>
    public double? Distance(int @case, int run, int start, Basis basis, bool isRerun = false)
    {
        if (basis == Basis.Floor)
        {
            return _relative[@case] is { } relative ? (isRerun ? relative.Rerun : relative.Levels)[run] - relative.Before[start]?.Level : null;
        }

        var own = Own(@case, run, start, isRerun);
        return own is null || basis == Basis.Itself ? own : own - Machine(@case, run, start, isRerun);
    }

    // The median distance of the other strategies: one of them that changed has no effect.
    private double? Machine(int @case, int run, int start, bool isRerun)
    {
        var back = run - start;
        if (back >= MaxWindow)
        {
            return MeasureMachine(@case, run, start, isRerun);
        }

        ref var known = ref (isRerun ? _rerunMachine : _machine)[back][@case][run];
        if (!known.IsKnown)
        {
            known = (true, MeasureMachine(@case, run, start, isRerun));
        }

        return known.Value;
    }

    private double? MeasureMachine(int @case, int run, int start, bool isRerun)
    {
        var distances = new List<double>(_others[@case].Length);
        var strategies = new HashSet<int>();
        foreach (var other in _others[@case])
        {
            if (Own(other, run, start, isRerun) is { } distance)
            {
                distances.Add(distance);
                strategies.Add(_strategies[other]);
            }
        }

        return strategies.Count < MinimumOthers ? null : ArrayStatistics.MedianInplace([.. distances]);
    }

    private double? Own(int @case, int run, int start, bool isRerun) => (isRerun ? _rerunLevels : _levels)[@case][run] - _before[@case][start]?.Level;

    private (bool IsKnown, double? Value)[][][] Empty() =>
        [.. Enumerable.Range(0, MaxWindow).Select(_ => Cases.Select(_ => new (bool, double?)[Count]).ToArray())];

    private static (double Level, int Count)? Before(double?[] levels, int start)
    {
        var last = new List<double>(LevelRuns);
        for (var run = start - 1; run >= 0 && last.Count < LevelRuns; run--)
        {
            if (levels[run] is { } level)
            {
                last.Add(level);
            }
        }

        var count = last.Count;
        return count < MinimumForScatter ? null : (ArrayStatistics.MedianInplace([.. last]), count);
    }

    private sealed record Relative(double?[] Levels, double?[] Rerun, (double Level, int Count)?[] Before)
    {
        public static Relative Of(double?[] levels, double?[] rerun) =>
            new(levels, rerun, [.. Enumerable.Range(0, levels.Length).Select(start => LevelTable.Before(levels, start))]);
    }

    private static double? Find(IReadOnlyDictionary<CaseKey, double>? levels, CaseKey @case) =>
        levels is not null && levels.TryGetValue(@case, out var level) ? level : null;
}
