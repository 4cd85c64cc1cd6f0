using System.Data;
using Dapper;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Alerts;

/// <summary>A row of the table <c>alerts</c>, with the name of its schedule.</summary>
internal sealed record AlertRow
{
    public const string Select = """
        SELECT alerts.id AS Id, schedule_id AS ScheduleId, schedules.name AS Schedule, alerts.benchmark AS Benchmark, strategy AS Strategy, target AS Target,
          point AS Point, state AS State, basis AS Basis, ratio AS Ratio, low AS Low, high AS High, since AS Since, since_job AS SinceJob, job AS Job,
          rerun AS Rerun, alerts.last_job AS LastJob, opened_at AS OpenedAt, updated_at AS UpdatedAt, silenced_until AS SilencedUntil,
          ended_at AS EndedAt, resolution AS Resolution
        FROM alerts JOIN schedules ON schedules.id = alerts.schedule_id
        """;

    private const string Insert = """
        INSERT INTO alerts (id, schedule_id, benchmark, strategy, target, point, state, basis, ratio, low, high, since, since_job, job, rerun, last_job, opened_at, updated_at)
        VALUES (@Id, @ScheduleId, @Benchmark, @Strategy, @Target, @Point, @State, @Basis, @Ratio, @Low, @High, @Since, @SinceJob, @Job, @Rerun, @LastJob, @OpenedAt, @UpdatedAt)
        ON CONFLICT DO NOTHING
        """;

    // Keeps a change that a user made during the review.
    private const string Update = """
        UPDATE alerts
        SET ratio = @Ratio, low = @Low, high = @High, last_job = @LastJob, updated_at = @UpdatedAt,
            state = CASE WHEN state = 'silenced' AND silenced_until <= @UpdatedAt AND @State = 'open' THEN 'open' ELSE state END,
            silenced_until = CASE WHEN state = 'silenced' AND silenced_until <= @UpdatedAt AND @State = 'open' THEN NULL ELSE silenced_until END
        WHERE id = @Id AND ended_at IS NULL
        """;

    private const string Resolve = """
        UPDATE alerts SET state = 'resolved', silenced_until = NULL, updated_at = @UpdatedAt, ended_at = @EndedAt, resolution = @Resolution
        WHERE id = @Id AND ended_at IS NULL
        """;

    public required string Id { get; init; }
    public required string ScheduleId { get; init; }
    public string Schedule { get; init; } = "";
    public required string Benchmark { get; init; }
    public required string Strategy { get; init; }
    public required string Target { get; init; }
    public long? Point { get; init; }
    public required string State { get; init; }
    public required string Basis { get; init; }
    public required double Ratio { get; init; }
    public required double Low { get; init; }
    public required double High { get; init; }
    public required string Since { get; init; }
    public required string SinceJob { get; init; }
    public required string Job { get; init; }
    public required string Rerun { get; init; }
    public required string LastJob { get; init; }
    public required string OpenedAt { get; init; }
    public required string UpdatedAt { get; init; }
    public string? SilencedUntil { get; init; }
    public string? EndedAt { get; init; }
    public string? Resolution { get; init; }

    /// <summary>Saves the alerts of a review and the webhook messages about them.</summary>
    public static async Task<int> SaveAsync(IDbConnection connection, ReviewResult result, DateTimeOffset now)
    {
        foreach (var alert in result.Opened)
        {
            if (await connection.ExecuteAsync(Insert, Of(alert)) == 1 && result.NotifyWebhook)
            {
                await WebhookRow.AddAsync(connection, WebhookEvent.Opened, alert, now);
            }
        }

        foreach (var alert in result.Updated)
        {
            var row = Of(alert);
            var before = await connection.QuerySingleOrDefaultAsync<string>("SELECT state FROM alerts WHERE id = @Id", new { row.Id });
            await connection.ExecuteAsync(Update, row);
            var after = await connection.QuerySingleOrDefaultAsync<string>("SELECT state FROM alerts WHERE id = @Id", new { row.Id });
            if (before != after && result.NotifyWebhook)
            {
                await WebhookRow.AddAsync(connection, WebhookEvent.Opened, alert, now);
            }
        }

        foreach (var alert in result.Resolved)
        {
            await ResolveAsync(connection, alert, result.NotifyWebhook, now);
        }

        return result.Opened.Count + result.Resolved.Count;
    }

    /// <returns>Whether the alert was active.</returns>
    public static async Task<bool> ResolveAsync(IDbConnection connection, Alert alert, bool notify, DateTimeOffset now)
    {
        var ended = await connection.ExecuteAsync(Resolve, Of(alert)) == 1;
        if (ended && notify)
        {
            await WebhookRow.AddAsync(connection, WebhookEvent.Resolved, alert, now);
        }

        return ended;
    }

    public static AlertRow Of(Alert alert) => new()
    {
        Id = Column.Of(alert.Id),
        ScheduleId = Column.Of(alert.ScheduleId),
        Benchmark = alert.Benchmark,
        Strategy = alert.Strategy,
        Target = alert.Target,
        Point = alert.Point,
        State = Column.Of(alert.State),
        Basis = Column.Of(alert.Basis),
        Ratio = alert.Ratio.Value,
        Low = alert.Ratio.Low,
        High = alert.Ratio.High,
        Since = Column.Of(alert.Since),
        SinceJob = Column.Of(alert.SinceJob),
        Job = Column.Of(alert.Job),
        Rerun = Column.Of(alert.ConfirmedBy),
        LastJob = Column.Of(alert.LastJob),
        OpenedAt = Column.Of(alert.OpenedAt),
        UpdatedAt = Column.Of(alert.UpdatedAt),
        SilencedUntil = alert.SilencedUntil is { } until ? Column.Of(until) : null,
        EndedAt = alert.EndedAt is { } ended ? Column.Of(ended) : null,
        Resolution = alert.Resolution is { } resolution ? Column.Of(resolution) : null,
    };

    public Alert ToAlert() => new()
    {
        Id = Guid.Parse(Id),
        ScheduleId = Guid.Parse(ScheduleId),
        Schedule = Schedule,
        Benchmark = Benchmark,
        Strategy = Strategy,
        Target = Target,
        Point = Point,
        State = Enum.Parse<AlertState>(State, ignoreCase: true),
        Basis = Enum.Parse<Basis>(Basis, ignoreCase: true),
        Ratio = new(Ratio, Low, High),
        Since = Column.Time(Since),
        SinceJob = Guid.Parse(SinceJob),
        Job = Guid.Parse(Job),
        ConfirmedBy = Guid.Parse(Rerun),
        LastJob = Guid.Parse(LastJob),
        OpenedAt = Column.Time(OpenedAt),
        UpdatedAt = Column.Time(UpdatedAt),
        SilencedUntil = SilencedUntil is null ? null : Column.Time(SilencedUntil),
        EndedAt = EndedAt is null ? null : Column.Time(EndedAt),
        Resolution = Resolution is null ? null : Enum.Parse<Resolution>(Resolution, ignoreCase: true),
    };
}
