using System.Text;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Payloads;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>
/// The keys, the values and the operations of all strategies. Created once per job and shared by its cases.
/// </summary>
public sealed class LoadWorkload
{
    /// <summary>Number of different operations; a longer run repeats them.</summary>
    private const int MostPlanned = 1_000_000;

    private readonly LoadOperation[] _plan;
    private readonly RedisKey[] _keys;

    public LoadWorkload(LoadOptions options, string keyPrefix)
    {
        Options = options;
        var random = new SplitMix(options.Seed);
        // The second half are keys that are never written.
        _keys = [.. Enumerable.Range(0, options.MissShare > 0 ? 2 * options.Keys : options.Keys).Select(number => (RedisKey)Encoding.ASCII.GetBytes($"{keyPrefix}{number:D7}"))];
        Values = new(new ArraySegment<RedisKey>(_keys, 0, options.Keys), options.PayloadBytes, ref random);
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

    /// <summary>The keys that are loaded before a run, and their values.</summary>
    public KeyValues Values { get; }

    /// <summary>An operation of a run by its 0-based number.</summary>
    public LoadOperation Operation(int number) => _plan[number % _plan.Length];

    public RedisKey Key(LoadOperation operation) => _keys[operation.Key];

    /// <summary>Whether the key of an operation is loaded before a run.</summary>
    public bool Exists(LoadOperation operation) => operation.Key < Options.Keys;
}

/// <summary>A read or a write of a run.</summary>
/// <param name="Key">The 0-based number of its key.</param>
/// <param name="IsRead">Whether it is a GET; otherwise a SET.</param>
public readonly record struct LoadOperation(int Key, bool IsRead);
