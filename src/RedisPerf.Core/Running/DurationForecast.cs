using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Running;

/// <summary>The expected duration of a job, from earlier jobs on the same machine.</summary>
/// <param name="Seconds">The duration, without the time in the queue.</param>
/// <param name="Unknown">Strategies without an earlier run; their time is missing in <paramref name="Seconds"/>.</param>
public sealed record DurationForecast(double Seconds, IReadOnlyList<string> Unknown)
{
    /// <param name="past">Completed jobs of the benchmark on this machine, newest first.</param>
    /// <returns>Null when no earlier job is comparable.</returns>
    public static DurationForecast? Of(JobRequest request, IBenchmark benchmark, IReadOnlyList<PastJob> past)
    {
        var comparable = past.Where(job => job.Runs.Count > 0 && IsComparable(request, job.Request, benchmark.Info)).ToArray();
        var seconds = 0.0;
        var unknown = new HashSet<string>();
        foreach (var server in request.Servers.SelectMany(_ => request.Clients.DefaultIfEmpty(), (server, _) => server))
        {
            var target = server.At.Target;
            foreach (var strategy in request.Strategies.Concat(benchmark.Info.Floor is { } floor ? [floor] : []).Distinct())
            {
                var known = comparable
                    .Select(job => (Job: job, Runs: job.Runs.FirstOrDefault(runs => runs.Strategy == strategy && runs.Target == target)))
                    .FirstOrDefault(pair => pair.Runs is not null);
                if (known.Runs is not { } runs)
                {
                    unknown.Add(strategy);
                    continue;
                }

                // The cases along the axis of the benchmark differ in size, so their mean is compared; other runs take time in proportion to
                // their bytes.
                var cases = CasesOf(request, benchmark, strategy);
                var scale = benchmark.Info.MainAxis is null
                    ? (double)cases.Bytes / cases.Count / MeanBytes(known.Job.Request, benchmark, strategy)
                    : 1;
                seconds += runs.Seconds / runs.Count * scale * known.Job.Overhead * cases.Count * (request.Runs + request.Warmups);
            }
        }

        return seconds > 0 ? new(seconds, [.. unknown]) : null;
    }

    // The cases of a strategy on one server with one client, and the payload bytes of one run of each.
    private static (int Count, long Bytes) CasesOf(JobRequest request, IBenchmark benchmark, string strategy)
    {
        var info = benchmark.Info.FindStrategy(strategy);
        var cases = Variants.Of(request)
            .DistinctBy(at => at.Only(option => info is null || benchmark.Info.Options.IsAffected(info, option))).ToArray();
        return (cases.Length, cases.Sum(at => benchmark.Estimate(request, at).PayloadBytes));
    }

    private static double MeanBytes(JobRequest request, IBenchmark benchmark, string strategy) =>
        CasesOf(request, benchmark, strategy) is var (count, bytes) ? (double)bytes / count : 1;

    // The duration of the runs along the axis of a benchmark depends on the other options and the payload.
    private static bool IsComparable(JobRequest request, JobRequest past, BenchmarkInfo info) =>
        info.MainAxis is null || (request.Payload?.Hash == past.Payload?.Hash
            && info.Options.Options
                .Where(option => !option.IsVaried)
                .All(option => option.TextIn(request.Options) == option.TextIn(past.Options)));
}

/// <summary>The times of a completed job.</summary>
/// <param name="Seconds">From its start to its end.</param>
/// <param name="Runs">The times on the clock.</param>
public sealed record PastJob(JobRequest Request, double Seconds, IReadOnlyList<PastRuns> Runs)
{
    /// <summary>The job's time divided by the time on the clock: preparation, verification and cleaning are in it too.</summary>
    public double Overhead => Math.Max(1, Seconds / Runs.Sum(runs => runs.Seconds));
}

/// <summary>The runs of a strategy on a target, at all points, with warm-ups.</summary>
/// <param name="Count">Number of runs; at least 1.</param>
/// <param name="Seconds">Their sum; above 0.</param>
public sealed record PastRuns(string Strategy, string Target, int Count, double Seconds);
