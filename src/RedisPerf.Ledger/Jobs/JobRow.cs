using RedisPerf.Core.Model;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Jobs;

/// <summary>A row of the table <c>jobs</c>.</summary>
internal record JobRow
{
    /// <summary>The columns of a query for rows.</summary>
    public const string Columns = """
        id AS Id, benchmark AS Benchmark, state AS State, requested_by AS RequestedBy, schedule AS Schedule, confirms AS Confirms, note AS Note,
        error AS Error, request AS Request, environment AS Environment, progress AS Progress, created_at AS CreatedAt,
        started_at AS StartedAt, ended_at AS EndedAt, best_strategy AS BestStrategy, best_target AS BestTarget,
        best_point AS BestPoint, best_median AS BestMedian, starred AS Starred
        """;

    /// <summary>Adds a row without a best case. Its <see cref="Targets"/> are added separately.</summary>
    public const string Insert = """
        INSERT INTO jobs (id, benchmark, state, requested_by, schedule, confirms, note, note_text, error, request, environment, progress, created_at, started_at, ended_at, starred)
        VALUES (@Id, @Benchmark, @State, @RequestedBy, @Schedule, @Confirms, @Note, @NoteText, @Error, @Request, @Environment, @Progress, @CreatedAt, @StartedAt, @EndedAt, @Starred)
        """;

    /// <summary>Adds one of <see cref="Targets"/>.</summary>
    public const string InsertTarget = "INSERT INTO job_targets (job_id, target) VALUES (@JobId, @Target)";

    /// <summary>Saves the best case and the series that it belongs to.</summary>
    public const string KeepBest = """
        UPDATE jobs SET best_strategy = @BestStrategy, best_target = @BestTarget, best_point = @BestPoint, best_median = @BestMedian, series = @Series
        WHERE id = @Id
        """;

    public required string Id { get; init; }
    public required string Benchmark { get; init; }
    public required string State { get; init; }
    public required string RequestedBy { get; init; }
    public string? Schedule { get; init; }
    public string? Confirms { get; init; }
    public string? Note { get; init; }
    public string? Error { get; init; }
    public required string Request { get; init; }
    public string? Environment { get; init; }
    public string? Progress { get; init; }
    public required string CreatedAt { get; init; }
    public string? StartedAt { get; init; }
    public string? EndedAt { get; init; }
    public string? BestStrategy { get; init; }
    public string? BestTarget { get; init; }
    public long? BestPoint { get; init; }
    public double? BestMedian { get; init; }
    public bool Starred { get; init; }

    public BestCase? Best => BestStrategy is null ? null : new(BestStrategy, BestTarget!, BestPoint, BestMedian!.Value);

    public string? NoteText => TextOf(Note);

    public string? Series => JobSeries.KeyOf(ReadRequest(), Best);

    public IEnumerable<TargetRow> Targets => ReadRequest().Targets.Distinct().Select(target => new TargetRow(Id, target));

    /// <summary>The form of a note that the case-insensitive search compares.</summary>
    public static string? TextOf(string? note) => note?.ToLowerInvariant();

    public static JobRow Of(Job job) => new()
    {
        Id = Column.Of(job.Id),
        Benchmark = job.Request.Benchmark,
        State = Column.Of(job.State),
        RequestedBy = Column.Of(job.RequestedBy),
        Schedule = job.Schedule,
        Confirms = job.Confirms is { } confirmed ? Column.Of(confirmed) : null,
        Note = job.Note,
        Error = Column.Json(job.Error),
        Request = Column.Json(job.Request)!,
        Environment = Column.Json(job.Environment),
        Progress = Column.Json(job.Progress),
        CreatedAt = Column.Of(job.CreatedAt),
        StartedAt = job.StartedAt is { } started ? Column.Of(started) : null,
        EndedAt = job.EndedAt is { } ended ? Column.Of(ended) : null,
        Starred = job.Starred,
    };

    public Job ToJob() => new()
    {
        Id = Guid.Parse(Id),
        Request = ReadRequest(),
        RequestedBy = Enum.Parse<RequestedBy>(RequestedBy, ignoreCase: true),
        State = Enum.Parse<JobState>(State, ignoreCase: true),
        Schedule = Schedule,
        Confirms = Confirms is null ? null : Guid.Parse(Confirms),
        Note = Note,
        Starred = Starred,
        Error = Column.FromJson<Reason>(Error),
        Progress = Column.FromJson<Progress>(Progress),
        CreatedAt = Column.Time(CreatedAt),
        StartedAt = StartedAt is null ? null : Column.Time(StartedAt),
        EndedAt = EndedAt is null ? null : Column.Time(EndedAt),
        Environment = Column.FromJson<JobEnvironment>(Environment),
    };

    private JobRequest ReadRequest() => Column.FromJson<JobRequest>(Request)! with { Benchmark = Benchmark };

    /// <summary>A row of the table <c>job_targets</c>.</summary>
    internal sealed record TargetRow(string JobId, string Target);
}
