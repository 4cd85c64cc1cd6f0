using System.Data;
using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Schedules;

/// <summary>The durable record of schedules, in the database of a <see cref="JobLedger"/>. The caller computes the times from the cron
/// expression. Every method throws <see cref="LedgerException"/> when the database fails.</summary>
public sealed class ScheduleLedger(LedgerDatabase database)
{
    /// <summary>The number of missed runs that are stored for each schedule; older ones are only counted.</summary>
    public const int MissedStored = 100;

    /// <summary>Adds a schedule.</summary>
    /// <param name="schedule">A schedule with a new id.</param>
    /// <param name="nextAt">The first time it is due; ignored when it is paused.</param>
    /// <returns>Saved or NameTaken.</returns>
    public Task<ScheduleOutcome> AddAsync(Schedule schedule, DateTimeOffset? nextAt, CancellationToken ct = default) => database.WriteAsync(
        async connection =>
        {
            if (await IsTakenAsync(connection, schedule))
            {
                return ScheduleOutcome.NameTaken;
            }

            await connection.ExecuteAsync(ScheduleRow.Insert, ScheduleRow.Of(schedule, nextAt));
            return ScheduleOutcome.Saved;
        },
        ct);

    /// <summary>Changes name, times, request and note. Its jobs get the new name. It remains paused or active.</summary>
    /// <param name="schedule">The changed schedule.</param>
    /// <param name="nextAt">When it is due next, if its times changed.</param>
    public async Task<ScheduleOutcome> ChangeAsync(Schedule schedule, DateTimeOffset? nextAt, CancellationToken ct = default)
    {
        var (outcome, isRenamed) = await database.WriteAsync(
            async connection =>
            {
                if (await FindRowAsync(connection, schedule.Id) is not { } before)
                {
                    return (ScheduleOutcome.NotFound, false);
                }

                if (await IsTakenAsync(connection, schedule))
                {
                    return (ScheduleOutcome.NameTaken, false);
                }

                await connection.ExecuteAsync(ScheduleRow.Update, ScheduleRow.Of(schedule with { Paused = false }, nextAt));
                await connection.ExecuteAsync(
                    "UPDATE jobs SET schedule = @Name WHERE schedule = @Before", new { schedule.Name, Before = before.Name });
                return (ScheduleOutcome.Saved, before.Name != schedule.Name);
            },
            ct);
        if (isRenamed)
        {
            await JobWords.SaveAsync(database, schedule.Name, ct);
        }

        return outcome;
    }

    /// <summary>The schedule; null when it does not exist.</summary>
    public Task<ScheduleRecord?> FindAsync(Guid id, CancellationToken ct = default) => database.ReadAsync(
        async connection => (await ReadAsync(connection, "WHERE id = @Id", new { Id = id })).SingleOrDefault(), ct);

    /// <summary>All schedules by name.</summary>
    public Task<IReadOnlyList<ScheduleRecord>> ListAsync(CancellationToken ct = default) => database.ReadAsync<IReadOnlyList<ScheduleRecord>>(
        connection => ReadAsync(connection, "ORDER BY name", new { }), ct);

    /// <summary>Deletes a schedule with its missed runs and its alerts. Its jobs remain.</summary>
    /// <param name="id">The schedule.</param>
    /// <param name="notify">Whether to notify the webhook that the active alerts have ended.</param>
    /// <returns>False when the schedule does not exist.</returns>
    public Task<bool> DeleteAsync(Guid id, bool notify, DateTimeOffset now, CancellationToken ct = default) => database.WriteAsync(
        async connection =>
        {
            foreach (var row in await AlertRow.ReadAsync(connection, "WHERE schedule_id = @Id AND ended_at IS NULL", new { Id = id }))
            {
                await AlertRow.ResolveAsync(connection, row.ToAlert().Resolve(Resolution.Changed, now), notify, now);
            }

            return 1 == await connection.ExecuteAsync("DELETE FROM schedules WHERE id = @Id", new { Id = id });
        },
        ct);

    /// <summary>Pauses a schedule until it is resumed.</summary>
    /// <returns>False when the schedule does not exist.</returns>
    public Task<bool> PauseAsync(Guid id, CancellationToken ct = default) => database.WriteAsync(
        async connection => 1 == await connection.ExecuteAsync(
            "UPDATE schedules SET paused = TRUE, next_at = NULL WHERE id = @Id", new { Id = id }),
        ct);

