using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Text.Json.Serialization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>The options of <c>list-push</c>. All bounds are declared here.</summary>
public sealed record ListPushOptions : IPartialWork, ISharedLoad
{
    /// <summary>The option of the numbers in one bulk push.</summary>
    internal const string BulkSizes = "bulkSizes";

    /// <summary>Redis accepts 1,048,576 arguments in one command.</summary>
    private const int MaximumBulk = 1_000_000;

    /// <summary>10% of the article's million, which takes a minute of awaited pushes in every run.</summary>
    [Display(Name = "numbers to push (the article's 1,000,000 take a minute per run, one by one)", ShortName = "numbers to push")]
    [Range(1, 10_000_000)]
    [InTitle("numbers")]
    public int Items { get; init; } = 100_000;

    /// <summary>From 10 on by default: the strategies without bulk push one number per command. A size above <c>items</c> would repeat the single
    /// push of all numbers.</summary>
    [Display(Name = "numbers in one bulk push (Dragonfly accepts at most 65,534)", ShortName = "numbers in one push")]
    [JsonPropertyName(BulkSizes)]
    [Range(1, MaximumBulk)]
    [DefaultValues(10, 100, 1_000, 10_000, 100_000)]
    [Affects("lpush-bulk", "rpush-bulk")]
    [InTitle("per push")]
    public int BulkSize { get; init; } = 10;

    [Display(Name = "first pushes of a run to time individually", ShortName = "pushes timed individually"), Advanced]
    [Range(1, 100_000)]
    public int FirstCalls { get; init; } = 100;

    public (string Option, string Predicate)? FindNoWork(int nodes) => BulkSize <= Items / nodes
        ? null
        : (BulkSizes, nodes == 1
            ? string.Create(CultureInfo.InvariantCulture,
                $"must have a size of at most {OptionsSchema.Mention(nameof(Items))} ({Items:N0}), so that a push can be full; "
                    + $"the smallest is {BulkSize:N0}.")
            : string.Create(CultureInfo.InvariantCulture, $"must have a size of at most items ÷ loadFrom ({Items / nodes:N0}), "
                + $"so that a push of each node can be full; the smallest is {BulkSize:N0}."));

    public (string Option, string Predicate)? FindObstacle(int nodes) =>
        Items < nodes
            ? (OptionsSchema.NameOf(nameof(Items)), string.Create(
                CultureInfo.InvariantCulture, $"must be at least loadFrom ({nodes}), because the nodes share the numbers, not {Items:N0}."))
            : null;

    void ISharedLoad.Merge(JointFigures figures)
    {
        figures.Percentile(ListPushColumns.FirstMedian, ListPushColumns.FirstMedian, 0.5);
        figures.Max(ListPushColumns.FirstMax);
    }
}
