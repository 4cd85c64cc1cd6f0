using System.ComponentModel.DataAnnotations;
using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>The parameters of <c>pipelining</c>. Every bound is declared here and nowhere else.</summary>
public sealed record PipeliningOptions : IValidatableObject
{
    private const int LargestBatch = 10_000;

    [Display(Name = "values set in a run")]
    [Range(1, 1_000_000)]
    public int Items { get; init; } = 10_000;

    [Display(Name = "increments in a run")]
    [Range(1, 1_000_000)]
    public int Increments { get; init; } = 1_000;

    [Display(Name = "writes in one batch, transaction or MSET, or in flight")]
    public string BatchSizes { get; init; } = "1, 10, 100, 1000, 10000";

    /// <summary>Small: a batch of the largest size stays within what may be in flight.</summary>
    [Display(Name = "each value")]
    [Range(1, 1_024)]
    [Unit("bytes")]
    public int PayloadBytes { get; init; } = 16;

    [Display(Name = "makes the values", GroupName = "more")]
    [Range(0, int.MaxValue)]
    public int Seed { get; init; } = 1;

    /// <summary>The points of the sweep.</summary>
    internal IReadOnlyList<int> Sizes => PointList.Read(BatchSizes, 1, LargestBatch, out _);

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        var sizes = PointList.Read(BatchSizes, 1, LargestBatch, out var wrong);
        if (wrong is not null)
        {
            yield return new($"batchSizes {wrong}", [nameof(BatchSizes)]);
        }
        else if (sizes[0] > Math.Min(Items, Increments))
        {
            var most = Math.Min(Items, Increments);
            yield return new(
                string.Create(CultureInfo.InvariantCulture, $"batchSizes must name a size of at most {most:N0}, the fewest writes of a run (items or increments), so that every strategy has a batch; the smallest is {sizes[0]:N0}."),
                [nameof(BatchSizes)]);
        }
    }
}