    /// <summary>Resumes a schedule. If it is not paused, its next time remains.</summary>
    /// <returns>False when the schedule does not exist.</returns>
    public Task<bool> ResumeAsync(Guid id, DateTimeOffset? nextAt, CancellationToken ct = default) => database.WriteAsync(
        async connection => 1 == await connection.ExecuteAsync(
            "UPDATE schedules SET next_at = CASE WHEN paused THEN @NextAt ELSE next_at END, paused = FALSE WHERE id = @Id",
            new { Id = id, NextAt = nextAt }),
        ct);

    /// <summary>The schedules that are due, the most overdue first.</summary>
    public Task<IReadOnlyList<ScheduleRecord>> DueAsync(DateTimeOffset now, CancellationToken ct = default) =>
        database.ReadAsync<IReadOnlyList<ScheduleRecord>>(
            async connection => [.. (await ReadAsync(connection, "WHERE next_at <= @Now ORDER BY next_at, id", new { Now = now }))
                .Where(record => record.NextAt is not null)], ct);

    /// <summary>Moves the next time of a schedule forward, as after a clock that was ahead and was set back.</summary>
    /// <param name="id">The schedule.</param>
    /// <param name="from">Its next time as it was read.</param>
    /// <param name="to">An earlier time.</param>
    /// <returns>False when the schedule was deleted, paused or changed; nothing changed.</returns>
    public Task<bool> AdvanceAsync(Guid id, DateTimeOffset from, DateTimeOffset to, CancellationToken ct = default) => database.WriteAsync(
        async connection => await FindRowAsync(connection, id) is { } row && row.NextAt == from && 1 == await SetNextAsync(connection, row, to), ct);

    /// <summary>Queues the job of a due schedule and sets its next time in one transaction, so no scheduled run starts
    /// twice, even after a crash.</summary>
    /// <param name="id">The schedule.</param>
    /// <param name="dueAt">When it is due.</param>
    /// <param name="nextAt">When it is due next.</param>
    /// <param name="job">A queued job; it gets the name of the schedule.</param>
    /// <param name="queueLimit">Maximum number of queued jobs.</param>
    /// <exception cref="QueueFullException">The queue is full; nothing changed.</exception>
    public Task<FireOutcome> FireAsync(
        Guid id, DateTimeOffset dueAt, DateTimeOffset? nextAt, Job job, int queueLimit, CancellationToken ct = default) =>
        database.WriteAsync(
            async connection =>
            {
                if (await FindRowAsync(connection, id) is not { } row || row.NextAt != dueAt)
                {
                    return FireOutcome.NotDue;
                }

                var outcome = await QueueAsync(connection, row, job, queueLimit);
                if (outcome == FireOutcome.Queued)
                {
                    await SetNextAsync(connection, row, nextAt);
                }

                return outcome;
            },
            ct);

    /// <summary>Queues the job of a schedule now, even when it is paused. Its next time remains.</summary>
    /// <inheritdoc cref="FireAsync"/>
    public Task<FireOutcome> RunAsync(Guid id, Job job, int queueLimit, CancellationToken ct = default) => database.WriteAsync(
        async connection => await FindRowAsync(connection, id) is { } row ? await QueueAsync(connection, row, job, queueLimit) : FireOutcome.NotDue,
        ct);

    /// <summary>Records missed runs of a due schedule and sets its next time.</summary>
    /// <param name="id">The schedule.</param>
    /// <param name="dueAt">When it is due: the first missed run.</param>
    /// <param name="nextAt">When it is due next.</param>
    /// <param name="missed">The last missed runs.</param>
    /// <param name="count">The number of all missed runs.</param>
    /// <returns>False when the schedule was deleted or paused, or is no longer due at that time; nothing changed.</returns>
    public Task<bool> MissAsync(
        Guid id, DateTimeOffset dueAt, DateTimeOffset? nextAt, IReadOnlyList<MissedRun> missed, long count, CancellationToken ct = default) =>
        database.WriteAsync(
            async connection =>
            {
                if (await FindRowAsync(connection, id) is not { } row || row.NextAt != dueAt)
                {
                    return false;
                }

                await connection.ExecuteAsync(
                    MissedRunRow.Insert, missed.Select(run => new MissedRunRow { ScheduleId = row.Id, DueAt = run.DueAt, Reason = run.Reason }));
                await connection.ExecuteAsync(MissedRunRow.Prune, new { row.Id, Kept = MissedStored });
                await connection.ExecuteAsync("UPDATE schedules SET missed = missed + @Count WHERE id = @Id", new { row.Id, Count = count });
                await SetNextAsync(connection, row, nextAt);
                return true;
            },
            ct);

