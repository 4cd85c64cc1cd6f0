using System.Text.Json;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Pages.Jobs;

/// <summary>
/// The data that job.js starts from: the part of the job that its charts draw. The rows of the tables are part of the page, and
/// a running job's events update them.
/// </summary>
public static class JobPageData
{
    /// <param name="job">The job.</param>
    /// <param name="info">Its benchmark; null when there is no such benchmark any more.</param>
    /// <param name="looks">Of its strategies.</param>
    public static string Write(JobDocument job, BenchmarkInfo? info, IReadOnlyList<StrategyLook> looks) => JsonSerializer.Serialize(
        new
        {
            Document = ChartDocument.Of(job, info),
            Strategies = looks,
            info?.Sweep,
            info?.TimePer,
            Figures = (info?.Columns ?? []).Select(figure => new { figure.Name, figure.Label, figure.Unit, figure.Scale }),
            Curve = Curve.Of(job, info),
            // For an unknown benchmark it is unknown whether its cases share a scale.
            AreRivals = info is not null,
        },
        DocumentJson.Options);
}
