using System.Text;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Payloads;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Calls;

/// <summary>The keys and values of all strategies. Created once per job and shared by its cases.</summary>
public sealed class CallsWorkload
{
    /// <param name="options">The options of the job.</param>
    /// <param name="keyPrefix">Prefix of every key.</param>
    public CallsWorkload(CallsOptions options, string keyPrefix)
    {
        var random = new SplitMix(options.Seed);
        Values = new(
            [.. Enumerable.Range(0, options.Keys).Select(number => (RedisKey)Encoding.ASCII.GetBytes($"{keyPrefix}{number:D7}"))],
            [options.PayloadBytes], ref random);
    }

    /// <summary>The keys and their values, which are loaded before a run.</summary>
    public KeyValues Values { get; }
}
