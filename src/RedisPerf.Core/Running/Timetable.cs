using System.Diagnostics;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Running;

/// <summary>Estimates a job's progress and remaining time from the last duration of a slice of each case, including preparation and verification.</summary>
internal sealed class Timetable<TCase>(IReadOnlyList<TCase> cases, Func<TCase, int> slicesOf, int rounds)
    where TCase : notnull
{
    private readonly Dictionary<TCase, double> _lastSeconds = [];
    private readonly Dictionary<TCase, int> _runsLeft = cases.ToDictionary(item => item, _ => rounds);
    private readonly Dictionary<TCase, int> _slicesOfRun = [];
    private readonly long _start = Stopwatch.GetTimestamp();
    private int _done;
    private double _fraction;

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
    public void GiveUp(TCase item) => _runsLeft[item] = 0;

    public Progress Now(string? current)
    {
        var total = _done + _runsLeft.Values.Sum();
        if (_lastSeconds.Count == 0)
        {
            return new(_done, total, current, 0, null);
        }

        var typical = _lastSeconds.Values.Average();
        var left = _runsLeft.Sum(entry => Math.Max(0, (entry.Value * slicesOf(entry.Key)) - _slicesOfRun.GetValueOrDefault(entry.Key)) * _lastSeconds.GetValueOrDefault(entry.Key, typical));
        var elapsed = Stopwatch.GetElapsedTime(_start).TotalSeconds;
        // A case that took longer than the last time increases the remaining time; the fraction must not decrease.
        _fraction = Math.Max(_fraction, left > 0 ? Math.Min(elapsed / (elapsed + left), 1) : 1);
        return new(_done, total, current, _fraction, left);
    }
}
