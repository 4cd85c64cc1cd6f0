using System.Text;
using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Payloads;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>The data of all strategies: <c>items</c> keys with a small value each, and one counter. Created once per job and
/// shared by its cases.</summary>
public sealed class PipeliningWorkload
{
    /// <summary>A prime, so that adjacent values differ for all batch sizes. More values would only take memory.</summary>
    private const int DistinctValues = 997;

    /// <param name="options">The options of the job.</param>
    /// <param name="keyPrefix">Prefix of every key.</param>
    /// <param name="share">The share of this node; default: all writes.</param>
    public PipeliningWorkload(PipeliningOptions options, string keyPrefix, WorkShare? share = null)
    {
        Options = options;
        Share = share ?? WorkShare.Whole;
        Counter = Encoding.UTF8.GetBytes($"{Share.PrefixOf(keyPrefix)}counter");
        var random = new SplitMix(options.Seed);
        var values = new RedisValue[DistinctValues];
        foreach (ref var value in values.AsSpan())
        {
            value = Value(ref random, options.PayloadBytes);
        }

        var first = Share.FirstOf(options.Items);
        Pairs = [.. NumberedKeys.Of(keyPrefix, first, Share.PartOf(options.Items))
            .Select((key, index) => KeyValuePair.Create(key, values[(first + index) % DistinctValues]))];
    }

    public PipeliningOptions Options { get; }

    /// <summary>The share of this node. It has its own counter.</summary>
    public WorkShare Share { get; }

    /// <summary>All keys with their values, in the order of writing.</summary>
    public IReadOnlyList<KeyValuePair<RedisKey, RedisValue>> Pairs { get; }

    /// <summary>The keys and values for strategies of the public contract.</summary>
    public PipeliningWork Work =>
        field ??= new([.. Pairs.Select(pair => KeyValuePair.Create<byte[], byte[]>((byte[])pair.Key!, (byte[])pair.Value!))]);

    /// <summary>The key that is incremented.</summary>
    public RedisKey Counter { get; }

    /// <summary>Increments in a run.</summary>
    public int Increments => Share.PartOf(Options.Increments);

    private static RedisValue Value(ref SplitMix random, int bytes)
    {
        var value = new byte[bytes];
        random.Hex(value);
        return value;
    }
}
