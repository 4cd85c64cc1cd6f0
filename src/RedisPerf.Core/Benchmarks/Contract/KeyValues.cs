using System.Globalization;
using System.Runtime.InteropServices;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>String keys of which each has two values: the one that is loaded before a run, and the one that a run writes.</summary>
public sealed class KeyValues
{
    /// <summary>A prime: the number of positions of a value in the random bytes. More would only take memory.</summary>
    private const int Positions = 65_521;

    /// <summary>Bytes between the positions of the two values of a key.</summary>
    private const int Step = 31;

    private const int WindowBytes = 4 << 20;

    /// <summary>Keys in one command of the verification; fewer with large values.</summary>
    private const int KeysPerCommand = 1_000;

    private readonly byte[] _random;

    /// <param name="keys">The keys, of the same length.</param>
    /// <param name="bytes">The size of each value.</param>
    /// <param name="random">The source of the values.</param>
    internal KeyValues(IReadOnlyList<RedisKey> keys, int bytes, ref SplitMix random)
    {
        (Keys, Bytes, KeyBytes) = (keys, bytes, ((byte[]?)keys[0])!.Length);
        _random = new byte[Positions + bytes];
        foreach (ref var word in MemoryMarshal.Cast<byte, ulong>(_random.AsSpan()))
        {
            word = random.Next();
        }
    }

    public IReadOnlyList<RedisKey> Keys { get; }

    /// <summary>The size of each value in bytes.</summary>
    public int Bytes { get; }

    /// <summary>The length of each key in bytes.</summary>
    public int KeyBytes { get; }

    /// <summary>The value of a key before a run.</summary>
    /// <param name="key">The 0-based number of the key.</param>
    public ReadOnlyMemory<byte> Loaded(int key) => At(2L * key);

    /// <summary>The value of a key after a run has written it.</summary>
    /// <param name="key">The 0-based number of the key.</param>
    public ReadOnlyMemory<byte> Written(int key) => At((2L * key) + 1);

    /// <summary>Whether a value is one of the two of a key: a write may or may not precede a read.</summary>
    public bool Has(int key, RedisValue value)
    {
        ReadOnlyMemory<byte> bytes = value;
        return !value.IsNull && (bytes.Span.SequenceEqual(Loaded(key).Span) || bytes.Span.SequenceEqual(Written(key).Span));
    }

    /// <summary>Writes the loaded value of each key.</summary>
    public async Task LoadAsync(IDatabase database, CancellationToken ct)
    {
        var window = new InFlightWindow(WindowBytes);
        foreach (var (number, key) in Keys.Index())
        {
            await window.AddAsync(database.StringSetAsync(key, Loaded(number)), Bytes + KeyBytes, ct);
        }

        await window.DrainAsync(ct);
    }

    /// <summary>Reads all keys back.</summary>
    /// <param name="database">A new connection.</param>
    /// <param name="written">The numbers of the keys that the run wrote.</param>
    /// <param name="ct">Cancels the verification.</param>
    /// <exception cref="VerificationException">A value differs.</exception>
    public async Task VerifyAsync(IDatabase database, IReadOnlySet<int> written, CancellationToken ct)
    {
        var perCommand = Math.Clamp(WindowBytes / Bytes, 1, KeysPerCommand);
        foreach (var chunk in Keys.Index().Chunk(perCommand))
        {
            var values = await database.GetManyAsync(Array.ConvertAll(chunk, key => key.Item)).WaitAsync(ct);
            foreach (var ((number, _), value) in chunk.Zip(values))
            {
                ReadOnlyMemory<byte> bytes = value;
                if (!bytes.Span.SequenceEqual((written.Contains(number) ? Written(number) : Loaded(number)).Span))
                {
                    throw Wrong(number, value, "the value of this key");
                }
            }
        }
    }

    /// <summary>The commands and bytes of single reads and writes.</summary>
    public Traffic TrafficOf(int reads, int writes) => Traffic.Of(
        (reads * RespLength.Command("GET".Length, KeyBytes)) + (writes * RespLength.Command("SET".Length, KeyBytes, Bytes)),
        ("get", reads),
        ("set", writes));

    /// <summary>The failure for an unexpected value. It has no content, only the size.</summary>
    /// <param name="key">The 0-based number of the key.</param>
    /// <param name="value">The value.</param>
    /// <param name="expected">The expected value, in words.</param>
    public static VerificationException Wrong(int key, RedisValue value, string expected)
    {
        var name = string.Create(CultureInfo.InvariantCulture, $"The value of {key:D7}");
        return value.IsNull ? VerificationException.Missing(name) : VerificationException.ValueDiffers(name, string.Create(CultureInfo.InvariantCulture, $"{value.Length():N0} bytes"), expected);
    }

    private ReadOnlyMemory<byte> At(long index) => _random.AsMemory((int)(index * Step % Positions), Bytes);
}
