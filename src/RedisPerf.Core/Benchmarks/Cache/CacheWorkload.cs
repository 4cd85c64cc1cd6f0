using System.Buffers.Binary;
using System.Globalization;
using System.Runtime.InteropServices;
using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Benchmarks.Cache;

/// <summary>The keys, the values and the changes of all strategies. Created once per job and shared by its cases. A value begins with the number
/// of its key and its version, each of four bytes; the rest is random, different for each key.</summary>
public sealed class CacheWorkload
{
    /// <summary>A key number, a version, and at least one random word.</summary>
    internal const int MinBytes = 16;

    private const int HeaderBytes = 8;

    /// <summary>Distance of the random bytes of two keys, and the number of different ones.</summary>
    private const int Step = 8;

    private const int Positions = 1 << 16;

    private readonly byte[] _random;
    private readonly string[] _keys;

    /// <param name="options">The options of the job.</param>
    /// <param name="keyPrefix">Prefix of every key.</param>
    public CacheWorkload(CacheOptions options, string keyPrefix)
    {
        (Options, KeyPrefix) = (options, keyPrefix);
        var random = new SplitMix(options.Seed);
        _random = new byte[Positions + options.PayloadBytes];
        foreach (ref var word in MemoryMarshal.Cast<byte, ulong>(_random.AsSpan()))
        {
            word = random.Next();
        }

        _keys = [.. Enumerable.Range(0, options.Keys).Select(NameOf)];
        Changes = new int[options.Changes];
        foreach (ref var key in Changes.AsSpan())
        {
            key = random.Next(0, options.Keys);
        }
    }

    public CacheOptions Options { get; }

    /// <summary>Prefix of every key.</summary>
    public string KeyPrefix { get; }

    /// <summary>The 0-based number of the key of each change, in the order of the changes.</summary>
    internal int[] Changes { get; }

    /// <summary>The names of the first keys, which begin with the prefix. The numbers from <see cref="CacheOptions.Keys"/> on are keys that are
    /// read once.</summary>
    public IEnumerable<string> NamesOf(int count) => Enumerable.Range(0, count).Select(KeyOf);

    /// <summary>The name of a key.</summary>
    /// <param name="number">0-based.</param>
    public string KeyOf(int number) => number < _keys.Length ? _keys[number] : NameOf(number);

    /// <summary>The 0-based number of a key.</summary>
    /// <exception cref="ArgumentException">It is not a key of the work.</exception>
    public int NumberOf(string key) =>
        key.StartsWith(KeyPrefix, StringComparison.Ordinal)
        && int.TryParse(key.AsSpan(KeyPrefix.Length), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number
            : throw new ArgumentException("The source does not have a key of this name.", nameof(key));

    /// <summary>A new array with a value.</summary>
    public byte[] ValueOf(int number, int version)
    {
        var value = new byte[Options.PayloadBytes];
        BinaryPrimitives.WriteInt32LittleEndian(value, number);
        BinaryPrimitives.WriteInt32LittleEndian(value.AsSpan(4), version);
        RestOf(number).CopyTo(value.AsSpan(HeaderBytes));
        return value;
    }

    /// <summary>The version of a value; null when it is not a value of this key.</summary>
    public int? VersionOf(int number, ReadOnlySpan<byte> value) =>
        value.Length == Options.PayloadBytes
        && BinaryPrimitives.ReadInt32LittleEndian(value) == number
        && value[HeaderBytes..].SequenceEqual(RestOf(number))
            ? BinaryPrimitives.ReadInt32LittleEndian(value[4..])
            : null;

    /// <summary>The work of a caller.</summary>
    internal CacheWork CreateWork(CacheSource source) =>
        new(KeyPrefix, TimeSpan.FromSeconds(Options.ExpirySeconds), TimeSpan.FromSeconds(Options.LocalSeconds), source.LoadAsync);

    private ReadOnlySpan<byte> RestOf(int number) =>
        _random.AsSpan((int)((long)number * Step % Positions), Options.PayloadBytes - HeaderBytes);

    private string NameOf(int number) => NumberedKeys.NameOf(KeyPrefix, number);
}
