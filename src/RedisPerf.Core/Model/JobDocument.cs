namespace RedisPerf.Core.Model;

/// <summary>
/// A job as the API, the events, the reports and the command line give it: the only representation of a job. Its property order
/// is the order in the JSON.
/// </summary>
public sealed record JobDocument
{
    public required Guid Id { get; init; }

    /// <summary>The job's number in its ledger; null in a file of the command line.</summary>
    public long? Number { get; init; }

    public required string Benchmark { get; init; }

    /// <inheritdoc cref="JobRequest.Title"/>
    public string? Title { get; init; }

    public required JobState State { get; init; }
    public required RequestedBy RequestedBy { get; init; }
    public string? Schedule { get; init; }

    /// <summary>The scheduled run that this job confirms; null for any other job.</summary>
    public Guid? Confirms { get; init; }

    public string? Note { get; init; }
    public bool Starred { get; init; }
    public Reason? Error { get; init; }
    public required JobRequest Request { get; init; }

    /// <summary>1 is next; null unless queued.</summary>
    public int? QueuePosition { get; init; }

    /// <summary>An estimate from the earlier jobs on this machine; null without an estimate, and unless queued.</summary>
    public DateTimeOffset? ExpectedStart { get; init; }

    /// <summary>Why no node can start the job now; null when one can, and unless queued.</summary>
    public JobWait? Waiting { get; init; }

    public Progress? Progress { get; init; }
    public required DateTimeOffset CreatedAt { get; init; }
    public DateTimeOffset? StartedAt { get; init; }
    public DateTimeOffset? EndedAt { get; init; }

    /// <inheritdoc cref="Job.Resumes"/>
    public int Resumes { get; init; }

    /// <inheritdoc cref="Job.Node"/>
    public string? Node { get; init; }

    public JobEnvironment? Environment { get; init; }

    /// <summary>In the order of the requested strategies, the floor last.</summary>
    public required IReadOnlyList<CaseResult> Cases { get; init; }

    /// <summary>The document of a job in a list, where its cases are not read.</summary>
    public static JobDocument WithoutCases(Job job) => new()
    {
        Id = job.Id,
        Number = job.Number,
        Benchmark = job.Request.Benchmark,
        Title = job.Request.Title,
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
        Resumes = job.Resumes,
        Node = job.Node,
        Environment = job.Environment,
        Cases = [],
    };

    /// <summary>The job without its cases.</summary>
    public Job ToJob() => new()
    {
        Id = Id,
        Number = Number,
        Request = Request with { Benchmark = Benchmark, Title = Title },
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
        Resumes = Resumes,
        Node = Node,
        Environment = Environment,
    };
}

/// <summary>A queued job that no active node can start.</summary>
public sealed record JobWait
{
    /// <summary>The missing node or nodes.</summary>
    public required Reason Reason { get; init; }
}
