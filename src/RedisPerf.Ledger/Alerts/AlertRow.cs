using System.Data;
using System.Diagnostics.CodeAnalysis;
using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Alerts;

/// <summary>A row of the table <c>alerts</c>, with the name of its schedule.</summary>
internal sealed record AlertRow : Alert
{
    private const string Select = """
        SELECT alerts.id, schedule_id, schedules.name AS schedule, alerts.benchmark, strategy, at, state, basis,
          ratio AS median, low, high, machine, since, since_job, job, rerun AS confirmed_by, alerts.last_job, opened_at, updated_at,
          silenced_until, ended_at, resolution
        FROM alerts JOIN schedules ON schedules.id = alerts.schedule_id
        """;

    private const string Insert = """
        INSERT INTO alerts (id, schedule_id, benchmark, strategy, at, state, basis, ratio, low, high, machine, since, since_job, job,
          rerun, last_job, opened_at, updated_at, ended_at, resolution)
        VALUES (@Id, @ScheduleId, @Benchmark, @Strategy, @At, @StateWord, @BasisWord, @Median, @Low, @High, @Machine, @Since,
          @SinceJob, @Job, @ConfirmedBy, @LastJob, @OpenedAt, @UpdatedAt, @EndedAt, @ResolutionWord)
        ON CONFLICT DO NOTHING
        """;

    // Keeps a change that a user made during the review.
    private const string Update = """
        UPDATE alerts
        SET ratio = @Median, low = @Low, high = @High, last_job = @LastJob, updated_at = @UpdatedAt,
            state = CASE WHEN state = 'silenced' AND silenced_until <= @UpdatedAt AND @StateWord = 'open' THEN 'open' ELSE state END,
            silenced_until = CASE WHEN state = 'silenced' AND silenced_until <= @UpdatedAt AND @StateWord = 'open' THEN NULL ELSE silenced_until END
        WHERE id = @Id AND ended_at IS NULL
        """;

    private const string End = """
        UPDATE alerts SET state = 'resolved', silenced_until = NULL, updated_at = @UpdatedAt, ended_at = @EndedAt, resolution = @ResolutionWord
        WHERE id = @Id AND ended_at IS NULL
        """;

    public AlertRow()
    {
    }

    [SetsRequiredMembers]
    private AlertRow(Alert alert)
        : base(alert) => (Median, Low, High) = (alert.Ratio?.Value ?? 0, alert.Ratio?.Low ?? 0, alert.Ratio?.High ?? 0);

    /// <summary>The value of the ratio.</summary>
    public double Median { get; init; }
    public double Low { get; init; }
    public double High { get; init; }

    // Dapper writes an enum as a number.
    public string StateWord => Column.Of(State);
    public string BasisWord => Column.Of(Basis);
    public string? ResolutionWord => Resolution is { } resolution ? Column.Of(resolution) : null;

    /// <summary>The alert of the row.</summary>
    public Alert ToAlert() => ToPlain() with { Ratio = Error is null ? new(Median, Low, High) : null };

    /// <summary>Reads alerts. A row that cannot be read is an alert without a ratio and with the reason.</summary>
    /// <param name="connection">An open connection.</param>
    /// <param name="where">The end of the query.</param>
    public static Task<List<AlertRow>> ReadAsync(IDbConnection connection, string where, object? parameters) =>
        Rows.ReadAsync<AlertRow>(connection, $"{Select} {where}", parameters, row => row.Check(), Damaged);

    /// <summary>Saves the alerts of a review and the webhook messages about them.</summary>
    public static async Task<int> SaveAsync(IDbConnection connection, ReviewResult result, DateTimeOffset now)
    {
        foreach (var alert in result.Opened.Concat(result.Improved))
        {
            if (await connection.ExecuteAsync(Insert, Of(alert)) == 1 && result.NotifyWebhook)
            {
                await WebhookRow.AddAsync(connection, alert.IsImprovement ? WebhookEvent.Improved : WebhookEvent.Opened, alert, now);
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

        return result.Opened.Count + result.Improved.Count + result.Resolved.Count;
    }

    /// <returns>Whether the alert was active.</returns>
    public static async Task<bool> ResolveAsync(IDbConnection connection, Alert alert, bool notify, DateTimeOffset now)
    {
        var ended = await connection.ExecuteAsync(End, Of(alert)) == 1;
        if (ended && notify)
        {
            await WebhookRow.AddAsync(connection, WebhookEvent.Resolved, alert, now);
        }

        return ended;
    }

    private static AlertRow Of(Alert alert) => new(alert);

    private void Check()
    {
        if (!Enum.IsDefined(State) || !Enum.IsDefined(Basis) || (Resolution is { } resolution && !Enum.IsDefined(resolution))
            || !double.IsFinite(Median) || !double.IsFinite(Low) || !double.IsFinite(High)
            || IsActive != Resolution is null || IsActive != (State != AlertState.Resolved))
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
            At = Coordinates.Parse(record["at"] as string ?? ""),
            State = state,
            Basis = Basis.Itself,
            Ratio = null,
            Since = time,
            SinceJob = Guid.Empty,
            Job = Guid.Empty,
            ConfirmedBy = Guid.Empty,
            LastJob = Guid.Empty,
            OpenedAt = time,
            UpdatedAt = time,
            EndedAt = hasEnded ? time : null,
            Resolution = hasEnded ? Core.Trends.Resolution.Forgotten : null,
            Error = Rows.Damage(message),
        };
    }
}
