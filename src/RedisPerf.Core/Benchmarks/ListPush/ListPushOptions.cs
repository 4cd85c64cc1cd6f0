using System.ComponentModel.DataAnnotations;
using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>The parameters of <c>list-push</c>. Every bound is declared here and nowhere else.</summary>
public sealed record ListPushOptions : IValidatableObject
{
    /// <summary>Redis takes 1 048 576 arguments in one command.</summary>
    private const int MaximumBulk = 1_000_000;

    /// <summary>A tenth of the article's million, which takes a minute of awaited pushes in every run.</summary>
    [Display(Name = "numbers that are pushed (the article's million takes a minute for each run one by one)")]
    [Range(1, 10_000_000)]
    public int Items { get; init; } = 100_000;

    /// <summary>From 10 on: one number in a push is what the strategies without a bulk do.</summary>
    [Display(Name = "numbers in one push, in bulk (Dragonfly takes 65,534 at most)")]
    public string BulkSizes { get; init; } = "10, 100, 1000, 10000, 100000";

    [Display(Name = "first pushes of a run that are timed one by one", GroupName = "more")]
    [Range(1, 100_000)]
    public int FirstCalls { get; init; } = 100;

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        var sizes = PointList.Read(BulkSizes, 1, MaximumBulk, out var wrong);
        if (wrong is null && sizes[0] > Items)
        {
            wrong = string.Create(CultureInfo.InvariantCulture, $"must name a size of at most items ({Items:N0}), so that a push can be full; the smallest is {sizes[0]:N0}.");
        }

        if (wrong is not null)
        {
            yield return new($"bulkSizes {wrong}", [nameof(BulkSizes)]);
        }
    }

    /// <summary>The sweep, ascending. A size beyond the numbers that there are would be all of them in one push once more.</summary>
    internal IReadOnlyList<int> Points() => [.. PointList.Read(BulkSizes, 1, MaximumBulk, out _).Where(size => size <= Items)];
}
