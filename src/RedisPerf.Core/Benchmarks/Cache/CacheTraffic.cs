using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Benchmarks.Cache;

/// <summary>Calls of a run.</summary>
/// <param name="Reads">Reads of the callers.</param>
/// <param name="Loads">Reads of the source.</param>
/// <param name="Changes">Changes of values.</param>
public readonly record struct CacheCalls(long Reads, long Loads, long Changes);

/// <summary>The traffic of a run.</summary>
public static class CacheTraffic
{
    /// <summary>A GET for each read, and the values with an expiry in whole seconds, which the client sends as SETEX.</summary>
    public static Traffic OfGets(CacheWorkload workload, CacheCalls calls)
    {
        var (key, options) = (workload.KeyOf(0).Length, workload.Options);
        var (sets, unlinks) = options.OnChange == CacheChange.Set ? (calls.Loads + calls.Changes, 0) : (calls.Loads, calls.Changes);
        return Traffic.Of(
            (calls.Reads * RespLength.Command("GET".Length, key))
                + (sets * RespLength.Command("SETEX".Length, key, RespLength.Digits(options.ExpirySeconds), options.PayloadBytes))
                + (unlinks * RespLength.Command("UNLINK".Length, key)),
            ("get", calls.Reads),
            ("setex", sets),
            ("unlink", unlinks));
    }
}
