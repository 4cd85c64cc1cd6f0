using System.Data;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Schedules;

/// <summary>A row of the table <c>schedules</c>.</summary>
internal sealed record ScheduleRow
{
    /// <summary>The columns of a query for rows.</summary>
    public const string Columns = "id, name, cron, time_zone, benchmark, request, note, paused, created_at, next_at, last_job, missed";

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

    public required Guid Id { get; init; }
    public required string Name { get; init; }
    public required string Cron { get; init; }
    public required string TimeZone { get; init; }
    public required string Benchmark { get; init; }
    public required JobRequest Request { get; init; }
    public string? Note { get; init => field = Column.Of(value); }
    public required bool Paused { get; init; }
    public required DateTimeOffset CreatedAt { get; init; }
    public DateTimeOffset? NextAt { get; init; }
    public Guid? LastJob { get; init; }
    public long Missed { get; init; }

    /// <summary>Why the row could not be read, and this one replaces it; null for any other row.</summary>
    public Reason? Damage { get; init; }

    /// <summary>Reads rows with the columns of <see cref="Columns"/>. A row that cannot be read is a paused schedule with the reason.</summary>
    public static Task<List<ScheduleRow>> ReadAsync(IDbConnection connection, string sql, object? parameters) =>
        Rows.ReadAsync<ScheduleRow>(connection, sql, parameters, row => row.Check(), Damaged);

    public static ScheduleRow Of(Schedule schedule, DateTimeOffset? nextAt) => new()
    {
        Id = schedule.Id,
        Name = schedule.Name,
        Cron = schedule.Cron,
        TimeZone = schedule.TimeZone,
        Benchmark = schedule.Request.Benchmark,
        Request = schedule.Request,
        Note = schedule.Note,
        Paused = schedule.Paused,
        CreatedAt = schedule.CreatedAt,
        NextAt = schedule.Paused ? null : nextAt,
    };

    public ScheduleRecord ToRecord(ListedJob? lastJob, IReadOnlyList<MissedRun> missed) => new()
    {
        Schedule = new()
        {
            Id = Id,
            Name = Name,
            Cron = Cron,
            TimeZone = TimeZone,
            Request = Request with { Benchmark = Benchmark },
            Note = Note,
            Paused = Paused,
            CreatedAt = CreatedAt,
        },
        NextAt = NextAt,
        Damage = Damage,
        LastJob = lastJob,
        MissedCount = Missed,
        Missed = missed,
    };

    private void Check()
    {
        if (Request.Strategies.Contains(null!) || Request.Targets.Contains(null!) || Request.Clients.Contains(null!))
        {
            throw new FormatException("A strategy or a target is null.");
        }
    }

    private static ScheduleRow? Damaged(IDataRecord record, string message) => !Guid.TryParse(record["id"] as string, out var id) ? null : new()
    {
        Id = id,
        Name = record["name"] as string ?? Column.Of(id),
        Cron = "",
        TimeZone = "",
        Benchmark = record["benchmark"] as string ?? "",
        Request = JobRequest.None,
        Paused = true,
        CreatedAt = Rows.TimeOf(id),
        Damage = Rows.Damage(message),
    };
}
