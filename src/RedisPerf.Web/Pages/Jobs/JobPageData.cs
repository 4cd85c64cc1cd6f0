using System.Text.Json;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Web.Pages.Jobs;

/// <summary>
/// What job.js starts from: of the job only what its charts draw. The rows of the tables come with the page; a running job's
/// whole document comes with the first of its events.
/// </summary>
public static class JobPageData
{
    /// <param name="job">The job.</param>
    /// <param name="info">Its benchmark; null when there is no such benchmark any more.</param>
    /// <param name="looks">Of its strategies.</param>
    public static string Write(JobDocument job, BenchmarkInfo? info, IReadOnlyList<StrategyLook> looks) => JsonSerializer.Serialize(
        new
        {
            Document = new
            {
                job.Id,
                job.Benchmark,
                job.State,
                job.QueuePosition,
                job.Progress,
                job.CreatedAt,
                Request = new { job.Request.Targets, job.Request.Runs, job.Request.Warmups },
                Cases = job.Cases.Select(@case => new
                {
                    @case.Strategy,
                    @case.Target,
                    @case.Point,
                    @case.Unsupported,
                    // A curve is drawn from the summaries alone.
                    Runs = info?.Sweep is null ? @case.Runs.Select(Dot) : [],
                    Summary = @case.Summary is { } summary ? ChartSummary.Of(summary) : null,
                }),
            },
            Strategies = looks,
            info?.Sweep,
            info?.TimePer,
            Figures = (info?.Columns ?? []).Select(figure => new { figure.Name, figure.Label, figure.Unit, figure.Scale }),
            Curve = Curve.Of(job, info),
            // Of a benchmark that is not known here nobody can tell whether its cases belong on one scale.
            AreRivals = info is not null,
        },
        DocumentJson.Options);

    private static object Dot(Run run) => new { run.Round, run.Warmup, run.State, run.Seconds, run.Disturbed, run.LeftOut };
}
