using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Text.Json.Serialization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>The options of <c>pipelining</c>. All bounds are declared here.</summary>
public sealed record PipeliningOptions : IPartialWork, ISharedLoad
{
    /// <summary>The option of the writes in a batch.</summary>
    internal const string BatchSizes = "batchSizes";

    private const int MaxBatch = 10_000;

    [Display(Name = "SETs in a run")]
    [Range(1, 1_000_000)]
    [InTitle]
    public int Items { get; init; } = 10_000;

    [Display(Name = "INCRs in a run")]
    [Range(1, 1_000_000)]
    public int Increments { get; init; } = 1_000;

    [Display(Name = "writes in one batch, transaction or MSET, or in flight", ShortName = "writes in a batch")]
    [JsonPropertyName(BatchSizes)]
    [Range(1, MaxBatch)]
    [DefaultValues(1, 10, 100, 1_000, 10_000)]
    [Affects("pipelined", "in-flight", "multi-exec", "mset", "incr-pipelined", "incr-multi-exec")]
    public int BatchSize { get; init; } = 1;

    /// <summary>Small, so that a batch of the largest size stays within the limit of bytes in flight.</summary>
    [Display(Name = "size of a value", ShortName = "value size")]
    [Range(1, 1_024)]
    [Unit("bytes")]
    [InTitle(Multiplies = true)]
    public int PayloadBytes { get; init; } = 16;

    [Display(Name = "seed of the values"), Advanced]
    [Range(0, int.MaxValue)]
    public int Seed { get; init; } = 1;

    // After the size of a value.
    [InTitle("per batch")]
    internal int BatchSizeInTitle => BatchSize;

    public (string Option, string Predicate)? FindObstacle(int nodes) =>
        Items < nodes
            ? (OptionsSchema.NameOf(nameof(Items)), string.Create(
                CultureInfo.InvariantCulture, $"must be at least loadFrom ({nodes}), because the nodes share the SETs, not {Items:N0}."))
        : Increments < nodes
        ? (OptionsSchema.NameOf(nameof(Increments)), string.Create(
            CultureInfo.InvariantCulture, $"must be at least loadFrom ({nodes}), because the nodes share the INCRs, not {Increments:N0}."))
        : null;

    public (string Option, string Predicate)? FindNoWork(int nodes) => Math.Min(Items, Increments) / nodes is var max && BatchSize > max
        ? (BatchSizes, nodes == 1
            ? string.Create(CultureInfo.InvariantCulture, $"must have a size of at most {max:N0} (the smaller of "
                + $"{OptionsSchema.Mention(nameof(Items))} and {OptionsSchema.Mention(nameof(Increments))}), "
                + $"so that every strategy has a batch; the smallest is {BatchSize:N0}.")
            : string.Create(CultureInfo.InvariantCulture,
                $"must have a size of at most {max:N0} (the smaller of items and increments, divided by loadFrom), "
                    + $"so that every strategy has a batch on each node; the smallest is {BatchSize:N0}."))
        : null;

    void ISharedLoad.Merge(JointFigures figures) => PipeliningColumns.Merge(figures);
}
