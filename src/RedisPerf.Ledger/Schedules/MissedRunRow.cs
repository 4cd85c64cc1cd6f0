using RedisPerf.Core.Model;

namespace RedisPerf.Ledger.Schedules;

/// <summary>A row of the table <c>missed_scheduled_runs</c>.</summary>
internal sealed record MissedRunRow
{
    /// <summary>The last missed runs of every schedule, newest first.</summary>
    public const string Last = """
        SELECT schedule_id, due_at, reason
        FROM (SELECT schedule_id, due_at, reason, ROW_NUMBER() OVER (PARTITION BY schedule_id ORDER BY due_at DESC) AS place
        FROM missed_scheduled_runs) AS missed
        WHERE place <= @Count
        ORDER BY due_at DESC
        """;

    public const string Insert =
        "INSERT INTO missed_scheduled_runs (schedule_id, due_at, reason) VALUES (@ScheduleId, @DueAt, @Reason) ON CONFLICT DO NOTHING";

    /// <summary>Deletes all missed runs except the last ones: a schedule that misses every minute must not fill the disk.</summary>
    public const string Prune = """
        DELETE FROM missed_scheduled_runs
        WHERE schedule_id = @Id AND due_at <= (SELECT due_at FROM missed_scheduled_runs WHERE schedule_id = @Id ORDER BY due_at DESC
          LIMIT 1 OFFSET @Kept)
        """;

    public required Guid ScheduleId { get; init; }
    public required DateTimeOffset DueAt { get; init; }

    /// <summary>Null when a job was started.</summary>
    public Reason? Reason { get; init; }

    /// <summary>The state of its job; null when no job was started.</summary>
    public string? State { get; init; }

    /// <summary>The error of its job.</summary>
    public Reason? Error { get; init; }

    public MissedRun ToMissedRun() => new(DueAt, Reason ?? Core.Model.Reason.Of(ReasonCode.JobNotCompleted, ("state", State), ("cause", Error)));
}
