using System.Globalization;
using System.Text;
using RedisPerf.Core.Payloads;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>
/// What is loaded and what is asked for: <c>keys</c> keys, the numbers from 1 in eight digits behind the job's prefix, each
/// with a value of five digits that its number tells; and the same values in one hash, its fields the eight digits alone.
/// </summary>
public sealed class MgetWorkload
{
    /// <summary>Digits of a key's number, and so the bytes of a hash field's name.</summary>
    public const int NumberBytes = 8;

    public const int ValueBytes = 5;

    /// <summary>The keys that the calls of one run ask for, at most: what is kept of them stays at a few megabytes.</summary>
    private const int NumbersPerCase = 100_000;

    private const int MostLists = 10_000;
    private const string HashName = "hash";

    private readonly byte[] _prefix;

    public MgetWorkload(MgetOptions options, string keyPrefix)
    {
        Options = options;
        _prefix = Encoding.UTF8.GetBytes(keyPrefix);
        Hash = Encoding.UTF8.GetBytes(keyPrefix + HashName);
        LoadedKeys = new(this);
        LoadedHash = new(this);
    }

    public MgetOptions Options { get; }

    /// <summary>The hash that holds the same values.</summary>
    public RedisKey Hash { get; }

    /// <summary>What the strategies that read keys share.</summary>
    public LoadedKeys LoadedKeys { get; }

    /// <summary>What the strategies that read the hash share.</summary>
    public LoadedHash LoadedHash { get; }

    /// <summary>Bytes of a key's name.</summary>
    public int KeyBytes => _prefix.Length + NumberBytes;

    public int HashKeyBytes => _prefix.Length + HashName.Length;

    /// <summary>The key with this number, from 1 on.</summary>
    public RedisKey Key(int number) => (byte[])[.. _prefix, .. Digits(number)];

    /// <summary>The field with this number, from 1 on.</summary>
    public static RedisValue Field(int number) => Digits(number);

    /// <summary>The value that a number has: neighbours differ, and no number is its own value.</summary>
    public static int Value(int number) => 10_000 + (int)(number * 7_919L % 90_000);

    /// <summary>
    /// Random lists of numbers, for the calls of a run in turn: the same for each strategy and each run, by the option
    /// <c>seed</c> alone. A number may be in a list twice.
    /// </summary>
    /// <param name="keysPerCall">Numbers in each.</param>
    public int[][] Lists(int keysPerCall)
    {
        var random = new SplitMix(unchecked(Options.Seed + keysPerCall));
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

    /// <summary>How many different lists a run goes through in turn: as many as make 100 000 keys, 10 000 at most.</summary>
    public static int ListCount(int keysPerCall) => Math.Clamp(NumbersPerCase / keysPerCall, 1, MostLists);

    private static byte[] Digits(int number) => Encoding.ASCII.GetBytes(number.ToString("D8", CultureInfo.InvariantCulture));
}
