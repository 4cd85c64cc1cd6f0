using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Payloads;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.SetWithExpiry;

/// <summary>The keys and values of all strategies. Created once per job and shared by its cases.</summary>
public sealed class SetWithExpiryWorkload
{
    /// <param name="options">The options of the job.</param>
    /// <param name="keyPrefix">Prefix of every key.</param>
    /// <param name="values">The user's own values; null for generated values.</param>
    /// <param name="share">The share of this node; default: all keys.</param>
    public SetWithExpiryWorkload(SetWithExpiryOptions options, string keyPrefix, IReadOnlyList<byte[]>? values = null, WorkShare? share = null)
    {
        var part = share ?? WorkShare.Whole;
        Expiry = TimeSpan.FromSeconds(options.ExpirySeconds);
        var random = new SplitMix(part.SeedOf(options.Seed));
        var keys = NumberedKeys.Of(keyPrefix, part.FirstOf(options.Items), part.PartOf(options.Items));
        Values = KeyValues.Of(options, keys, values, ref random);
        Pairs = [.. keys.Select((key, number) => KeyValuePair.Create(key, (RedisValue)Values.Written(number)))];
        PayloadBytes = Pairs.Sum(pair => pair.Value.Length());
    }

    /// <summary>The expiry of each key.</summary>
    public TimeSpan Expiry { get; }

    /// <summary>The keys and values in the order of writing.</summary>
    public IReadOnlyList<KeyValuePair<RedisKey, RedisValue>> Pairs { get; }

    /// <summary>The keys and values for the verification.</summary>
    public KeyValues Values { get; }

    /// <summary>The bytes of all values.</summary>
    public long PayloadBytes { get; }
}
