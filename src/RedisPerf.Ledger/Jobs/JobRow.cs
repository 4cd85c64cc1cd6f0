using System.Data;
using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Jobs;

/// <summary>A row of the table <c>jobs</c>.</summary>
internal sealed record JobRow
{
    /// <summary>The columns of a query for rows.</summary>
    public const string Columns = """
        id, number, title, benchmark, state, requested_by, schedule, confirms, note, error, request, environment, progress, created_at, started_at, ended_at,
        best_strategy, best_target, best_point, best_client, best_median, tied_strategies, starred, resumes, node, lease, continuation
        """;

    /// <summary>Adds a row with the next number and without a best case. Its <see cref="Targets"/> are added separately.</summary>
    public static string Insert(SqlDialect dialect) => $"""
        UPDATE job_numbers SET last_number = last_number + 1;
        INSERT INTO jobs (id, number, title, benchmark, state, requested_by, schedule, confirms, note, note_text, error, request, environment, progress, created_at, started_at, ended_at, starred, resumes, node)
        VALUES (@Id, (SELECT last_number FROM job_numbers), @Title, @Benchmark, @State, @RequestedBy, @Schedule, @Confirms, @Note, @NoteText, @Error, @Request, @Environment, @Progress, @CreatedAt, @StartedAt, @EndedAt, @Starred, @Resumes, @Node);
        {dialect.SaveWords};
        """;

    /// <summary>Adds one of <see cref="Targets"/>.</summary>
    public const string InsertTarget = "INSERT INTO job_targets (job_id, target) VALUES (@JobId, @Target)";

    /// <summary>Saves the best case and the series that it belongs to.</summary>
    public const string KeepBest = """
        UPDATE jobs SET best_strategy = @BestStrategy, best_target = @BestTarget, best_point = @BestPoint, best_client = @BestClient, best_median = @BestMedian, tied_strategies = @TiedStrategies, series = @Series
        WHERE id = @Id
        """;

    public required Guid Id { get; init; }
    public long? Number { get; init; }
    public string? Title { get; init; }
    public required string Benchmark { get; init; }
    public required string State { get; init; }
    public required string RequestedBy { get; init; }
    public string? Schedule { get; init; }
    public Guid? Confirms { get; init; }
    public string? Note { get; init => field = Column.Of(value); }
    public Reason? Error { get; init; }
    public required JobRequest Request { get; init; }
    public JobEnvironment? Environment { get; init; }
    public Progress? Progress { get; init; }
    public required DateTimeOffset CreatedAt { get; init; }
    public DateTimeOffset? StartedAt { get; init; }

    /// <summary>The time of the last end, which a job that continues keeps until its next end.</summary>
    public DateTimeOffset? EndedAt { get; init; }
    public string? BestStrategy { get; init; }
    public string? BestTarget { get; init; }
    public long? BestPoint { get; init; }
    public string? BestClient { get; init; }
    public double? BestMedian { get; init; }

    /// <summary>The strategies as a JSON array: Dapper expands a parameter that is a list of strings.</summary>
    public string? TiedStrategies { get; init; }
    public bool Starred { get; init; }
    public int Resumes { get; init; }
    public string? Node { get; init; }
    public long Lease { get; init; }
    public Continuation? Continuation { get; init; }

    /// <summary>The progress of the current execution, or of the last one.</summary>
    public Progress? CurrentProgress => Continuation is { HasRuns: false } ? Continuation.Progress : Progress;

    /// <summary>The medians of the job's series as one text; only in the query of a list.</summary>
    public string? Trend { get; init; }

    public BestCase? Best => BestStrategy is null || BestTarget is null || !JobDocumentCheck.IsTime(BestMedian) ? null : new(BestStrategy, BestTarget, BestPoint, BestMedian!.Value, TiedStrategies is null ? null : JsonSerializer.Deserialize<string[]>(TiedStrategies), BestClient);

    public IReadOnlyList<double> Medians => Trend is null ? [] :
    [
        .. from word in Trend.Split(' ')
           let median = double.TryParse(word, CultureInfo.InvariantCulture, out var number) ? number : (double?)null
           where JobDocumentCheck.IsTime(median)
           select median!.Value,
    ];

