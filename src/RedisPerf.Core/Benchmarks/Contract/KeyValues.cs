using System.Collections;
using System.Globalization;
using System.Runtime.InteropServices;
using RedisPerf.Abstractions;
using RedisPerf.Core.Payloads;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>String keys of which each has two values: the one that is loaded before a run, and the one that a run writes.</summary>
public sealed class KeyValues
{
    /// <summary>From eight bytes on, two generated values that must differ do not agree by chance.</summary>
    internal const int MinBytes = 8;

    internal const int MaxBytes = 1 << 20;

    /// <summary>A prime: the number of positions of a value in the random bytes. More would only take memory.</summary>
    private const int Positions = 65_521;

    /// <summary>Bytes between the positions of the two values of a key.</summary>
    private const int Step = 31;

    private const int WindowBytes = 4 << 20;

    /// <summary>Keys in one command of the verification; fewer with large values.</summary>
    private const int KeysPerCommand = 1_000;

    private readonly byte[] _random = [];
    private readonly IReadOnlyList<int> _sizes = [];

    // The values of a user; null for generated values.
    private readonly IReadOnlyList<byte[]>? _own;

    /// <param name="keys">The keys, of the same length.</param>
    /// <param name="sizes">The sizes of the values in bytes, which the keys use in rotation.</param>
    /// <param name="random">The source of the values.</param>
    internal KeyValues(IReadOnlyList<RedisKey> keys, IReadOnlyList<int> sizes, ref SplitMix random)
    {
        (Keys, KeyBytes, _sizes) = (keys, ((byte[]?)keys[0])!.Length, sizes);
        _random = new byte[Positions + sizes.Max()];
        foreach (ref var word in MemoryMarshal.Cast<byte, ulong>(_random.AsSpan()))
        {
            word = random.Next();
        }
    }

    /// <param name="keys">The keys, of the same length.</param>
    /// <param name="values">The values of a user. Each key is loaded with a value in rotation, and a run writes the next one, so both have
    /// the sizes of the user. Where two successive values are the same, a run does not change the key.</param>
    internal KeyValues(IReadOnlyList<RedisKey> keys, IReadOnlyList<byte[]> values) =>
        (Keys, KeyBytes, _own) = (keys, ((byte[]?)keys[0])!.Length, values);

    /// <summary>The values of a user, or generated values of the sizes of the options.</summary>
    /// <param name="keys">The keys, of the same length.</param>
    /// <param name="own">The values of a user; null for generated values.</param>
    /// <param name="random">The source of generated values.</param>
    internal static KeyValues Of(KeyValueOptions options, IReadOnlyList<RedisKey> keys, IReadOnlyList<byte[]>? own, ref SplitMix random) =>
        own is null ? new(keys, options.SizesOfValues?.Rotation(options.Seed) ?? [options.PayloadBytes], ref random) : new(keys, own);

    public IReadOnlyList<RedisKey> Keys { get; }

    /// <summary>The length of each key in bytes.</summary>
    public int KeyBytes { get; }

    /// <summary>The value of a key before a run.</summary>
    /// <param name="key">The 0-based number of the key.</param>
    public ReadOnlyMemory<byte> Loaded(int key) => _own is null ? Generated(key, 2L * key) : _own[key % _own.Count];

    /// <summary>The value of a key after a run has written it.</summary>
    /// <param name="key">The 0-based number of the key.</param>
    public ReadOnlyMemory<byte> Written(int key) => _own is null ? Generated(key, (2L * key) + 1) : _own[(key + 1) % _own.Count];

    /// <summary>The value of a key before or after a run has written it.</summary>
    public ReadOnlyMemory<byte> Of(int key, bool isWritten) => isWritten ? Written(key) : Loaded(key);

    /// <summary>Whether a value that was read is the one of a key before or after a run has written it.</summary>
    public bool Has(int key, bool isWritten, RedisValue value)
    {
        ReadOnlyMemory<byte> bytes = value;
        return !value.IsNull && bytes.Span.SequenceEqual(Of(key, isWritten).Span);
    }

    /// <summary>Whether a value is one of the two of a key, for reads that a write may or may not precede.</summary>
    public bool HasAny(int key, RedisValue value) => Has(key, isWritten: false, value) || Has(key, isWritten: true, value);

    /// <summary>Writes the loaded value of each key.</summary>
    public async Task LoadAsync(IDatabase database, CancellationToken ct)
    {
        var window = new InFlightWindow(WindowBytes);
        foreach (var (number, key) in Keys.Index())
        {
            var value = Loaded(number);
            await window.AddAsync(database.StringSetAsync(key, value), value.Length + KeyBytes, ct);
        }

        await window.DrainAsync(ct);
    }

    /// <summary>Reads all keys back.</summary>
    /// <param name="database">A new connection.</param>
    /// <param name="written">The keys that the run wrote, by their numbers.</param>
    /// <exception cref="VerificationException">A value differs.</exception>
    public async Task VerifyAsync(IDatabase database, BitArray written, CancellationToken ct)
    {
        for (var first = 0; first < Keys.Count;)
        {
            var numbers = Enumerable.Range(first, CountWithin(WindowBytes, first, written)).ToArray();
            var values = await database.GetManyAsync(Array.ConvertAll(numbers, number => Keys[number])).WaitAsync(ct);
            foreach (var (number, value) in numbers.Zip(values))
            {
                if (!Has(number, written[number], value))
                {
                    throw Wrong(number, value, "the value of this key");
                }
            }

            first += numbers.Length;
        }
    }

    /// <summary>The failure for an unexpected value. It has no content, only the size.</summary>
    /// <param name="key">The 0-based number of the key.</param>
    /// <param name="expected">The expected value, in words.</param>
    public static VerificationException Wrong(int key, RedisValue value, string expected)
    {
        var name = string.Create(CultureInfo.InvariantCulture, $"The value of {key:D7}");
        return value.IsNull
            ? VerificationException.Missing(name)
            : VerificationException.ValueDiffers(name, string.Create(CultureInfo.InvariantCulture, $"{value.Length():N0} bytes"), expected);
    }

    // The number of keys, from one on, whose values have together at most a number of bytes; at least 1.
    private int CountWithin(int maxBytes, int first, BitArray written)
    {
        var (count, bytes) = (0, 0L);
        while (count < KeysPerCommand && first + count < Keys.Count)
        {
            bytes += Of(first + count, written[first + count]).Length;
            if (count > 0 && bytes > maxBytes)
            {
                break;
            }

            count++;
        }

        return count;
    }

    private ReadOnlyMemory<byte> Generated(int key, long index) => _random.AsMemory((int)(index * Step % Positions), _sizes[key % _sizes.Count]);
}
