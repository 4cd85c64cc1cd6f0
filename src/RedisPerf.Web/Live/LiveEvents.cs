using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Web.Live;

/// <summary>The shapes of the events, in one place.</summary>
public static class LiveEvents
{
    /// <summary>The name of a job's last event.</summary>
    public const string EndType = "end";

    /// <summary>Says that the connection stands.</summary>
    public static LiveEvent Ping { get; } = new("ping", new { });

    public static LiveEvent Snapshot(JobDocument job) => new("snapshot", job);

    public static LiveEvent State(JobDocument job) =>
        new("state", new { job.State, job.Error, job.StartedAt, job.EndedAt, job.QueuePosition, job.Environment });

    public static LiveEvent Progressed(Progress progress) => new("progress", progress);

    public static LiveEvent RunEnded(CaseKey key, Run run) => new("run", new { key.Strategy, key.Target, key.Point, Run = run });

    public static LiveEvent Summary(CaseResult result) => new(
        "summary",
        new { result.Strategy, result.Target, result.Point, result.Summary, Disturbances = CaseText.Disturbances(result) });

    /// <summary>The sentences over the figures, and what is drawn beside a sweep's curves, as they are now.</summary>
    public static LiveEvent Findings(JobDocument job, Catalogue catalogue)
    {
        var info = catalogue.Find(job.Benchmark)?.Info;
        return new("findings", new { Sentences = JobFindings.Of(job, info).ToArray(), Curve = Curve.Of(job, info) });
    }

    public static LiveEvent End(JobDocument job) => new(EndType, new { job.State, job.Error, job.EndedAt });
}
