using System.Diagnostics;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Running;

/// <summary>Estimates a job's progress and remaining time from the last duration of a slice of each case, including
/// preparation and verification.</summary>
/// <param name="cases">The cases that are run.</param>
/// <param name="slicesOf">Number of slices of a run of a case.</param>
/// <param name="rounds">Number of rounds, with those from before an interruption.</param>
/// <param name="budgetSeconds">The time budget of the whole job; null without one.</param>
/// <param name="before">The fraction of the job that was done before an interruption; 0 for a new job.</param>
internal sealed class ProgressEstimator<TCase>(
    IReadOnlyList<TCase> cases, Func<TCase, int> slicesOf, int rounds, double? budgetSeconds, double before)
    where TCase : notnull
{
    private readonly Dictionary<TCase, double> _lastSeconds = [];
    private readonly Dictionary<TCase, int> _runsLeft = cases.ToDictionary(item => item, _ => rounds);
    private readonly Dictionary<TCase, int> _slicesOfRun = [];
    private readonly long _start = Stopwatch.GetTimestamp();
    private int _done;
    private readonly double _before = before;
    private double _fraction = before;

    // The rest of the budget after the part of the job from before an interruption.
    private readonly double? _budget = budgetSeconds * (1 - before);

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
    public bool IsBudgetUsed => Elapsed + _runsLeft.Keys.Sum(item => slicesOf(item) * _lastSeconds.GetValueOrDefault(item)) > _budget;

    /// <param name="current">What runs now; null when nothing does.</param>
    /// <param name="isDone">Whether no further run follows, also later. A job that was cut can continue.</param>
    public Progress Now(Reason? current, bool isDone = false)
    {
        var total = _done + _runsLeft.Values.Sum();
        if (_lastSeconds.Count == 0)
        {
            return new(_done, total, _fraction, null) { Current = current };
        }

        var typical = _lastSeconds.Values.Average();
        var left = _runsLeft.Sum(entry => Math.Max(0, (entry.Value * slicesOf(entry.Key)) - _slicesOfRun.GetValueOrDefault(entry.Key))
            * _lastSeconds.GetValueOrDefault(entry.Key, typical));
        if (_budget is { } budget)
        {
            // It is unknown when the comparisons are decided.
            _fraction = isDone ? 1 : Advance(Math.Min(Elapsed / budget, 1));
            return new(_done, total, _fraction, null) { Current = current };
        }

        // A case that took longer than the last time increases the remaining time; the fraction must not decrease.
        _fraction = Advance(left > 0 ? Math.Min(Elapsed / (Elapsed + left), 1) : 1);
        return new(_done, total, _fraction, left) { Current = current };
    }

    // A part of the rest at the start.
    private double Advance(double part) => Math.Max(_fraction, _before + ((1 - _before) * part));
}
