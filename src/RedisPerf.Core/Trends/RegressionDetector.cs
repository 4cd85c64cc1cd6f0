using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Trends;

/// <summary>Detects cases of a scheduled run that are slower than in the earlier runs. Noise between scheduled runs is larger than noise
/// within one, so the scatter is estimated from the distance of each scheduled run to the median of the ten before it. docs/method.md shows
/// the detection and error rates.</summary>
public static class RegressionDetector
{
    /// <summary>The minimum number of earlier runs.</summary>
    public const int MinimumRuns = LevelTable.LevelRuns;

    /// <summary>The maximum number of earlier runs: the scatter comes from the last fifty, each compared with the ten before it.</summary>
    public const int MaximumRuns = LevelScatter.MaximumRuns + LevelTable.LevelRuns;

    /// <summary>The chance, over all cases of a job, below which the job gets a rerun.</summary>
    internal const double Suspicion = 0.05;

    /// <summary>The chance, over all cases of a job and its rerun, below which a case is slower.</summary>
    internal const double Certainty = 0.001;

    /// <summary>The chance below which the rerun on its own agrees.</summary>
    internal const double Agreement = 0.1;

    /// <summary>The confidence level of the intervals.</summary>
    internal const double Confidence = 0.95;

    /// <summary>The number of bases that a case is compared on.</summary>
    private const int TestsOfCase = 2;

    /// <summary>The minimum share of the distance over several runs that the last one must have.</summary>
    private const double ShareInLastRun = 0.5;

    /// <summary>Checks each case of the last run that has ten earlier runs. When the floor shows that the machine changed, a case is compared
    /// relative to the floor, and not with its own time.</summary>
    /// <param name="runs">Comparable runs, oldest first.</param>
    /// <param name="floor">The strategy that measures the machine; null without one.</param>
    public static IReadOnlyList<CaseCheck> Detect(IReadOnlyList<ScheduledRun> runs, string? floor) => Detect(runs, floor, doAllAgree: false);

    /// <summary>The cases that are faster in the last two or three runs together, by the same tests with the same certainty. The second run takes
    /// the place of a rerun.</summary>
    /// <inheritdoc cref="Detect(IReadOnlyList{ScheduledRun}, string?)"/>
    public static IReadOnlyList<CaseCheck> DetectFaster(IReadOnlyList<ScheduledRun> runs, string? floor) =>
    [
        .. Detect([.. runs.Select(Mirror)], floor, doAllAgree: true).Where(check => check.Chance < Certainty).Select(check => check with
        { Ratio = 1 / check.Ratio, Low = 1 / check.High, High = 1 / check.Low, Machine = 1 / check.Machine }),
    ];

    // A faster run is a slower one on the mirrored logarithms.
    private static ScheduledRun Mirror(ScheduledRun run) =>
        run with { Levels = Mirror(run.Levels), AllLevels = Mirror(run.AllLevels), RerunLevels = null };

    private static Dictionary<CaseKey, double> Mirror(IReadOnlyDictionary<CaseKey, double> levels) =>
        levels.ToDictionary(level => level.Key, level => -level.Value);

    /// <param name="doAllAgree">Whether each of at least two runs must show the change, in place of a rerun.</param>
    private static IReadOnlyList<CaseCheck> Detect(IReadOnlyList<ScheduledRun> runs, string? floor, bool doAllAgree)
    {
        if (runs.Count <= MinimumRuns)
        {
            return [];
        }

        var table = new LevelTable(runs, floor);
        var checkedCases =
            Enumerable.Range(0, table.Cases.Count).Where(@case => table.LevelBefore(@case, runs.Count - 1) is { Count: >= MinimumRuns }).ToArray();
        if (checkedCases.Length == 0)
        {
            return [];
        }

        var scatters = Enum.GetValues<Basis>().ToDictionary(basis => basis, basis => new LevelScatter(table, basis));
        var machine = new MachineChange(runs, floor);
        var lengths = Enumerable.Range(1, LevelTable.MaxWindow).Skip(doAllAgree ? 1 : 0).ToArray();
        return
        [
            .. checkedCases.Select(@case => new[] { machine.IsKnown(table.Cases[@case]) ? Basis.Floor : Basis.Itself, Basis.Others }
                .SelectMany(basis => lengths
                    .Select(length => Of(table, scatters[basis], runs, @case, length, TestsOfCase * checkedCases.Length, doAllAgree)))
                .OfType<CaseCheck>()
                .MinBy(check => (!check.IsConfirmed, check.Chance))!)
                .Where(check => check is not null),
        ];
    }

