namespace RedisPerf.Core.Running;

/// <summary>Sums the times without a reply while this process was idle, from the number of replies at short intervals. All times count from
/// the start of the work.</summary>
internal sealed class StallWatch
{
    /// <summary>The time between two observations.</summary>
    public static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(50);

    /// <summary>A shorter silence is usual: two observations.</summary>
    private static readonly TimeSpan Min = TimeSpan.FromMilliseconds(100);

    /// <summary>A silence of this length is reported however long the work takes, and so is a process that was stopped.</summary>
    private static readonly TimeSpan Long = TimeSpan.FromMilliseconds(500);

    /// <summary>Shorter ones are reported when they take more than this share of the work.</summary>
    private const double Share = 0.1;

    /// <summary>This process is idle when it uses less than this share of a core.</summary>
    private const double IdleShare = 0.25;

    /// <summary>A stall is longer than this number of mean times between two replies.</summary>
    private const double UsualTimes = 20;

    /// <summary>A slow link delivers many replies at once. A stall is longer than this number of median times between two arrivals.</summary>
    private const double UsualArrivals = 3;

    private readonly List<TimeSpan> _silences = [];

    // The times between two observations of new replies.
    private readonly List<TimeSpan> _arrivals = [];
    private readonly long _first;
    private long _replies;
    private TimeSpan _since;
    private TimeSpan _cpu;
    private TimeSpan _observed;
    private TimeSpan _counted;
    private TimeSpan _silence;

    /// <param name="replies">The number of replies at the start.</param>
    /// <param name="cpu">The CPU time of this process at the start.</param>
    public StallWatch(long replies, TimeSpan cpu)
    {
        _first = _replies = replies;
        _cpu = cpu;
    }

    /// <summary>When the last new reply was observed.</summary>
    public TimeSpan Since => _since;

    /// <summary>Observes the number of replies.</summary>
    public void Observe(TimeSpan now, long replies, TimeSpan cpu)
    {
        var (step, before) = (now - _observed, _observed);
        _observed = now;
        if (replies != _replies)
        {
            // A process that was stopped reads a few replies before it observes them: fewer than half the usual number for this step.
            var wasStopped =
                step >= Long && IsIdle(now, cpu) && (replies - _replies) * before.TotalSeconds < (_replies - _first) * step.TotalSeconds / 2;
            _silences.Add(wasStopped ? _counted + step : _silence);
            _arrivals.Add(now - _since);
            (_replies, _since, _cpu, _counted, _silence) = (replies, now, cpu, TimeSpan.Zero, TimeSpan.Zero);
            return;
        }

        // A late observation: this process waited for a core, and so did the thread that reads the replies.
        _counted += step < 2 * Interval || step >= Long ? step : TimeSpan.Zero;
        _silence = IsIdle(now, cpu) ? _counted : _silence;
    }

    /// <summary>The sum of the stalls, each to about 50 ms below. Zero when replies usually take this long, as on a slow link, and when
    /// they are too short for the work.</summary>
    /// <param name="end">When the work ended.</param>
    /// <param name="replies">The number of replies at the end.</param>
    public TimeSpan Sum(TimeSpan end, long replies)
    {
        if (replies <= _first)
        {
            return TimeSpan.Zero;
        }

        var silences = _silences.Append(replies == _replies ? TimeSpan.Zero : _silence).Where(silence => silence >= Min).OrderDescending().ToArray();
        var arrivals = _arrivals.Append(end - _since).Order().ToArray();
        var sum = TimeSpan.Zero;
        for (var stalls = 0; stalls < silences.Length; stalls++)
        {
            var max = silences[stalls];
            var others = arrivals.Length - stalls - 1;
            var usualArrival = others > 0 ? arrivals[(others - 1) / 2] : TimeSpan.Zero;
            if (max <= (end - sum - max) / (replies - _first) * UsualTimes || max <= usualArrival * UsualArrivals)
            {
                break;
            }

            sum += max;
        }

        return sum > TimeSpan.Zero && (silences[0] >= Long || sum > end * Share) ? sum : TimeSpan.Zero;
    }

    private bool IsIdle(TimeSpan now, TimeSpan cpu) => cpu - _cpu < (now - _since) * IdleShare;
}
