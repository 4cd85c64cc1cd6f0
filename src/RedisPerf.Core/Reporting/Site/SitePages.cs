using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Site;

/// <summary>The reports as pages of a site. The page of a job depends on the job only, so that it does not change with later jobs.</summary>
public static class SitePages
{
    /// <param name="document">A job that has ended.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static string OfJob(JobDocument document, BenchmarkInfo? info) => HtmlReport.Write(
        document, info, null,
        new(PageFrame.ToIndex, ("Badge", $"{document.Id}.svg"), ("JSON, compressed with gzip", $"{document.Id}.json.gz"))
        {
            Below = ("Links to cases", [.. document.Cases.Select(@case =>
                ($"{@case.Strategy}{CoordinatesText.After(@case.At, document.Request)}", $"#{CaseAnchor.Of(@case.Key)}"))]),
        });

    public static string OfComparison(ComparedJobs jobs) => ComparisonHtml.Write(
        jobs, new([PageFrame.ToIndex, .. jobs.Jobs.Select(job => (JobText.NameOf(job), $"../{SiteJob.Folder}/{job.Id}.html"))]));
}