    /// <summary>The 95% prediction limits of the last run, by case. A case with too few earlier runs has none.</summary>
    /// <param name="runs">Comparable runs, oldest first.</param>
    public static IReadOnlyDictionary<CaseKey, ExpectedRange> FindExpectedRanges(IReadOnlyList<ScheduledRun> runs)
    {
        if (runs.Count <= MinimumRuns)
        {
            return new Dictionary<CaseKey, ExpectedRange>();
        }

        var table = new LevelTable(runs, floor: null);
        var scatter = new LevelScatter(table, Basis.Itself);
        var ranges = new Dictionary<CaseKey, ExpectedRange>();
        for (var number = 0; number < table.Cases.Count; number++)
        {
            if (table.LevelBefore(number, runs.Count - 1) is { Count: >= MinimumRuns } level && scatter.Of(number) is { } spread)
            {
                var margin = StudentT.InvCDF(0, 1, spread.Freedom, (1 + Confidence) / 2) * spread.Deviation
                    * Math.Sqrt(1 + (LevelScatter.OfMedian / level.Count));
                ranges[table.Cases[number]] = new(Math.Exp(level.Level - margin), Math.Exp(level.Level), Math.Exp(level.Level + margin));
            }
        }

        return ranges;
    }

    private static CaseCheck? Of(
        LevelTable table, LevelScatter scatter, IReadOnlyList<ScheduledRun> runs, int @case, int length, int looks, bool doAllAgree)
    {
        if (table.WindowEndingAt(@case, runs.Count - 1, length) is not { } window
            || table.LevelBefore(@case, window[0], scatter.Basis) is not { Count: >= MinimumRuns } level
            || scatter.Of(@case) is not { } spread)
        {
            return null;
        }

        var distances = window.Select(run => table.Distance(@case, run, window[0], scatter.Basis)).OfType<double>().ToArray();
        if (distances.Length < length)
        {
            return null;
        }

        // A slow earlier run is not evidence against the last one. Where it takes the place of a rerun, neither is a single fast one.
        var distance = distances.Mean();
        if (distance > 0 && (doAllAgree ? distances.Min() : distances[^1]) < ShareInLastRun * distance)
        {
            return null;
        }

        var deviation = scatter.DeviationOf(spread.Deviation, length, level.Count);
        var inTime = window.Select(run => table.Distance(@case, run, window[0], Basis.Itself)!.Value).Mean();
        if (scatter.Basis != Basis.Itself && !Canary.IsInTime(distance, inTime))
        {
            return null;
        }

        var last = runs.Count - 1;
        double? rerunChance = table.Distance(@case, last, window[0], scatter.Basis, isRerun: true) is { } rerun
            ? scatter.Basis != Basis.Itself
                && !Canary.IsInTime(rerun, table.Distance(@case, last, window[0], Basis.Itself, isRerun: true) ?? rerun)
                ? 1
                : Chance(rerun / (spread.Deviation * Math.Sqrt(1 + (LevelScatter.OfMedian / level.Count))), spread.Freedom)
            : null;
        var margin = StudentT.InvCDF(0, 1, spread.Freedom, (1 + Confidence) / 2) * deviation;
        return new(
            table.Cases[@case],
            scatter.Basis,
            Math.Exp(distance),
            Math.Exp(distance - margin),
            Math.Exp(distance + margin),
            length,
            runs[window[0]].Job,
            Math.Min(1, looks * Chance(distance / deviation, spread.Freedom)),
            rerunChance)
        { Machine = scatter.Basis == Basis.Floor ? Math.Exp(inTime - distance) : null };
    }

    private static double Chance(double distance, double freedom) => StudentT.CDF(0, 1, freedom, -distance);
}

/// <summary>The time of a case that is expected from the earlier runs, in seconds.</summary>
/// <param name="Low">Lower 95% prediction limit.</param>
/// <param name="Level">The median of the earlier runs.</param>
/// <param name="High">Upper 95% prediction limit.</param>
public sealed record ExpectedRange(double Low, double Level, double High);
