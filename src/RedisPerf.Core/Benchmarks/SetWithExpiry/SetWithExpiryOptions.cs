using System.ComponentModel.DataAnnotations;
using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.SetWithExpiry;

/// <summary>The options of <c>set-with-expiry</c>. All bounds are declared here.</summary>
public sealed record SetWithExpiryOptions : KeyValueOptions, ISharedLoad
{
    /// <summary>Limits the bytes in flight, and so the memory of this process.</summary>
    private const int MaxBytesInFlight = 64 << 20;

    [Display(Name = "keys in a run", Order = -1)]
    [Range(1, 1_000_000)]
    [InTitle]
    public int Items { get; init; } = 10_000;

    [Display(Name = "keys in one batch, transaction, script or command", ShortName = "keys in a batch", Order = -1)]
    [Range(1, 10_000)]
    [Affects("batch", "mset-expire", "multi-exec", "lua", "msetex")]
    public int BatchSize { get; init; } = 100;

    /// <summary>No key expires before the verification of the largest run.</summary>
    [Display(Name = "expiry of each key", ShortName = "expiry")]
    [Range(600, 31_536_000)]
    [Unit("s")]
    public int ExpirySeconds { get; init; } = 3_600;

    // After the size of a value.
    [InTitle("per batch")]
    internal int BatchSizeInTitle => BatchSize;

    public (string Option, string Predicate)? FindObstacle(int nodes) => Items < nodes
        ? (OptionsSchema.NameOf(nameof(Items)), string.Create(
            CultureInfo.InvariantCulture, $"must be at least loadFrom ({nodes}), because the nodes share the keys, not {Items:N0}."))
        : null;

    internal override IEnumerable<(string Property, string Predicate)> FindTooLarge(ValueSizes sizes)
    {
        if (sizes.TooManyLargest(BatchSize, MaxBytesInFlight, "64 MB in flight") is { } batch)
        {
            yield return (nameof(BatchSize), batch);
        }

        if (sizes.TooManyKeys(Items) is { } items)
        {
            yield return (nameof(Items), items);
        }
    }
}
