using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Jobs;
using RedisPerf.Core.Measuring;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reports;

/// <summary>
/// A job as the API, the events, the reports and the command line give it: the one document there is. Its property order
/// is the order in the JSON.
/// </summary>
public sealed record JobDocument
{
    public required Guid Id { get; init; }
    public required string Benchmark { get; init; }
    public required JobState State { get; init; }
    public required RequestedBy RequestedBy { get; init; }
    public string? Schedule { get; init; }

    /// <summary>The schedule's job that this one was asked for to confirm; null for any other job.</summary>
    public Guid? Confirms { get; init; }

    public string? Note { get; init; }
    public bool Starred { get; init; }
    public string? Error { get; init; }
    public required JobRequest Request { get; init; }

    /// <summary>1 is next; null unless queued.</summary>
    public int? QueuePosition { get; init; }

    public Progress? Progress { get; init; }
    public required DateTimeOffset CreatedAt { get; init; }
    public DateTimeOffset? StartedAt { get; init; }
    public DateTimeOffset? EndedAt { get; init; }
    public JobEnvironment? Environment { get; init; }

    /// <summary>Strategy by strategy as requested, the yardstick last.</summary>
    public required IReadOnlyList<CaseResult> Cases { get; init; }

    /// <summary>The document of a job and the runs that it has so far, its cases in order and summarised.</summary>
    /// <param name="job">A job that has ended keeps how far it came; nothing of it runs any more.</param>
    /// <param name="runs">In any order.</param>
    /// <param name="info">Its benchmark, which names the yardstick and the baseline; null when there is no such benchmark any more.</param>
    public static JobDocument Of(Job job, IEnumerable<JobEvent.RunEnded> runs, BenchmarkInfo? info) => WithoutCases(job) with
    {
        Cases = Summaries.Of(CasesOf(job.Request, runs, info?.Yardstick, job.Environment?.Unsupported ?? []), info, job.Request.BaselineOr(info)),
    };

    /// <summary>The document of a job in a list, where its cases are not read.</summary>
    public static JobDocument WithoutCases(Job job) => new()
    {
        Id = job.Id,
        Benchmark = job.Request.Benchmark,
        State = job.State,
        RequestedBy = job.RequestedBy,
        Schedule = job.Schedule,
        Confirms = job.Confirms,
        Note = job.Note,
        Starred = job.Starred,
        Error = job.Error,
        Request = job.Request,
        Progress = job is { HasEnded: true, Progress: { } last } ? last with { Current = null, SecondsLeft = null } : job.Progress,
        CreatedAt = job.CreatedAt,
        StartedAt = job.StartedAt,
        EndedAt = job.EndedAt,
        Environment = job.Environment,
        Cases = [],
    };

    /// <summary>The job without its cases.</summary>
    public Job ToJob() => new()
    {
        Id = Id,
        Request = Request with { Benchmark = Benchmark },
        RequestedBy = RequestedBy,
        State = State,
        Schedule = Schedule,
        Confirms = Confirms,
        Note = Note,
        Starred = Starred,
        Error = Error,
        Progress = Progress,
        CreatedAt = CreatedAt,
        StartedAt = StartedAt,
        EndedAt = EndedAt,
        Environment = Environment,
    };

    // A case that is still to come is listed where the request alone tells it; the points of a sweep come with their runs.
    private static List<CaseResult> CasesOf(JobRequest request, IEnumerable<JobEvent.RunEnded> runs, string? yardstick, IReadOnlyList<UnsupportedCase> unsupported)
    {
        var byCase = runs.GroupBy(ended => ended.Case).ToDictionary(group => group.Key, group => group.Select(ended => ended.Run).OrderBy(run => run.Round).ToArray());
        var strategies = request.Strategies.Concat(byCase.Keys.Select(key => key.Strategy)).Append(yardstick).OfType<string>()
            .Distinct().OrderBy(strategy => strategy == yardstick).ToList();
        var targets = request.Targets.Concat(byCase.Keys.Select(key => key.Target)).Distinct().ToList();
        var lacks = unsupported.ToDictionary(lack => new CaseKey(lack.Strategy, lack.Target, lack.Point), lack => lack.Reason);
        var isSwept = byCase.Keys.Concat(lacks.Keys).Any(key => key.Point is not null);
        var expected = isSwept ? [] : strategies.SelectMany(strategy => targets.Select(target => new CaseKey(strategy, target, null)));
        return
        [
            .. byCase.Keys.Union(expected).Union(lacks.Keys)
                .OrderBy(key => strategies.IndexOf(key.Strategy)).ThenBy(key => targets.IndexOf(key.Target)).ThenBy(key => key.Point)
                .Select(key => new CaseResult(key.Strategy, key.Target, key.Point, byCase.GetValueOrDefault(key, []), null) { Unsupported = lacks.GetValueOrDefault(key) }),
        ];
    }
}
