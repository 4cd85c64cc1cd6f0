using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Schedules;

/// <summary>A row of the table <c>schedules</c>.</summary>
internal sealed record ScheduleRow
{
    /// <summary>The columns of a query for rows.</summary>
    public const string Columns = """
        id AS Id, name AS Name, cron AS Cron, time_zone AS TimeZone, benchmark AS Benchmark, request AS Request, note AS Note,
        paused AS Paused, created_at AS CreatedAt, next_at AS NextAt, last_job AS LastJob, missed AS Missed
        """;

    public const string Insert = """
        INSERT INTO schedules (id, name, cron, time_zone, benchmark, request, note, paused, created_at, next_at)
        VALUES (@Id, @Name, @Cron, @TimeZone, @Benchmark, @Request, @Note, @Paused, @CreatedAt, @NextAt)
        """;

    /// <summary>The next time remains unless the times change: renaming a schedule that is due must not skip a run.</summary>
    public const string Update = """
        UPDATE schedules
        SET next_at = CASE WHEN paused OR (cron = @Cron AND time_zone = @TimeZone) THEN next_at ELSE @NextAt END,
            name = @Name, cron = @Cron, time_zone = @TimeZone, benchmark = @Benchmark, request = @Request, note = @Note
        WHERE id = @Id
        """;

    public required string Id { get; init; }
    public required string Name { get; init; }
    public required string Cron { get; init; }
    public required string TimeZone { get; init; }
    public required string Benchmark { get; init; }
    public required string Request { get; init; }
    public string? Note { get; init; }
    public required bool Paused { get; init; }
    public required string CreatedAt { get; init; }
    public string? NextAt { get; init; }
    public string? LastJob { get; init; }
    public long Missed { get; init; }

    public static ScheduleRow Of(Schedule schedule, DateTimeOffset? nextAt) => new()
    {
        Id = Column.Of(schedule.Id),
        Name = schedule.Name,
        Cron = schedule.Cron,
        TimeZone = schedule.TimeZone,
        Benchmark = schedule.Request.Benchmark,
        Request = Column.Json(schedule.Request)!,
        Note = schedule.Note,
        Paused = schedule.Paused,
        CreatedAt = Column.Of(schedule.CreatedAt),
        NextAt = nextAt is { } next && !schedule.Paused ? Column.Of(next) : null,
    };

    public ScheduleRecord ToRecord(ListedJob? lastJob, IReadOnlyList<MissedRun> missed) => new()
    {
        Schedule = new()
        {
            Id = Guid.Parse(Id),
            Name = Name,
            Cron = Cron,
            TimeZone = TimeZone,
            Request = Column.FromJson<JobRequest>(Request)! with { Benchmark = Benchmark },
            Note = Note,
            Paused = Paused,
            CreatedAt = Column.Time(CreatedAt),
        },
        NextAt = NextAt is null ? null : Column.Time(NextAt),
        LastJob = lastJob,
        MissedCount = Missed,
        Missed = missed,
    };
}
