using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Benchmarks.Connections;

/// <summary>The keys, the values and the operations of all strategies. Created once per job and shared by its cases.</summary>
public sealed class ConnectionsWorkload
{
    /// <summary>Number of different operations; a longer run repeats them.</summary>
    private const int MaxPlanned = 1_000_000;

    private readonly PlannedOperation[] _plan;

    /// <param name="options">The options of the job.</param>
    /// <param name="keyPrefix">Prefix of every key.</param>
    /// <param name="values">The user's own values; null for generated values.</param>
    /// <param name="share">The share of this node; default: all operations.</param>
    public ConnectionsWorkload(ConnectionsOptions options, string keyPrefix, IReadOnlyList<byte[]>? values = null, WorkShare? share = null)
    {
        Share = share ?? WorkShare.Whole;
        Options = options = options.PartOf(Share);
        var random = new SplitMix(options.Seed);
        Values = KeyValues.Of(options, NumberedKeys.Of(Share.PrefixOf(keyPrefix), 0, options.Keys), values, ref random);
        _plan = new PlannedOperation[Math.Min(MaxPlanned, options.Items)];
        foreach (ref var operation in _plan.AsSpan())
        {
            operation = new(random.Next(0, options.Keys), random.Next(0, 100) < options.ReadShare);
        }
    }

    /// <summary>The options; of several nodes, those of this one.</summary>
    public ConnectionsOptions Options { get; }

    /// <summary>The share of this node. It has its own keys.</summary>
    public WorkShare Share { get; }

    /// <summary>The keys and their values. Each key is loaded before a run.</summary>
    public KeyValues Values { get; }

    /// <summary>An operation of a run by its 0-based number.</summary>
    public PlannedOperation Operation(int number) => _plan[number % _plan.Length];
}

/// <summary>An operation of a run.</summary>
/// <param name="Key">The 0-based number of its key.</param>
/// <param name="IsRead">Whether <c>mixed</c> reads the key.</param>
public readonly record struct PlannedOperation(int Key, bool IsRead);
