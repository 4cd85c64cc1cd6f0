namespace RedisPerf.Core.Statistics;

/// <summary>The highest rate at which an objective holds, from probes at single rates. The rate doubles until a probe misses, or halves until
/// one holds; then the interval between both is halved. Each end is confirmed: the probes at its rate that agree are at least two more than
/// the others. Probes that disagree are repeated. The next rate depends on the earlier probes only, so a search can continue at any time.</summary>
/// <param name="first">The rate of the first probe.</param>
/// <param name="min">The lowest rate of a probe.</param>
/// <param name="max">The highest rate of a probe.</param>
public sealed class RateSearch(int first, int min, int max)
{
    /// <summary>The search narrows the interval until its upper end is at most this factor of its lower end.</summary>
    public const double Resolution = 1 + (1.0 / 16);

    /// <summary>By how many the probes at an end that agree are more than the others.</summary>
    public const int Confirmations = 2;

    /// <summary>With more probes at one rate that disagree, the server or the machine is not steady.</summary>
    private const int MaxAtRate = 5;

    /// <summary>The result of the probes so far, in their order.</summary>
    public RateSearchResult Find(IReadOnlyList<(int Rate, ProbeOutcome Outcome)> probes)
    {
        Level[] levels = [.. probes.GroupBy(probe => probe.Rate, (rate, all) => new Level(rate, [.. all.Select(probe => probe.Outcome)]))
            .OrderBy(level => level.Rate)];
        if (levels.Length == 0)
        {
            return new(Math.Clamp(first, min, max), null, null, null);
        }

        var (low, high) = (levels.LastOrDefault(level => level.Holds), levels.FirstOrDefault(level => level.IsOver));
        var result = new RateSearchResult(null, null, low?.Rate, high?.Rate);
        var doubtful = levels.Where(level => (level.Rate <= low?.Rate && !level.Holds) || (level.Rate >= high?.Rate && !level.IsOver)).ToArray();
        if (doubtful.Length > 0)
        {
            return doubtful.Where(level => level.Count < MaxAtRate).OrderBy(level => level.Count).ThenBy(level => level.Rate).FirstOrDefault()
                is { } repeated ? result with { Next = repeated.Rate } : result with { End = SearchEnd.Unsteady };
        }

        if (low is null)
        {
            return levels[0] is var lowest && lowest.Rate > min ? result with { Next = Math.Max(min, lowest.Rate / 2) }
                : lowest.Count < Confirmations ? result with { Next = lowest.Rate }
                : result with { End = lowest.IsOfGenerator ? SearchEnd.Generator : SearchEnd.BelowLowest };
        }

        if (high is null)
        {
            return levels[^1] is var top && top.Rate < max ? result with { Next = (int)Math.Min(max, 2L * top.Rate) }
                : top.Count < Confirmations ? result with { Next = top.Rate }
                : result with { End = top.Holds ? SearchEnd.AboveHighest : SearchEnd.Unsteady };
        }

        // Between the ends may be rates whose probes are too close to the objective.
        var (above, below) = (levels.First(level => level.Rate > low.Rate).Rate, levels.Last(level => level.Rate < high.Rate).Rate);
        var (from, to) = (double)above / low.Rate >= (double)high.Rate / below ? (low.Rate, above) : (below, high.Rate);
        if (to > Math.Max(from * Resolution, from + 1))
        {
            return result with { Next = Middle(from, to) };
        }

        // A disturbed probe must not widen the interval.
        if (high.Rate > low.Rate * Resolution
            && Array.Find(levels, level => level.Rate > low.Rate && level.Rate < high.Rate && level.IsMixed && level.Count < MaxAtRate) is { } mixed)
        {
            return result with { Next = mixed.Rate };
        }

        // The ends alternate.
        var open = new[] { low, high }.Where(level => !level.IsConfirmed)
            .OrderBy(level => level.Count).ThenBy(level => level.Rate == probes[^1].Rate).FirstOrDefault();
        return open is null ? result with { End = high.IsOfGenerator ? SearchEnd.Generator : SearchEnd.Found }
            : open.Count < MaxAtRate ? result with { Next = open.Rate }
            : result with { End = SearchEnd.Unsteady };
    }

    // With three digits, as a user would choose it.
    private static int Middle(int from, int to)
    {
        var middle = (from + to) / 2;
        var step = (int)Math.Pow(10, Math.Max(0, Math.Floor(Math.Log10(middle)) - 2));
        return middle / step * step is var rounded && rounded > from ? rounded : middle;
    }

    /// <summary>The probes at one rate.</summary>
    private sealed record Level(int Rate, ProbeOutcome[] Outcomes)
    {
        public int Count => Outcomes.Length;

        public bool Holds => 2 * CountOf(ProbeOutcome.Held) > Count;

        public bool IsOver => 2 * (CountOf(ProbeOutcome.Missed) + CountOf(ProbeOutcome.Generator)) > Count;

        public bool IsMixed => Outcomes.Contains(ProbeOutcome.Held) && Outcomes.Any(each => each is ProbeOutcome.Missed or ProbeOutcome.Generator);

        public bool IsOfGenerator => CountOf(ProbeOutcome.Generator) > CountOf(ProbeOutcome.Missed);

        public bool IsConfirmed => Holds
            ? Lead(CountOf(ProbeOutcome.Held)) >= Confirmations
            : Lead(CountOf(ProbeOutcome.Missed) + CountOf(ProbeOutcome.Generator)) >= Confirmations
                && CountOf(ProbeOutcome.Missed) != CountOf(ProbeOutcome.Generator);

        // The number of probes that agree, without one for each other probe.
        private int Lead(int agreeing) => agreeing - (Count - agreeing);

        private int CountOf(ProbeOutcome outcome) => Outcomes.Count(each => each == outcome);
    }
}

/// <summary>What a probe shows.</summary>
public enum ProbeOutcome
{
    /// <summary>The objective holds, with the confidence of the probe.</summary>
    Held,

    /// <summary>It does not, with the same confidence.</summary>
    Missed,

    /// <summary>The figures are too close to the objective for their number of operations.</summary>
    Close,

    /// <summary>The objective does not hold, and the generator was late or busy: the server may hold it.</summary>
    Generator,
}

/// <summary>The state of a search.</summary>
/// <param name="Next">The rate of the next probe; null at the end of the search.</param>
/// <param name="End">Why it ended; null before.</param>
/// <param name="Low">The highest rate at which the objective holds; null when it is unknown.</param>
/// <param name="High">The lowest rate at which it does not; null when it is unknown.</param>
public sealed record RateSearchResult(int? Next, SearchEnd? End, int? Low, int? High);

/// <summary>Why a search ended.</summary>
public enum SearchEnd
{
    /// <summary>Both ends of the interval are confirmed.</summary>
    Found,

    /// <summary>The generator is the limit.</summary>
    Generator,

    /// <summary>The objective does not hold at the lowest rate.</summary>
    BelowLowest,

    /// <summary>The objective holds at the highest rate.</summary>
    AboveHighest,

    /// <summary>Probes at the same rate disagree.</summary>
    Unsteady,
}