    /// <summary>The stored missed runs of a schedule and its jobs that did not complete, oldest first.</summary>
    public Task<IReadOnlyList<MissedRun>> MissedAsync(Guid schedule, CancellationToken ct = default) => database.ReadAsync<IReadOnlyList<MissedRun>>(
        async connection => [.. (await Rows.ReadAsync<MissedRunRow>(
            connection,
            """
            SELECT schedule_id, due_at, reason, NULL AS state, NULL AS error FROM missed_scheduled_runs WHERE schedule_id = @Id
            UNION ALL
            SELECT schedules.id, jobs.created_at, NULL, jobs.state, jobs.error
            FROM schedules JOIN jobs ON jobs.schedule = schedules.name
            WHERE schedules.id = @Id AND jobs.confirms IS NULL AND jobs.state IN (@Failed, @Cancelled, @Interrupted)
            ORDER BY 2
            """,
            new { Id = schedule, Failed = Column.Of(JobState.Failed), Cancelled = Column.Of(
                JobState.Cancelled), Interrupted = Column.Of(JobState.Interrupted) })).Select(row => row.ToMissedRun())],
        ct);

    private static async Task<FireOutcome> QueueAsync(IDbConnection connection, ScheduleRow row, Job job, int queueLimit)
    {
        var before = await connection.QueryFirstOrDefaultAsync<string>(
            "SELECT state FROM jobs WHERE schedule = @Name AND confirms IS NULL AND state IN (@Queued, @Running)",
            new { row.Name, Queued = Column.Of(JobState.Queued), Running = Column.Of(JobState.Running) });
        if (before is not null)
        {
            return before == Column.Of(JobState.Queued) ? FireOutcome.StillQueued : FireOutcome.StillRunning;
        }

        await JobLedger.EnqueueAsync(connection, job with { Schedule = row.Name }, queueLimit);
        await connection.ExecuteAsync("UPDATE schedules SET last_job = @Job WHERE id = @Id", new { row.Id, Job = job.Id });
        return FireOutcome.Queued;
    }

    private static Task<int> SetNextAsync(IDbConnection connection, ScheduleRow row, DateTimeOffset? nextAt) => connection.ExecuteAsync(
        "UPDATE schedules SET next_at = @NextAt WHERE id = @Id", new { row.Id, NextAt = nextAt });

    private static async Task<bool> IsTakenAsync(IDbConnection connection, Schedule schedule) => 0 < await connection.ExecuteScalarAsync<int>(
        "SELECT COUNT(*) FROM schedules WHERE name = @Name AND id <> @Id", new { schedule.Name, Id = schedule.Id });

    private static async Task<ScheduleRow?> FindRowAsync(IDbConnection connection, Guid id) =>
        (await ScheduleRow.ReadAsync(connection, $"SELECT {ScheduleRow.Columns} FROM schedules WHERE id = @Id", new { Id = id })).SingleOrDefault();

    private static async Task<IReadOnlyList<ScheduleRecord>> ReadAsync(IDbConnection connection, string which, object parameters)
    {
        var rows = await ScheduleRow.ReadAsync(connection, $"SELECT {ScheduleRow.Columns} FROM schedules {which}", parameters);
        var jobs = (await JobRow.ReadAsync(
            connection, $"SELECT {JobRow.Columns} FROM jobs WHERE {SqlDialect.Of(connection).In("id", "@Ids")}",
            new { Ids = rows.Select(row => row.LastJob).OfType<Guid>().Select(Column.Of).ToArray() })).ToDictionary(job => job.Id);
        var missed = rows.Any(row => row.Missed > 0)
            ? (await Rows.ReadAsync<MissedRunRow>(connection, MissedRunRow.Last, new { Count = ScheduleRecord.MissedShown })).ToLookup(
                run => run.ScheduleId, run => run.ToMissedRun())
            : Enumerable.Empty<MissedRun>().ToLookup(_ => Guid.Empty);
        return
        [
            .. rows.Select(row => row.ToRecord(
                row.LastJob is { } last && jobs.TryGetValue(last, out var job)
                    ? new ListedJob(JobDocument.WithoutCases(job.ToJob()), job.Best, [])
                    : null,
                [.. missed[row.Id]])),
        ];
    }
}

/// <summary>The result of saving a schedule.</summary>
public enum ScheduleOutcome
{
    Saved,

    /// <summary>Another schedule has the name; nothing changed.</summary>
    NameTaken,
    NotFound,
}

/// <summary>The result of firing a schedule.</summary>
public enum FireOutcome
{
    /// <summary>Its job is in the queue.</summary>
    Queued,

    /// <summary>Its previous job is queued; nothing changed.</summary>
    StillQueued,

    /// <summary>Its previous job is running; nothing changed.</summary>
    StillRunning,

    /// <summary>The schedule was deleted or paused, or is no longer due at that time; nothing changed.</summary>
    NotDue,
}
