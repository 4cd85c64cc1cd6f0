using System.Globalization;
using System.Text;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Payloads;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>The data that is loaded and read: <c>keys</c> keys, with the job's prefix and eight digits from 1 on, each with a value of five
/// digits that depends on its number; and the same values in one hash, whose field names are the eight digits.</summary>
public sealed class MgetWorkload
{
    /// <summary>Digits of a key's number, and the length of a field name in bytes.</summary>
    public const int NumberBytes = 8;

    public const int ValueBytes = 5;

    /// <summary>Maximum number of keys in the lists of one run, which limits them to a few megabytes.</summary>
    private const int NumbersPerCase = 100_000;

    /// <summary>Number of hash tags: enough to use all shards of a small cluster about equally. All have two digits.</summary>
    internal const int Tags = 100;

    private const int MaxLists = 10_000;
    private const string HashName = "hash";

    private readonly byte[] _prefix;

    /// <param name="options">The options of the job.</param>
    /// <param name="keyPrefix">Prefix of every key.</param>
    /// <param name="share">The share of this node; default: all calls.</param>
    public MgetWorkload(MgetOptions options, string keyPrefix, WorkShare? share = null)
    {
        Options = options;
        Share = share ?? WorkShare.Whole;
        _prefix = Encoding.UTF8.GetBytes(keyPrefix);
        Hash = Encoding.UTF8.GetBytes(keyPrefix + HashName);
        LoadedKeys = new(this, Key);
        LoadedTaggedKeys = new(this, TaggedKey);
        LoadedHash = new(this);
    }

    public MgetOptions Options { get; }

    /// <summary>The share of this node. All nodes read the same data, with their own lists.</summary>
    public WorkShare Share { get; }

    /// <summary>The key of the hash with the same values.</summary>
    public RedisKey Hash { get; }

    /// <summary>The data of the strategies that read keys.</summary>
    public LoadedKeys LoadedKeys { get; }

    /// <summary>The data of the strategies that read keys with hash tags.</summary>
    public LoadedKeys LoadedTaggedKeys { get; }

    /// <summary>The data of the strategies that read the hash.</summary>
    public LoadedHash LoadedHash { get; }

    /// <summary>Length of a key in bytes.</summary>
    public int KeyBytes => _prefix.Length + NumberBytes;

    public int HashKeyBytes => _prefix.Length + HashName.Length;

    /// <summary>The key with this 1-based number.</summary>
    public RedisKey Key(int number) => (byte[])[.. _prefix, .. Digits(number)];

    /// <summary>Length of a key with a hash tag in bytes.</summary>
    public int TaggedKeyBytes => KeyBytes + "{00}".Length;

    /// <summary>The key with this 1-based number and a hash tag. Keys with the same remainder of their number have the same tag, and with
    /// it the same hash slot.</summary>
    public RedisKey TaggedKey(int number) =>
        (byte[])[.. _prefix, .. Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{{{(number - 1) % Tags:D2}}}")),
            .. Digits(number)];

    /// <summary>The field with this 1-based number.</summary>
    public static RedisValue Field(int number) => Digits(number);

    /// <summary>The value of a number. Adjacent numbers have different values, and no value is equal to its number.</summary>
    public static int Value(int number) => 10_000 + (int)(number * 7_919L % 90_000);

    /// <summary>Random lists of numbers, which the calls of a run use in rotation. They depend only on the option <c>seed</c> and on the
    /// node, so that they are the same for each strategy and run. A list can contain a number twice.</summary>
    /// <param name="keysPerCall">Numbers in each list.</param>
    public int[][] Lists(int keysPerCall)
    {
        var random = new SplitMix(Share.SeedOf(unchecked(Options.Seed + keysPerCall)));
        var lists = new int[ListCount(keysPerCall)][];
        for (var list = 0; list < lists.Length; list++)
        {
            lists[list] = new int[keysPerCall];
            for (var at = 0; at < keysPerCall; at++)
            {
                lists[list][at] = random.Next(1, Options.Keys + 1);
            }
        }

        return lists;
    }

    /// <summary>The same lists, in which the keys of a list have the same hash tag.</summary>
    public int[][] TaggedLists(int keysPerCall)
    {
        var (lists, tags) = (Lists(keysPerCall), Math.Min(Tags, Options.Keys));
        foreach (var (index, list) in lists.Index())
        {
            foreach (ref var number in list.AsSpan())
            {
                var tagged = ((number - 1) / tags * tags) + (index % tags) + 1;
                number = tagged <= Options.Keys ? tagged : tagged - tags;
            }
        }

        return lists;
    }

    /// <summary>Number of distinct lists of a run: up to 100,000 keys in total, at most 10,000 lists.</summary>
    public static int ListCount(int keysPerCall) => Math.Clamp(NumbersPerCase / keysPerCall, 1, MaxLists);

    private static byte[] Digits(int number) => Encoding.ASCII.GetBytes(number.ToString("D8", CultureInfo.InvariantCulture));
}
