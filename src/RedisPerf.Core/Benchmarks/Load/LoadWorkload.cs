using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Payloads;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>The keys, the values and the operations of all strategies. Created once per job and shared by its cases.</summary>
public sealed class LoadWorkload
{
    /// <summary>Number of different operations; a longer run repeats them.</summary>
    private const int MaxPlanned = 1_000_000;

    private readonly LoadOperation[] _plan;
    private readonly RedisKey[] _keys;
    private readonly string _keyPrefix;
    private readonly IReadOnlyList<byte[]>? _own;

    /// <param name="keyPrefix">Prefix of every key.</param>
    /// <param name="values">The user's own values; null for generated values.</param>
    public LoadWorkload(LoadOptions options, string keyPrefix, IReadOnlyList<byte[]>? values = null)
        : this(options, keyPrefix, values, WorkShare.Whole, new(options))
    {
    }

    private LoadWorkload(LoadOptions options, string keyPrefix, IReadOnlyList<byte[]>? values, WorkShare share, ArrivalTimes arrivals)
    {
        (Options, _keyPrefix, _own, Share, Arrivals) = (options, keyPrefix, values, share, arrivals);
        Objective = options.Objective;
        var random = new SplitMix(options.Seed);
        // The second half are keys that are never written.
        _keys = NumberedKeys.Of(keyPrefix, 0, options.MissShare > 0 ? 2 * options.Keys : options.Keys);
        Values = KeyValues.Of(options, new ArraySegment<RedisKey>(_keys, 0, options.Keys), values, ref random);
        _plan = new LoadOperation[Math.Min(MaxPlanned, OperationsAt(options.Rate))];
        var keys = new KeyPicker(options);
        foreach (ref var operation in _plan.AsSpan())
        {
            var key = keys.Next(ref random);
            var isRead = random.Next(0, 100) < options.ReadShare;
            var isMiss = random.Next(0, 100) < options.MissShare;
            operation = new(isRead && isMiss ? options.Keys + key : key, isRead);
        }
    }

    /// <summary>The options; of several nodes, those of this one, with the rates of all nodes together.</summary>
    public LoadOptions Options { get; }

    /// <summary>The objective of a search; null when the job measures given rates.</summary>
    public LoadObjective? Objective { get; }

    /// <summary>The share of this node.</summary>
    public WorkShare Share { get; }

    /// <summary>The intended send times of the operations of all nodes.</summary>
    public ArrivalTimes Arrivals { get; }

    /// <summary>The keys that are loaded before a run, and their values.</summary>
    public KeyValues Values { get; }

    /// <summary>Operations of a run that this node sends.</summary>
    /// <param name="rate">Operations per second of all nodes.</param>
    public int OperationsAt(int rate) => Share.PartOf(Options.OperationsAt(rate));

    /// <summary>The workload of each of several nodes; empty for one. Each has its own keys and values.</summary>
    public IEnumerable<LoadWorkload> Divide(int nodes) =>
        from share in WorkShare.Of(nodes)
        let options = Options with { Keys = share.PartOf(Options.Keys), Callers = share.PartOf(Options.Callers), Seed = share.SeedOf(Options.Seed) }
        select new LoadWorkload(options, share.PrefixOf(_keyPrefix), _own, share, Arrivals);

    /// <summary>An operation of a run by its 0-based number.</summary>
    public LoadOperation Operation(int number) => _plan[number % _plan.Length];

    /// <summary>Prefix of every key.</summary>
    public string KeyPrefix => _keyPrefix;

    /// <summary>The size of the longest value that is written.</summary>
    public int MaxValueBytes => Enumerable.Range(0, Options.Keys).Max(key => Values.Written(key).Length);

    public RedisKey Key(LoadOperation operation) => _keys[operation.Key];

    /// <summary>The bytes of the value that an operation sends, or at most receives.</summary>
    /// <param name="number">The 0-based number of the operation.</param>
    public int BytesOf(int number)
    {
        var operation = Operation(number);
        return !Exists(operation) ? 0
            : operation.IsRead ? Math.Max(Values.Loaded(operation.Key).Length, Values.Written(operation.Key).Length)
            : Values.Written(operation.Key).Length;
    }

    /// <summary>Whether the key of an operation is loaded before a run.</summary>
    public bool Exists(LoadOperation operation) => operation.Key < Options.Keys;
}

/// <summary>A read or a write of a run.</summary>
/// <param name="Key">The 0-based number of its key.</param>
/// <param name="IsRead">Whether it is a GET; otherwise a SET.</param>
public readonly record struct LoadOperation(int Key, bool IsRead);
