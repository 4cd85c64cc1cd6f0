using System.Globalization;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Measuring;
using RedisPerf.Core.Reports;

namespace RedisPerf.Web.Pages.Jobs;

/// <summary>What a job found, in sentences.</summary>
public static class Findings
{
    /// <summary>Above this share of its time a strategy is bound by encoding.</summary>
    private const double BoundByEncoding = 0.6;

    public static IEnumerable<string> Of(JobDocument job, BenchmarkInfo? info, IReadOnlyList<CaseRow> rows)
    {
        if (rows.Any(row => row.Case.Summary is not null))
        {
            yield return Headline.Of(job, info);
        }

        foreach (var row in rows.Where(row => row.EncodeSeconds / row.Case.Summary?.Median > BoundByEncoding))
        {
            var share = Math.Min(100, Math.Round(100 * row.EncodeSeconds!.Value / row.Case.Summary!.Median));
            yield return string.Create(CultureInfo.InvariantCulture, $"{Name(row, job)} was bound by encoding: {share} % of its time.");
        }

        foreach (var row in rows.Where(row => row.Amplification is not null))
        {
            yield return $"{Name(row, job)} wrote {Figures.Significant(row.Amplification)} times the fields that it should have.";
        }

        var failed = rows.Sum(row => row.Case.Runs.Count(run => run.State == RunState.Failed));
        if (failed > 0)
        {
            yield return string.Create(CultureInfo.InvariantCulture, $"{failed} of {rows.Sum(row => row.Case.Runs.Count)} runs failed and {(failed == 1 ? "is" : "are")} no number; the reason stands in the table.");
        }
    }

    private static string Name(CaseRow row, JobDocument job) =>
        job.Request.Targets.Count > 1 ? $"{row.Look.Name} on {row.Case.Target}" : row.Look.Name;
}
