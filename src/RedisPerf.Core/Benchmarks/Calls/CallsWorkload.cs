using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Benchmarks.Calls;

/// <summary>The keys and values of all strategies. Created once per job and shared by its cases.</summary>
public sealed class CallsWorkload
{
    /// <param name="options">The options of the job.</param>
    /// <param name="keyPrefix">Prefix of every key.</param>
    public CallsWorkload(CallsOptions options, string keyPrefix)
    {
        var random = new SplitMix(options.Seed);
        Values = new(NumberedKeys.Of(keyPrefix, 0, options.Keys), [options.PayloadBytes], ref random);
    }

    /// <summary>The keys and their values, which are loaded before a run.</summary>
    public KeyValues Values { get; }
}
