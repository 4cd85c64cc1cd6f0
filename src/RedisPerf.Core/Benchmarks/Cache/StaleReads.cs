namespace RedisPerf.Core.Benchmarks.Cache;

/// <summary>Detects stale reads. A read is stale when it starts after a change of its key was acknowledged and returns an earlier version. Its age is
/// the time from the acknowledgement of the first change that it misses to its start. One thread records the changes; any thread reads.</summary>
internal sealed class StaleReads
{
    // By key, the time of the acknowledgement of each version, from version 1 on.
    private readonly long[][] _times;
    private readonly int[] _acknowledged;

    /// <param name="keys">Number of keys that change.</param>
    /// <param name="changes">The 0-based key of each change that can come.</param>
    public StaleReads(int keys, IEnumerable<int> changes)
    {
        var counts = new int[keys];
        foreach (var key in changes)
        {
            counts[key]++;
        }

        (_times, _acknowledged) = (Array.ConvertAll(counts, count => new long[count]), new int[keys]);
    }

    /// <summary>The version that a read must return, or a later one, when it starts now. Keys without changes have version 0.</summary>
    public int Expected(int key) => key < _acknowledged.Length ? Volatile.Read(ref _acknowledged[key]) : 0;

    /// <summary>The next version of a key is acknowledged.</summary>
    /// <param name="now">The time, in any unit.</param>
    public void Acknowledge(int key, long now)
    {
        var version = _acknowledged[key];
        _times[key][version] = now;
        Volatile.Write(ref _acknowledged[key], version + 1);
    }

    /// <summary>The age of a stale read; null for a read that is not stale.</summary>
    /// <param name="expected">What <see cref="Expected"/> returned before the read.</param>
    /// <param name="start">The time at which the read started, in the unit of the acknowledgements.</param>
    public long? AgeOf(int key, int expected, int version, long start) => version < expected ? start - _times[key][version] : null;
}
