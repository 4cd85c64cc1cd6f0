using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Pages.Jobs;

/// <summary>The jobs that a job is compared with: its baselines, and the job before it.</summary>
/// <param name="IsPinned">Whether it is the baseline of at least one of its targets.</param>
/// <param name="Baselines">Other jobs that are the baseline of some of its targets, with the comparison on those targets.</param>
/// <param name="Previous">The last completed job before it of the same benchmark and targets; null without such a job.</param>
public sealed record RelatedJobs(bool IsPinned, IReadOnlyList<(Baseline Pinned, JobDocument Job, Comparison Comparison)> Baselines, Guid? Previous)
{
    /// <summary>How many earlier jobs are searched for one with the same targets.</summary>
    private const int MaxDistance = 20;

    /// <summary>With more cases, the comparison is one sentence.</summary>
    private const int FewCases = 10;

    /// <summary>The related jobs of a job that has not ended.</summary>
    public static RelatedJobs None { get; } = new(false, [], null);

    public static async Task<RelatedJobs> OfAsync(
        JobDocument job, BenchmarkInfo? info, JobLedger ledger, BaselineLedger baselines, CancellationToken ct)
    {
        var pinned = await baselines.FindAsync(job.Benchmark, job.Request.Targets, ct);
        var compared = new List<(Baseline, JobDocument, Comparison)>();
        foreach (var group in pinned.Where(baseline => baseline.JobId != job.Id).GroupBy(baseline => baseline.JobId))
        {
            if (await ledger.FindAsync(group.Key, ct) is { } other)
            {
                var comparison = Comparison.Of(other, job, info);
                CaseComparison[] here = [.. comparison.Cases.Where(@case => group.Any(baseline => baseline.Target == @case.Target))];
                var trouble = here.Any(@case => @case.Ratio is not null)
                    ? null
                    : $"No case on {string.Join(", ", group.Select(baseline => baseline.Target))} was measured in both jobs.";
                compared.Add((group.First(), other, comparison with { Cases = here, Trouble = comparison.Trouble ?? trouble }));
            }
        }

        var before = await ledger.ListAsync(
            new(job.Benchmark, JobState.Completed, MaxDistance, job.Id, job.Request.Targets is [var first, ..] ? first : null), ct);
        return new(
            pinned.Any(baseline => baseline.JobId == job.Id),
            compared,
            before.Jobs.FirstOrDefault(other => other.Document.Request.Targets.SequenceEqual(job.Request.Targets))?.Document.Id);
    }

    private static string Where(Coordinates at) => CoordinatesText.Place(at);

    /// <summary>The comparison, case by case when there are few; names in backticks.</summary>
    public static string Words(Comparison comparison)
    {
        var common = comparison.Results.Where(@case => @case.Judged is not null).ToArray();
        var amounts = ComparisonHeadline.OfAmounts(comparison) is { } sentence ? $" {sentence}" : "";
        var several = common.Select(@case => Where(@case.At)).Distinct().Count() > 1;
        return comparison.Trouble is not null || common.Length is 0 or > FewCases
            ? ComparisonHeadline.Of(comparison)
            : string.Join(", ", common.Select(@case => $"`{@case.Strategy}`{(several ? $" on {Where(@case.At)}" : "")}"
                + $"{(CoordinatesText.AtPoint(@case.At, comparison.Axes) is { Length: > 0 } point ? $"{point}:" : "")} "
                + $"{@case.JudgedText}")) + $".{amounts}";
    }
}
