using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Trends;

/// <summary>Whether the floor shows that the machine of a scheduled run changed: the rule of <see cref="Canary"/>, with the interval of the floor's
/// level. The level before it contains the runs of an alert of the floor: what matters is the machine of the last ten runs.</summary>
internal sealed class MachineChange
{
    private readonly IReadOnlyList<ScheduledRun> _runs;
    private readonly string? _floor;
    private readonly LevelTable _table;
    private readonly LevelScatter _scatter;
    private readonly Dictionary<CaseKey, int> _numbers;

    /// <param name="runs">Oldest first.</param>
    /// <param name="floor">The strategy that measures the machine; null without one.</param>
    /// <param name="end">The index of the first run that is excluded from the scatter; default: the last run.</param>
    public MachineChange(IReadOnlyList<ScheduledRun> runs, string? floor, int? end = null)
    {
        (_runs, _floor) = (runs, floor);
        _table = new([.. runs.Select(run => run with
        { Levels = run.AllLevels.Where(level => level.Key.Strategy == floor).ToDictionary() })], floor: null);
        _scatter = new(_table, Basis.Itself, end);
        _numbers = _table.Cases.Index().ToDictionary(each => each.Item, each => each.Index);
    }

    /// <summary>The floor of a case; null for the floor itself, and without one.</summary>
    /// <param name="run">The run with the case.</param>
    /// <param name="floor">The strategy that measures the machine; null without one.</param>
    public static CaseKey? FloorOf(CaseKey @case, ScheduledRun run, string? floor) => floor is null || @case.Strategy == floor ? null
        : run.AllLevels.Keys.FirstOrDefault(other => other.Strategy == floor && other.At.IsWithin(@case.At));

    /// <summary>Whether the machine of the last run, or of the last two or three together, differs from that of the runs before.</summary>
    public bool IsKnown(CaseKey @case) => NumberOf(@case) is { } floor && Enumerable.Range(1, LevelTable.MaxWindow)
        .Any(length => _table.WindowEndingAt(floor, _runs.Count - 1, length) is { } window
            && Canary.HasMoved(_scatter.RatioOf(floor, window, window[0])));

    /// <summary>Whether the machine of a run differs from that of the runs before an earlier one.</summary>
    /// <param name="case">The case.</param>
    /// <param name="run">The index of the run.</param>
    /// <param name="first">The index of the earlier run.</param>
    public bool IsKnownSince(CaseKey @case, int run, int first) =>
        NumberOf(@case) is { } floor && Canary.HasMoved(_scatter.RatioOf(floor, [run], first));

    private int? NumberOf(CaseKey @case) => FloorOf(@case, _runs[^1], _floor) is { } floor ? _numbers[floor] : null;
}
