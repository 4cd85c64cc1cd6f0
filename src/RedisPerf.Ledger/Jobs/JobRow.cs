using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Jobs;

/// <summary>A row of the table <c>jobs</c>. Its <see cref="Job.Request"/> is the column; see <see cref="FullRequest"/>.</summary>
internal sealed record JobRow : Job
{
    /// <summary>The columns of a query for rows.</summary>
    public const string Columns = """
        id, number, title, benchmark, state, requested_by, schedule, confirms, note, error, request, environment, progress, created_at,
          started_at, ended_at,
        best_strategy, best_at, best_median, tied_strategies, starred, resumes, node, lease, continuation
        """;

    /// <summary>Adds a row with the next number and without a best case. Its <see cref="Targets"/> are added separately.</summary>
    public static string Insert(SqlDialect dialect) => $"""
        UPDATE job_numbers SET last_number = last_number + 1;
        INSERT INTO jobs (id, number, title, benchmark, state, requested_by, schedule, confirms, note, note_text, error, request, environment,
          progress, created_at, started_at, ended_at, starred, resumes, node)
        VALUES (@Id, (SELECT last_number FROM job_numbers), @Title, @Benchmark, @StateWord, @RequestedByWord, @Schedule, @Confirms, @Note,
          @NoteText, @Error, @Request, @Environment, @Progress, @CreatedAt, @StartedAt, @EndedAt, @Starred, @Resumes, @Node);
        {dialect.SaveWords};
        """;

    /// <summary>Adds one of <see cref="Targets"/>.</summary>
    public const string InsertTarget = "INSERT INTO job_targets (job_id, target) VALUES (@JobId, @Target)";

    /// <summary>Saves the best case and the series that it belongs to.</summary>
    public const string KeepBest = """
        UPDATE jobs SET best_strategy = @BestStrategy, best_at = @BestAt,
          best_median = @BestMedian, tied_strategies = @TiedStrategies, series = @Series
        WHERE id = @Id
        """;

    public JobRow()
    {
    }

    [SetsRequiredMembers]
    private JobRow(Job job)
        : base(job) => (Title, Benchmark, Note) = (job.Request.Title, job.Request.Benchmark, Column.Of(job.Note));

    public string? Title { get; init; }
    public string Benchmark { get; init; } = "";
    public string? BestStrategy { get; init; }
    public Coordinates? BestAt { get; init; }
    public double? BestMedian { get; init; }

    /// <summary>The strategies as a JSON array: Dapper expands a parameter that is a list of strings.</summary>
    public string? TiedStrategies { get; init; }
    public Continuation? Continuation { get; init; }

    /// <summary>The progress of the current execution, or of the last one.</summary>
    public Progress? CurrentProgress => Continuation is { HasRuns: false } ? Continuation.Progress : Progress;

    /// <summary>The medians of the job's series as one text; only in the query of a list.</summary>
    public string? Trend { get; init; }

    public BestCase? Best => BestStrategy is null || BestAt is null || !JobDocumentCheck.IsTime(BestMedian)
        ? null
        : TiedStrategies is null ? new(BestStrategy, BestAt, BestMedian!.Value)
        : StoredTies.Read(TiedStrategies).Of(BestStrategy, BestAt, BestMedian!.Value);

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
    public static Task<List<JobRow>> ReadAsync(IDbConnection connection, string sql, object? parameters) =>
        Rows.ReadAsync<JobRow>(connection, sql, parameters, row => row.Check(), Damaged);

    public static JobRow Of(Job job) => new(job);

    public new Job ToJob() => base.ToJob() with
    {
        Request = FullRequest,
        Progress = CurrentProgress,
        ProfileOnly = Continuation is { Profile: true },
        // A job that continues keeps the time of its last end in its row.
        EndedAt = HasEnded ? EndedAt : null,
        Note = Note?.Length > RequestFields.MaximumNoteLength ? Note[..RequestFields.MaximumNoteLength] : Note,
    };

    // Dapper writes an enum as a number.
    public string StateWord => Column.Of(State);

    public string RequestedByWord => Column.Of(RequestedBy);

    /// <summary>Whether the row could not be read, and this one replaces it.</summary>
    public bool IsDamaged => Error?.Code == ReasonCode.RecordDamaged;

    private void Check()
    {
        if (!Enum.IsDefined(State) || !Enum.IsDefined(RequestedBy))
        {
            throw new FormatException("The state or the requester is no word of the ledger.");
        }

        if (new[] { Request.Strategies, Request.Targets, Request.Clients, Best?.Ties ?? [] }.Any(names => names.Contains(null!)))
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
            State = JobState.Failed,
            RequestedBy = RequestedBy.Page,
            Error = Rows.Damage(message),
            Request = JobRequest.None,
            CreatedAt = time,
            EndedAt = time,
        };
    }

    public JobRequest FullRequest => Extended with { Benchmark = Benchmark, Title = Title };

    private JobRequest Extended => Continuation?.BudgetSeconds is { } budgetSeconds ? AddedRounds.Extend(Request, budgetSeconds) : Request;

    /// <summary>A row of the table <c>job_targets</c>.</summary>
    internal sealed record TargetRow(Guid JobId, string Target);
}
