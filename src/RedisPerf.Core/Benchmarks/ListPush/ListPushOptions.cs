using System.ComponentModel.DataAnnotations;
using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>The options of <c>list-push</c>. All bounds are declared here.</summary>
public sealed record ListPushOptions : IValidatableObject, ISharedLoad
{
    /// <summary>Redis accepts 1,048,576 arguments in one command.</summary>
    private const int MaximumBulk = 1_000_000;

    /// <summary>10% of the article's million, which takes a minute of awaited pushes in every run.</summary>
    [Display(Name = "numbers to push (the article's 1,000,000 take a minute per run, one by one)")]
    [Range(1, 10_000_000)]
    [InTitle("numbers")]
    public int Items { get; init; } = 100_000;

    /// <summary>From 10 on: the strategies without bulk push one number per command.</summary>
    [Display(Name = "numbers in one bulk push (Dragonfly accepts at most 65,534)")]
    public string BulkSizes { get; init; } = "10, 100, 1000, 10000, 100000";

    [Display(Name = "first pushes of a run to time individually"), Advanced]
    [Range(1, 100_000)]
    public int FirstCalls { get; init; } = 100;

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        var sizes = PointList.Read(BulkSizes, 1, MaximumBulk, out var wrong);
        if (wrong is null && sizes[0] > Items)
        {
            wrong = string.Create(CultureInfo.InvariantCulture,
                $"must have a size of at most items ({Items:N0}), so that a push can be full; the smallest is {sizes[0]:N0}.");
        }

        if (wrong is not null)
        {
            yield return new(wrong, [nameof(BulkSizes)]);
        }
    }

    /// <summary>The sweep, ascending. A size above <c>items</c> would repeat the single push of all numbers.</summary>
    [InTitle("per push")]
    internal IReadOnlyList<int> Points => PointsOf(nodes: 1);

    /// <summary>The sweep of several nodes, each of which pushes its part.</summary>
    internal IReadOnlyList<int> PointsOf(int nodes) => [.. PointList.Read(BulkSizes, 1, MaximumBulk, out _).Where(size => size <= Items / nodes)];

    public (string Option, string Predicate)? FindObstacle(int nodes) =>
        Items < nodes
            ? (OptionsSchema.NameOf(nameof(Items)), string.Create(
                CultureInfo.InvariantCulture, $"must be at least loadFrom ({nodes}), because the nodes share the numbers, not {Items:N0}."))
        : Points[0] > Items / nodes
        ? (OptionsSchema.NameOf(nameof(BulkSizes)), string.Create(CultureInfo.InvariantCulture,
            $"must have a size of at most items ÷ loadFrom ({Items / nodes:N0}), "
                + $"so that a push of each node can be full; the smallest is {Points[0]:N0}."))
        : null;

    void ISharedLoad.Merge(JointFigures figures)
    {
        figures.Percentile(ListPushColumns.FirstMedian, ListPushColumns.FirstMedian, 0.5);
        figures.Max(ListPushColumns.FirstMax);
    }
}
