using System.Data;
using Dapper;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Alerts;

/// <summary>The alerts of all schedules, in the database of a <see cref="JobLedger"/>. <see cref="ScheduledRunLedger.SaveAsync"/> opens and
/// resolves them. Every method throws <see cref="LedgerException"/> when the database fails.</summary>
public sealed class AlertLedger(LedgerDatabase database)
{
    /// <summary>Newest first.</summary>
    /// <param name="state">Null for all.</param>
    /// <param name="schedule">The schedule's id; null for all.</param>
    /// <param name="limit">Maximum number of alerts.</param>
    /// <param name="before">Returns only alerts older than this one; null starts with the newest.</param>
    public Task<IReadOnlyList<Alert>> ListAsync(AlertState? state, Guid? schedule, int limit, Guid? before = null, CancellationToken ct = default) =>
        database.ReadAsync<IReadOnlyList<Alert>>(
            async connection => [.. (await AlertRow.ReadAsync(
                connection,
                "WHERE (@State IS NULL OR alerts.state = @State OR (@State = @Resolved AND "
                    + $"{SqlDialect.Of(connection).NotIn("alerts.state", "@Known")})) AND (@Schedule IS NULL OR schedule_id "
                    + "= @Schedule) AND (@Before IS NULL OR alerts.id < @Before) ORDER BY alerts.id DESC LIMIT @Limit",
                new { State = state is { } given ? Column.Of(given) : null, Schedule = schedule, Before = before, Limit = limit, Resolved = Column.Of(
                    AlertState.Resolved), Known = Enum.GetValues<AlertState>().Select(Column.Of).ToArray() })).Select(row => row.ToAlert())],
            ct);

    /// <summary>All active alerts of a schedule that can be read, without a limit: each must be tracked.</summary>
    public Task<IReadOnlyList<Alert>> ActiveAsync(Guid schedule, CancellationToken ct = default) => database.ReadAsync<IReadOnlyList<Alert>>(
        async connection =>
        [
            .. (await AlertRow.ReadAsync(
                connection, "WHERE schedule_id = @Schedule AND ended_at IS NULL ORDER BY alerts.id DESC", new { Schedule = schedule }))
                .Where(row => row.Error is null).Select(row => row.ToAlert()),
        ],
        ct);

    /// <summary>The number of open alerts.</summary>
    public Task<int> CountOpenAsync(CancellationToken ct = default) => database.ReadAsync(
        connection =>
            connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM alerts WHERE state = @State", new { State = Column.Of(AlertState.Open) }), ct);

    /// <summary>The number of open and acknowledged alerts of each schedule that has any, by the schedule's id.</summary>
    public Task<IReadOnlyDictionary<Guid, int>> CountBySchedulesAsync(CancellationToken ct = default) =>
        database.ReadAsync<IReadOnlyDictionary<Guid, int>>(
            async connection => (await connection.QueryAsync<(Guid Schedule, int Count)>(
                "SELECT schedule_id, COUNT(*) FROM alerts WHERE state IN (@Open, @Acknowledged) GROUP BY schedule_id",
                new { Open = Column.Of(AlertState.Open), Acknowledged = Column.Of(AlertState.Acknowledged) })).ToDictionary(
                    row => row.Schedule, row => row.Count),
            ct);

    /// <summary>How often each schedule decided that a case became slower or faster, by the schedule's id; none for a schedule without a
    /// decision.</summary>
    public Task<IReadOnlyDictionary<Guid, Decisions>> DecisionsAsync(CancellationToken ct = default) =>
        database.ReadAsync<IReadOnlyDictionary<Guid, Decisions>>(
            async connection => (await connection.QueryAsync<(Guid Schedule, long All, long Faster)>(
                "SELECT schedule_id, COUNT(*), SUM(CASE WHEN resolution = @Improved THEN 1 ELSE 0 END) FROM alerts GROUP BY schedule_id",
                new { Improved = Column.Of(Resolution.Improved) })).ToDictionary(
                    row => row.Schedule, row => new Decisions((int)(row.All - row.Faster), (int)row.Faster)),
            ct);

    /// <summary>The alert; null when it does not exist.</summary>
    public Task<Alert?> FindAsync(Guid id, CancellationToken ct = default) => database.ReadAsync(connection => FindAsync(connection, id), ct);

    /// <summary>Acknowledges an alert. It remains active.</summary>
    /// <returns>Refused when the alert has ended.</returns>
    public Task<ChangeOutcome> AcknowledgeAsync(Guid id, DateTimeOffset now, CancellationToken ct = default) =>
        SetAsync(id, AlertState.Acknowledged, null, now, ct);

    /// <summary>Silences an alert until a time.</summary>
    /// <returns>Refused when the alert has ended.</returns>
    public Task<ChangeOutcome> SilenceAsync(Guid id, DateTimeOffset until, DateTimeOffset now, CancellationToken ct = default) =>
        SetAsync(id, AlertState.Silenced, until, now, ct);

    /// <summary>Resolves an alert and makes the slow level the new baseline, from its first run on.</summary>
    /// <param name="id">The alert.</param>
    /// <param name="notify">Whether to notify the webhook.</param>
    /// <returns>Refused when the alert has ended.</returns>
    public Task<ChangeOutcome> AcceptAsBaselineAsync(Guid id, bool notify, DateTimeOffset now, CancellationToken ct = default) => database.WriteAsync(
        async connection =>
        {
            if (await FindAsync(connection, id) is not { } alert)
            {
                return ChangeOutcome.NotFound;
            }

            return await AlertRow.ResolveAsync(connection, alert.Resolve(Resolution.NewBaseline, now), notify, now)
                ? ChangeOutcome.Changed
                : ChangeOutcome.Refused;
        },
        ct);

    private Task<ChangeOutcome> SetAsync(Guid id, AlertState state, DateTimeOffset? until, DateTimeOffset now, CancellationToken ct) =>
        database.WriteAsync(
            async connection =>
            {
                var changed = await connection.ExecuteAsync(
                    "UPDATE alerts SET state = @State, silenced_until = @Until, updated_at = @Now WHERE id = @Id AND ended_at IS NULL",
                    new { Id = id, State = Column.Of(state), Until = until, Now = now });
                return changed == 1
                    ? ChangeOutcome.Changed
                    : await FindAsync(connection, id) is null ? ChangeOutcome.NotFound
                    : ChangeOutcome.Refused;
            },
            ct);

    private static async Task<Alert?> FindAsync(IDbConnection connection, Guid id) =>
        (await AlertRow.ReadAsync(connection, "WHERE alerts.id = @Id", new { Id = id })).SingleOrDefault()?.ToAlert();
}
