using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Benchmarks.Cache;

/// <summary>Draws the keys of a caller.</summary>
internal sealed class CacheKeys(CacheOptions options, int caller)
{
    // A prime number, so that neighboring seeds of a user share no caller's keys.
    private SplitMix _random = new(unchecked(options.Seed + ((caller + 1) * 7919)));

    /// <summary>The 0-based number of the next key; null for a key that is read once.</summary>
    public int? Next() => _random.Next(0, 100) < options.MissShare ? null : _random.Next(0, options.Keys);
}
