using System.Runtime.InteropServices;
using System.Text;
using RedisPerf.Core.Payloads;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>
/// The keys, the values and the operations of all strategies. Created once per job and shared by its cases. Each key has two
/// values: the one that is loaded before a run, and the one that a run writes.
/// </summary>
public sealed class LoadWorkload
{
    /// <summary>Number of different operations; a longer run repeats them.</summary>
    private const int MostPlanned = 1_000_000;

    /// <summary>A prime: the number of positions of a value in the random bytes. More would only take memory.</summary>
    private const int Positions = 65_521;

    /// <summary>Bytes between the positions of the two values of a key.</summary>
    private const int Step = 31;

    private readonly byte[] _random;
    private readonly LoadOperation[] _plan;
    private readonly RedisKey[] _keys;

    public LoadWorkload(LoadOptions options, string keyPrefix)
    {
        Options = options;
        var random = new SplitMix(options.Seed);
        _random = new byte[Positions + options.PayloadBytes];
        foreach (ref var eight in MemoryMarshal.Cast<byte, ulong>(_random.AsSpan()))
        {
            eight = random.Next();
        }

        // The second half are keys that are never written.
        _keys = [.. Enumerable.Range(0, options.MissShare > 0 ? 2 * options.Keys : options.Keys).Select(number => (RedisKey)Encoding.ASCII.GetBytes($"{keyPrefix}{number:D7}"))];
        _plan = new LoadOperation[Math.Min(MostPlanned, options.OperationsAt(options.Points[^1]))];
        var keys = new KeyPicker(options);
        foreach (ref var operation in _plan.AsSpan())
        {
            var key = keys.Next(ref random);
            var isRead = random.Next(0, 100) < options.ReadShare;
            var isMiss = random.Next(0, 100) < options.MissShare;
            operation = new(isRead && isMiss ? options.Keys + key : key, isRead);
        }
    }

    public LoadOptions Options { get; }

    /// <summary>The keys that are loaded before a run.</summary>
    public ArraySegment<RedisKey> LoadedKeys => new(_keys, 0, Options.Keys);

    /// <summary>Length of each key in bytes.</summary>
    public int KeyBytes => ((byte[]?)_keys[0])!.Length;

    /// <summary>An operation of a run by its 0-based number.</summary>
    public LoadOperation Operation(int number) => _plan[number % _plan.Length];

    public RedisKey Key(LoadOperation operation) => _keys[operation.Key];

    /// <summary>Whether the key of an operation is loaded before a run.</summary>
    public bool Exists(LoadOperation operation) => operation.Key < Options.Keys;

    /// <summary>The value of a key before a run.</summary>
    public ReadOnlyMemory<byte> Loaded(int key) => At(2L * key);

    /// <summary>The value of a key after a run has written it.</summary>
    public ReadOnlyMemory<byte> Written(int key) => At((2L * key) + 1);

    private ReadOnlyMemory<byte> At(long index) => _random.AsMemory((int)(index * Step % Positions), Options.PayloadBytes);
}

/// <summary>A read or a write of a run.</summary>
/// <param name="Key">The 0-based number of its key.</param>
/// <param name="IsRead">Whether it is a GET; otherwise a SET.</param>
public readonly record struct LoadOperation(int Key, bool IsRead);
