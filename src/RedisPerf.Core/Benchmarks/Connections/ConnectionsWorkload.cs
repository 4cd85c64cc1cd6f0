using System.Runtime.InteropServices;
using System.Text;
using RedisPerf.Core.Payloads;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Connections;

/// <summary>
/// The keys, the values and the operations of all strategies. Created once per job and shared by its cases. Each key has two
/// values: the one that is loaded before a run, and the one that a run writes.
/// </summary>
public sealed class ConnectionsWorkload
{
    /// <summary>Number of different operations; a longer run repeats them.</summary>
    private const int MostPlanned = 1_000_000;

    /// <summary>A prime: the number of positions of a value in the random bytes. More would only take memory.</summary>
    private const int Positions = 65_521;

    /// <summary>Bytes between the positions of the two values of a key.</summary>
    private const int Step = 31;

    private readonly byte[] _random;
    private readonly PlannedOperation[] _plan;

    public ConnectionsWorkload(ConnectionsOptions options, string keyPrefix)
    {
        Options = options;
        Keys = [.. Enumerable.Range(0, options.Keys).Select(number => (RedisKey)Encoding.ASCII.GetBytes($"{keyPrefix}{number:D7}"))];
        var random = new SplitMix(options.Seed);

        // Whole words, of which the last one can exceed the last value.
        _random = new byte[(Positions + options.PayloadBytes + sizeof(ulong) - 1) / sizeof(ulong) * sizeof(ulong)];
        foreach (ref var word in MemoryMarshal.Cast<byte, ulong>(_random.AsSpan()))
        {
            word = random.Next();
        }

        _plan = new PlannedOperation[Math.Min(MostPlanned, options.Items)];
        foreach (ref var operation in _plan.AsSpan())
        {
            operation = new(random.Next(0, options.Keys), random.Next(0, 100) < options.ReadShare);
        }
    }

    public ConnectionsOptions Options { get; }

    /// <summary>All keys. Each is loaded before a run.</summary>
    public IReadOnlyList<RedisKey> Keys { get; }

    /// <summary>Length of each key in bytes.</summary>
    public int KeyBytes => ((byte[]?)Keys[0])!.Length;

    /// <summary>An operation of a run by its 0-based number.</summary>
    public PlannedOperation Operation(int number) => _plan[number % _plan.Length];

    /// <summary>The value of a key before a run.</summary>
    public ReadOnlyMemory<byte> Loaded(int key) => At(2L * key);

    /// <summary>The value of a key after a run has written it.</summary>
    public ReadOnlyMemory<byte> Written(int key) => At((2L * key) + 1);

    private ReadOnlyMemory<byte> At(long index) => _random.AsMemory((int)(index * Step % Positions), Options.PayloadBytes);
}

/// <summary>An operation of a run.</summary>
/// <param name="Key">The 0-based number of its key.</param>
/// <param name="IsRead">Whether <c>mixed</c> reads the key.</param>
public readonly record struct PlannedOperation(int Key, bool IsRead);
