using System.Diagnostics;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Running;

/// <summary>Estimates a job's progress and remaining time from the last duration of each case, including preparation and verification.</summary>
internal sealed class Timetable<TCase>(IReadOnlyList<TCase> cases, int rounds)
    where TCase : notnull
{
    private readonly Dictionary<TCase, double> _lastSeconds = [];
    private readonly Dictionary<TCase, int> _left = cases.ToDictionary(item => item, _ => rounds);
    private readonly long _start = Stopwatch.GetTimestamp();
    private int _done;
    private double _fraction;

    /// <summary>Runs still to come, ended ones and those of given-up cases left out.</summary>
    private int Left => _left.Values.Sum();

    public void Ended(TCase item, double seconds)
    {
        _lastSeconds[item] = seconds;
        _left[item]--;
        _done++;
    }

    /// <summary>No further run of this case is made.</summary>
    public void GiveUp(TCase item) => _left[item] = 0;

    public Progress Now(string? current)
    {
        var total = _done + Left;
        if (_lastSeconds.Count == 0)
        {
            return new(_done, total, current, 0, null);
        }

        var typical = _lastSeconds.Values.Average();
        var left = _left.Sum(entry => entry.Value * _lastSeconds.GetValueOrDefault(entry.Key, typical));
        var elapsed = Stopwatch.GetElapsedTime(_start).TotalSeconds;
        // A case that took longer than the last time increases the remaining time; the fraction must not decrease.
        _fraction = Math.Max(_fraction, left > 0 ? Math.Min(elapsed / (elapsed + left), 1) : 1);
        return new(_done, total, current, _fraction, left);
    }
}
