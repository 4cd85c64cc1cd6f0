using System.Data;
using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Alerts;

/// <summary>A row of the table <c>alerts</c>, with the name of its schedule.</summary>
internal sealed record AlertRow
{
    private const string Select = """
        SELECT alerts.id, schedule_id, schedules.name AS schedule, alerts.benchmark, strategy, target, point, client, state, basis, ratio, low, high, since,
          since_job, job, rerun, alerts.last_job, opened_at, updated_at, silenced_until, ended_at, resolution
        FROM alerts JOIN schedules ON schedules.id = alerts.schedule_id
        """;

    private const string Insert = """
        INSERT INTO alerts (id, schedule_id, benchmark, strategy, target, point, client, state, basis, ratio, low, high, since, since_job, job, rerun, last_job, opened_at, updated_at)
        VALUES (@Id, @ScheduleId, @Benchmark, @Strategy, @Target, @Point, @Client, @State, @Basis, @Ratio, @Low, @High, @Since, @SinceJob, @Job, @Rerun, @LastJob, @OpenedAt, @UpdatedAt)
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

    public required Guid Id { get; init; }
    public required Guid ScheduleId { get; init; }
    public string Schedule { get; init; } = "";
    public required string Benchmark { get; init; }
    public required string Strategy { get; init; }
    public required string Target { get; init; }
    public long? Point { get; init; }
    public string? Client { get; init; }
    public required string State { get; init; }
    public required string Basis { get; init; }
    public required double Ratio { get; init; }
    public required double Low { get; init; }
    public required double High { get; init; }
    public required DateTimeOffset Since { get; init; }
    public required Guid SinceJob { get; init; }
    public required Guid Job { get; init; }
    public required Guid Rerun { get; init; }
    public required Guid LastJob { get; init; }
    public required DateTimeOffset OpenedAt { get; init; }
    public required DateTimeOffset UpdatedAt { get; init; }
    public DateTimeOffset? SilencedUntil { get; init; }
    public DateTimeOffset? EndedAt { get; init; }
    public string? Resolution { get; init; }

    /// <summary>Why the row could not be read, and this one replaces it; null for any other row.</summary>
    public Reason? Damage { get; init; }

    /// <summary>Reads alerts. A row that cannot be read is an alert without a ratio and with the reason.</summary>
    /// <param name="connection">An open connection.</param>
    /// <param name="where">The end of the query.</param>
    /// <param name="parameters">Its parameters.</param>
    public static Task<List<AlertRow>> ReadAsync(IDbConnection connection, string where, object? parameters) => Rows.ReadAsync<AlertRow>(connection, $"{Select} {where}", parameters, row => row.Check(), Damaged);

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
        Id = alert.Id,
        ScheduleId = alert.ScheduleId,
        Benchmark = alert.Benchmark,
        Strategy = alert.Strategy,
        Target = alert.Target,
        Point = alert.Point,
        Client = alert.Client,
        State = Column.Of(alert.State),
        Basis = Column.Of(alert.Basis),
        Ratio = alert.Ratio?.Value ?? 0,
        Low = alert.Ratio?.Low ?? 0,
        High = alert.Ratio?.High ?? 0,
        Since = alert.Since,
        SinceJob = alert.SinceJob,
        Job = alert.Job,
        Rerun = alert.ConfirmedBy,
        LastJob = alert.LastJob,
        OpenedAt = alert.OpenedAt,
        UpdatedAt = alert.UpdatedAt,
        SilencedUntil = alert.SilencedUntil,
        EndedAt = alert.EndedAt,
        Resolution = alert.Resolution is { } resolution ? Column.Of(resolution) : null,
    };

    public Alert ToAlert() => new()
    {
        Id = Id,
        ScheduleId = ScheduleId,
        Schedule = Schedule,
        Benchmark = Benchmark,
        Strategy = Strategy,
        Target = Target,
        Point = Point,
        Client = Client,
        State = Column.Read<AlertState>(State),
        Basis = Column.Read<Basis>(Basis),
        Ratio = Damage is null ? new(Ratio, Low, High) : null,
        Error = Damage,
        Since = Since,
        SinceJob = SinceJob,
        Job = Job,
        ConfirmedBy = Rerun,
        LastJob = LastJob,
        OpenedAt = OpenedAt,
        UpdatedAt = UpdatedAt,
        SilencedUntil = SilencedUntil,
        EndedAt = EndedAt,
        Resolution = Resolution is null ? null : Column.Read<Resolution>(Resolution),
    };

    private void Check()
    {
        var alert = ToAlert();
        if (!double.IsFinite(Ratio) || !double.IsFinite(Low) || !double.IsFinite(High) || alert.IsActive != alert.Resolution is null || alert.IsActive != (alert.State != AlertState.Resolved))
        {
            throw new FormatException("The values contradict each other.");
        }
    }

    // It has ended unless it is in a list of active alerts.
    private static AlertRow? Damaged(IDataRecord record, string message)
    {
        if (!Guid.TryParse(record["id"] as string, out var id) || !Guid.TryParse(record["schedule_id"] as string, out var schedule))
        {
            return null;
        }

        var time = Rows.TimeOf(id);
        var state = Column.TryRead<AlertState>(record["state"] as string ?? "") ?? AlertState.Resolved;
        var hasEnded = state == AlertState.Resolved;
        return new()
        {
            Id = id,
            ScheduleId = schedule,
            Schedule = record["schedule"] as string ?? "",
            Benchmark = record["benchmark"] as string ?? "",
            Strategy = record["strategy"] as string ?? "",
            Target = record["target"] as string ?? "",
            State = Column.Of(state),
            Basis = Column.Of(Core.Trends.Basis.Itself),
            Ratio = 0,
            Low = 0,
            High = 0,
            Since = time,
            SinceJob = Guid.Empty,
            Job = Guid.Empty,
            Rerun = Guid.Empty,
            LastJob = Guid.Empty,
            OpenedAt = time,
            UpdatedAt = time,
            EndedAt = hasEnded ? time : null,
            Resolution = hasEnded ? Column.Of(Core.Trends.Resolution.Forgotten) : null,
            Damage = Rows.Damage(message),
        };
    }
}
