using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Trends;

namespace RedisPerf.Web.Background;

/// <summary>Whether an interrupted job may continue: all its runs have one environment.</summary>
internal static class Resumption
{
    /// <summary>What differs from the environment in which the job started; null when nothing differs, and for a job
    /// without an environment.</summary>
    public static Reason? FindDifference(JobDocument job, JobEnvironment now) =>
        job.Environment is not null && Comparability.DifferencesBetween(job, job with { Environment = now }) is [var first, ..]
            ? ReasonOf(Difference.Of(first, Catalogue.Default.Find(job.Benchmark)?.Info))
            : null;

    /// <summary>The environment that the job will have here, as far as it is known before its targets and workers are started.</summary>
    public static JobEnvironment Expected(JobDocument job, JobEnvironment before)
    {
        var here = ThisMachine.CreateEnvironment(before.Targets) with { Pinning = before.Pinning, LoadNodes = before.LoadNodes };
        return job.Request.Clients.Count == 0 ? here : here with { Client = before.Client };
    }

    private static Reason ReasonOf(Difference difference) =>
        Reason.Of(ReasonCode.EnvironmentChanged, ("what", difference.Label), ("before", difference.Base), ("after", difference.With));
}
