using System.Diagnostics;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Running;

/// <summary>Estimates a job's progress and remaining time from the last duration of a slice of each case, including preparation and verification.</summary>
internal sealed class Timetable<TCase>(IReadOnlyList<TCase> cases, Func<TCase, int> slicesOf, int rounds, double? budgetSeconds)
    where TCase : notnull
{
    private readonly Dictionary<TCase, double> _lastSeconds = [];
    private readonly Dictionary<TCase, int> _runsLeft = cases.ToDictionary(item => item, _ => rounds);
    private readonly Dictionary<TCase, int> _slicesOfRun = [];
    private readonly long _start = Stopwatch.GetTimestamp();
    private int _done;
    private double _fraction;

    private double Elapsed => Stopwatch.GetElapsedTime(_start).TotalSeconds;

    /// <summary>A slice of the current run of a case has ended.</summary>
    public void Ended(TCase item, double seconds)
    {
        _lastSeconds[item] = seconds;
        _slicesOfRun[item] = _slicesOfRun.GetValueOrDefault(item) + 1;
    }

    /// <summary>The current run of a case has ended, with all its slices or without.</summary>
    public void EndRun(TCase item)
    {
        _slicesOfRun[item] = 0;
        _runsLeft[item]--;
        _done++;
    }

    /// <summary>No further run of this case is made.</summary>
    public void GiveUp(TCase item) => _runsLeft.Remove(item);

    /// <summary>Each case is run in this number of further rounds.</summary>
    public void Extend(int further)
    {
        foreach (var item in _runsLeft.Keys)
        {
            _runsLeft[item] += further;
        }
    }

    /// <summary>Whether a further round would end after the time budget.</summary>
    public bool IsBudgetUsed => Elapsed + _runsLeft.Keys.Sum(item => slicesOf(item) * _lastSeconds.GetValueOrDefault(item)) > budgetSeconds;

    public Progress Now(string? current)
    {
        var total = _done + _runsLeft.Values.Sum();
        if (_lastSeconds.Count == 0)
        {
            return new(_done, total, current, 0, null);
        }

        var typical = _lastSeconds.Values.Average();
        var left = _runsLeft.Sum(entry => Math.Max(0, (entry.Value * slicesOf(entry.Key)) - _slicesOfRun.GetValueOrDefault(entry.Key)) * _lastSeconds.GetValueOrDefault(entry.Key, typical));
        if (budgetSeconds is { } budget)
        {
            // It is unknown when the comparisons are decided.
            _fraction = current is null ? 1 : Math.Max(_fraction, Math.Min(Elapsed / budget, 1));
            return new(_done, total, current, _fraction, null);
        }

        // A case that took longer than the last time increases the remaining time; the fraction must not decrease.
        _fraction = Math.Max(_fraction, left > 0 ? Math.Min(Elapsed / (Elapsed + left), 1) : 1);
        return new(_done, total, current, _fraction, left);
    }
}