    /// <summary>The words by which the job is found, in addition to its number; see <see cref="JobSearch.WordsOf"/>.</summary>
    public string Words => string.Join(' ', JobSearch.WordsOf(string.Join(
        ' ',
        [
            Title, Benchmark, Schedule, Note,
            .. FullRequest.Strategies, .. FullRequest.Targets, .. FullRequest.Clients,
            .. FullRequest.Options.Select(option => $"{option.Key} {option.Value}"),
            .. (Environment?.Targets ?? []).Select(target => $"{target.Engine} {target.Version}"),
        ])));

    public string? NoteText => TextOf(Note);

    public string? Series => JobSeries.KeyOf(FullRequest, Environment, Best);

    public IEnumerable<TargetRow> Targets => FullRequest.Targets.Distinct().Select(target => new TargetRow(Id, target));

    /// <summary>The form of a note that the case-insensitive search compares.</summary>
    public static string? TextOf(string? note) => note?.ToLowerInvariant();

    /// <summary>Reads rows with the columns of <see cref="Columns"/>. A row that cannot be read is a failed job with the reason.</summary>
    public static Task<List<JobRow>> ReadAsync(IDbConnection connection, string sql, object? parameters) => Rows.ReadAsync<JobRow>(connection, sql, parameters, row => row.Check(), Damaged);

    public static JobRow Of(Job job) => new()
    {
        Id = job.Id,
        Number = job.Number,
        Title = job.Request.Title,
        Benchmark = job.Request.Benchmark,
        State = Column.Of(job.State),
        RequestedBy = Column.Of(job.RequestedBy),
        Schedule = job.Schedule,
        Confirms = job.Confirms,
        Note = job.Note,
        Error = job.Error,
        Request = job.Request,
        Environment = job.Environment,
        Progress = job.Progress,
        CreatedAt = job.CreatedAt,
        StartedAt = job.StartedAt,
        EndedAt = job.EndedAt,
        Resumes = job.Resumes,
        Node = job.Node,
        Starred = job.Starred,
    };

    public Job ToJob() => new()
    {
        Id = Id,
        Number = Number,
        Request = FullRequest,
        RequestedBy = Column.Read<RequestedBy>(RequestedBy),
        State = Column.Read<JobState>(State),
        Schedule = Schedule,
        Confirms = Confirms,
        Note = Note?.Length > RequestFields.MaximumNoteLength ? Note[..RequestFields.MaximumNoteLength] : Note,
        Starred = Starred,
        Error = Error,
        Progress = CurrentProgress,
        CreatedAt = CreatedAt,
        StartedAt = StartedAt,
        EndedAt = State == Column.Of(JobState.Queued) || State == Column.Of(JobState.Running) ? null : EndedAt,
        Resumes = Resumes,
        Node = Node,
        Lease = Lease,
        Environment = Environment,
    };

    /// <summary>Whether the row could not be read, and this one replaces it.</summary>
    public bool IsDamaged => Error?.Code == ReasonCode.RecordDamaged;

    private void Check()
    {
        if (ToJob().Request is { } request && (request.Strategies.Contains(null!) || request.Targets.Contains(null!) || request.Clients.Contains(null!) || Best?.Ties?.Contains(null!) == true))
        {
            throw new FormatException("A strategy or a target is null.");
        }
    }

    private static JobRow? Damaged(IDataRecord record, string message)
    {
        if (!Guid.TryParse(record["id"] as string, out var id))
        {
            return null;
        }

        var time = Rows.TimeOf(id);
        return new()
        {
            Id = id,
            Benchmark = record["benchmark"] as string ?? "",
            State = Column.Of(JobState.Failed),
            RequestedBy = Column.Of(Core.Model.RequestedBy.Page),
            Error = Rows.Damage(message),
            Request = NoRequest,
            CreatedAt = time,
            EndedAt = time,
        };
    }

    /// <summary>The request of a row that cannot be read.</summary>
    public static JobRequest NoRequest { get; } = new() { Strategies = [], Options = new Dictionary<string, JsonElement>(), Targets = [], Runs = 0, Warmups = 0, Seed = 0 };

    public JobRequest FullRequest => Extended with { Benchmark = Benchmark, Title = Title };

    private JobRequest Extended => Continuation?.BudgetSeconds is { } budgetSeconds ? AddedRounds.Extend(Request, budgetSeconds) : Request;

    /// <summary>A row of the table <c>job_targets</c>.</summary>
    internal sealed record TargetRow(Guid JobId, string Target);
}
