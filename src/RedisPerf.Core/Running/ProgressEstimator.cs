using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Running;

/// <summary>Estimates a job's progress and remaining time from the durations of the last slices of each case, including
/// preparation and verification.</summary>
/// <param name="cases">The cases that are run.</param>
/// <param name="slicesOf">Number of slices of a run of a case.</param>
/// <param name="rounds">Number of rounds, with those from before an interruption.</param>
/// <param name="budgetSeconds">The time budget of the whole job; null without one.</param>
/// <param name="before">The fraction of the job that was done before an interruption; 0 for a new job.</param>
/// <param name="time">The clock.</param>
/// <param name="profileSeconds">The time that the profile of a case takes in addition to its run; null without profiles.</param>
internal sealed class ProgressEstimator<TCase>(
    IReadOnlyList<TCase> cases, Func<TCase, int> slicesOf, int rounds, double? budgetSeconds, double before, TimeProvider time,
    double? profileSeconds = null)
    where TCase : notnull
{
    /// <summary>The remaining time changes by at most this part of it from one slice to the next, apart from the time that passed: a single
    /// slow slice is rarely typical, and a user plans by the displayed time.</summary>
    private const double MaximumChange = 0.2;

    /// <summary>The median of the durations of a case's last slices, up to this number, is typical for the next ones.</summary>
    private const int Recent = 10;

    private readonly Dictionary<TCase, Queue<double>> _recent = [];
    private (double Seconds, double At)? _left;
    private readonly Dictionary<TCase, int> _runsLeft = cases.ToDictionary(item => item, _ => rounds);
    private readonly Dictionary<TCase, int> _slicesOfRun = [];
    private readonly HashSet<TCase> _profilesLeft = profileSeconds is null ? [] : [.. cases];
    private readonly long _start = time.GetTimestamp();
    private int _done;
    private readonly double _before = before;
    private double _fraction = before;

    // The rest of the budget after the part of the job from before an interruption.
    private readonly double? _budget = budgetSeconds * (1 - before);

    private double Elapsed => time.GetElapsedTime(_start).TotalSeconds;

    /// <summary>A slice of the current run of a case has ended.</summary>
    public void Ended(TCase item, double seconds)
    {
        if (!_recent.TryGetValue(item, out var durations))
        {
            _recent[item] = durations = new();
        }

        durations.Enqueue(seconds);
        if (durations.Count > Recent)
        {
            durations.Dequeue();
        }

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
    public void GiveUp(TCase item)
    {
        _runsLeft.Remove(item);
        _left = null;
    }

    /// <summary>Each case is run in this number of further rounds.</summary>
    public void Extend(int further)
    {
        foreach (var item in _runsLeft.Keys)
        {
            _runsLeft[item] += further;
        }

        _left = null;
    }

    /// <summary>No further run is made, and these cases are profiled.</summary>
    public void EndRounds(IEnumerable<TCase> profiled)
    {
        _runsLeft.Clear();
        _slicesOfRun.Clear();
        _profilesLeft.IntersectWith(profiled);
        _left = null;
    }

    /// <summary>A case has its profile.</summary>
    public void EndProfile(TCase item) => _profilesLeft.Remove(item);

    /// <summary>Whether a further round would end after the time budget.</summary>
    public bool IsBudgetUsed => Elapsed + _runsLeft.Keys.Sum(item => slicesOf(item) * (TypicalOf(item) ?? 0)) > _budget;

    /// <param name="current">What runs now; null when nothing does.</param>
    /// <param name="isDone">Whether no further run follows, also later. A job that was cut can continue.</param>
    public Progress Now(Reason? current, bool isDone = false)
    {
        var total = _done + _runsLeft.Values.Sum();
        if (_recent.Count == 0)
        {
            return new(_done, total, _fraction, null) { Current = current };
        }

        if (_budget is { } budget)
        {
            // It is unknown when the comparisons are decided.
            _fraction = isDone ? 1 : Advance(Math.Min(Elapsed / budget, 1));
            return new(_done, total, _fraction, null) { Current = current };
        }

        var left = LeftNow();

        // A case that took longer than before increases the remaining time; the fraction must not decrease.
        _fraction = Advance(left > 0 ? Math.Min(Elapsed / (Elapsed + left), 1) : 1);
        return new(_done, total, _fraction, left) { Current = current };
    }

    private double? TypicalOf(TCase item) => _recent.TryGetValue(item, out var durations) ? durations.Median() : null;

    // Until each case has a duration, the average of the others is only a guess, which the first durations replace.
    private double LeftNow()
    {
        var average = _recent.Keys.Average(item => TypicalOf(item)!.Value);
        var left = _runsLeft.Sum(entry => Math.Max(0, (entry.Value * slicesOf(entry.Key)) - _slicesOfRun.GetValueOrDefault(entry.Key))
                * (TypicalOf(entry.Key) ?? average))
            + _profilesLeft.Sum(item => (slicesOf(item) * (TypicalOf(item) ?? average)) + profileSeconds!.Value);
        var now = Elapsed;
        if (_left is { } last && left > 0)
        {
            // A part of the time, or one slice when less is left.
            var expected = Math.Max(0, last.Seconds - (now - last.At));
            var change = Math.Max(MaximumChange * expected, _recent.Keys.Max(item => TypicalOf(item)!.Value));
            left = Math.Clamp(left, Math.Max(0, expected - change), expected + change);
        }

        _left = _runsLeft.Keys.All(_recent.ContainsKey) ? (left, now) : null;
        return left;
    }

    // A part of the rest at the start.
    private double Advance(double part) => Math.Max(_fraction, _before + ((1 - _before) * part));
}
