using System.Data;
using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;

namespace RedisPerf.Ledger;

/// <summary>
/// The durable record of schedules, in the file of a <see cref="JobLedger"/>. Times come from the caller: the ledger reads
/// no cron. Every method throws <see cref="LedgerException"/> when the disk or the file fails.
/// </summary>
public sealed class ScheduleLedger(LedgerFile file)
{
    /// <summary>So many missed nights are kept one by one; those before them are only counted.</summary>
    public const int MissedKept = 100;

    /// <summary>Adds a schedule.</summary>
    /// <param name="schedule">Of a new id.</param>
    /// <param name="nextAt">When it is due first; of no account when it is paused.</param>
    /// <param name="ct">Gives up.</param>
    /// <returns>Kept, or that another one has the name.</returns>
    public Task<ScheduleOutcome> AddAsync(Schedule schedule, DateTimeOffset? nextAt, CancellationToken ct = default) => file.WriteAsync(
        async connection =>
        {
            if (await IsTakenAsync(connection, schedule))
            {
                return ScheduleOutcome.NameTaken;
            }

            await connection.ExecuteAsync(ScheduleRow.Insert, ScheduleRow.Of(schedule, nextAt));
            return ScheduleOutcome.Kept;
        },
        ct);

    /// <summary>Changes name, times, request and note. A new name goes to the jobs that carry the old one. Whether it is paused stays.</summary>
    /// <param name="schedule">As it is to be.</param>
    /// <param name="nextAt">When it is due next, in case its times changed.</param>
    /// <param name="ct">Gives up.</param>
    public Task<ScheduleOutcome> ChangeAsync(Schedule schedule, DateTimeOffset? nextAt, CancellationToken ct = default) => file.WriteAsync(
        async connection =>
        {
            if (await FindRowAsync(connection, schedule.Id) is not { } before)
            {
                return ScheduleOutcome.NotFound;
            }

            if (await IsTakenAsync(connection, schedule))
            {
                return ScheduleOutcome.NameTaken;
            }

            await connection.ExecuteAsync(ScheduleRow.Update, ScheduleRow.Of(schedule with { Paused = false }, nextAt));
            if (before.Name != schedule.Name)
            {
                await connection.ExecuteAsync("UPDATE jobs SET schedule = @Name WHERE schedule = @Before", new { schedule.Name, Before = before.Name });
            }

            return ScheduleOutcome.Kept;
        },
        ct);

    /// <summary>The schedule; null when there is none.</summary>
    public Task<KeptSchedule?> FindAsync(Guid id, CancellationToken ct = default) => file.ReadAsync(
        async connection => (await ReadAsync(connection, "WHERE id = @Id", new { Id = Column.Of(id) })).SingleOrDefault(), ct);

    /// <summary>All schedules by name.</summary>
    public Task<IReadOnlyList<KeptSchedule>> ListAsync(CancellationToken ct = default) => file.ReadAsync<IReadOnlyList<KeptSchedule>>(
        connection => ReadAsync(connection, "ORDER BY name", new { }), ct);

    /// <summary>Removes a schedule with its missed nights and its alerts; its jobs stay.</summary>
    /// <param name="id">The schedule.</param>
    /// <param name="tell">Whether the webhook is to be told that the alerts that lasted have ended.</param>
    /// <param name="now">The time.</param>
    /// <param name="ct">Gives up.</param>
    /// <returns>False when there is none.</returns>
    public Task<bool> DeleteAsync(Guid id, bool tell, DateTimeOffset now, CancellationToken ct = default) => file.WriteAsync(
        async connection =>
        {
            foreach (var row in (await connection.QueryAsync<AlertRow>($"{AlertRow.Select} WHERE schedule_id = @Id AND ended_at IS NULL", new { Id = Column.Of(id) })).AsList())
            {
                await AlertRow.ResolveAsync(connection, row.ToAlert().Ended(Resolution.Changed, now), tell, now);
            }

            return 1 == await connection.ExecuteAsync("DELETE FROM schedules WHERE id = @Id", new { Id = Column.Of(id) });
        },
        ct);

    /// <summary>It is due no more until it is resumed; one that is paused stays so.</summary>
    /// <returns>False when there is none.</returns>
    public Task<bool> PauseAsync(Guid id, CancellationToken ct = default) => file.WriteAsync(
        async connection => 1 == await connection.ExecuteAsync(
            "UPDATE schedules SET paused = TRUE, next_at = NULL WHERE id = @Id", new { Id = Column.Of(id) }),
        ct);

    /// <summary>It is due again; one that is not paused keeps its time.</summary>
    /// <returns>False when there is none.</returns>
    public Task<bool> ResumeAsync(Guid id, DateTimeOffset? nextAt, CancellationToken ct = default) => file.WriteAsync(
        async connection => 1 == await connection.ExecuteAsync(
            "UPDATE schedules SET next_at = CASE WHEN paused THEN @NextAt ELSE next_at END, paused = FALSE WHERE id = @Id",
            new { Id = Column.Of(id), NextAt = TextOf(nextAt) }),
        ct);

    /// <summary>The schedules that are due, the one that waits longest first.</summary>
    public Task<IReadOnlyList<KeptSchedule>> DueAsync(DateTimeOffset now, CancellationToken ct = default) => file.ReadAsync<IReadOnlyList<KeptSchedule>>(
        connection => ReadAsync(connection, "WHERE next_at <= @Now ORDER BY next_at, id", new { Now = Column.Of(now) }), ct);

    /// <summary>
    /// Puts a due schedule's job into the queue and moves the schedule on, in one transaction: however the process ends,
    /// no night is run twice.
    /// </summary>
    /// <param name="id">The schedule.</param>
    /// <param name="dueAt">The time that it is due at.</param>
    /// <param name="nextAt">When it is due after that.</param>
    /// <param name="job">A queued job; it gets the schedule's name.</param>
    /// <param name="queueLimit">Jobs waiting at most.</param>
    /// <param name="ct">Gives up.</param>
    /// <exception cref="QueueFullException">As many jobs wait as may; nothing changed.</exception>
    public Task<FireOutcome> FireAsync(Guid id, DateTimeOffset dueAt, DateTimeOffset? nextAt, Job job, int queueLimit, CancellationToken ct = default) => file.WriteAsync(
        async connection =>
        {
            if (await FindRowAsync(connection, id) is not { } row || row.NextAt != Column.Of(dueAt))
            {
                return FireOutcome.NotDue;
            }

            var outcome = await QueueAsync(connection, row, job, queueLimit);
            if (outcome == FireOutcome.Queued)
            {
                await MoveOnAsync(connection, row, nextAt);
            }

            return outcome;
        },
        ct);

    /// <summary>Puts a schedule's job into the queue out of turn, paused or not; when it is due next stays.</summary>
    /// <inheritdoc cref="FireAsync"/>
    public Task<FireOutcome> RunAsync(Guid id, Job job, int queueLimit, CancellationToken ct = default) => file.WriteAsync(
        async connection => await FindRowAsync(connection, id) is { } row ? await QueueAsync(connection, row, job, queueLimit) : FireOutcome.NotDue, ct);

    /// <summary>Keeps nights that a due schedule missed, and moves it on.</summary>
    /// <param name="id">The schedule.</param>
    /// <param name="dueAt">The time that it is due at, the first of the missed ones.</param>
    /// <param name="nextAt">When it is due after them.</param>
    /// <param name="missed">The last ones of them.</param>
    /// <param name="count">How many they are in all.</param>
    /// <param name="ct">Gives up.</param>
    /// <returns>False when the schedule is gone, paused, or no longer due at that time; nothing changed.</returns>
    public Task<bool> MissAsync(Guid id, DateTimeOffset dueAt, DateTimeOffset? nextAt, IReadOnlyList<MissedNight> missed, long count, CancellationToken ct = default) => file.WriteAsync(
        async connection =>
        {
            if (await FindRowAsync(connection, id) is not { } row || row.NextAt != Column.Of(dueAt))
            {
                return false;
            }

            await connection.ExecuteAsync(
                MissedNightRow.Insert, missed.Select(night => new MissedNightRow { ScheduleId = row.Id, DueAt = Column.Of(night.DueAt), Reason = night.Reason }));
            await connection.ExecuteAsync(MissedNightRow.Prune, new { row.Id, Kept = MissedKept });
            await connection.ExecuteAsync("UPDATE schedules SET missed = missed + @Count WHERE id = @Id", new { row.Id, Count = count });
            await MoveOnAsync(connection, row, nextAt);
            return true;
        },
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
        await connection.ExecuteAsync("UPDATE schedules SET last_job = @Job WHERE id = @Id", new { row.Id, Job = Column.Of(job.Id) });
        return FireOutcome.Queued;
    }

    private static Task<int> MoveOnAsync(IDbConnection connection, ScheduleRow row, DateTimeOffset? nextAt) => connection.ExecuteAsync(
        "UPDATE schedules SET next_at = @NextAt WHERE id = @Id", new { row.Id, NextAt = TextOf(nextAt) });

    private static async Task<bool> IsTakenAsync(IDbConnection connection, Schedule schedule) => 0 < await connection.ExecuteScalarAsync<int>(
        "SELECT COUNT(*) FROM schedules WHERE name = @Name AND id <> @Id", new { schedule.Name, Id = Column.Of(schedule.Id) });

    private static Task<ScheduleRow?> FindRowAsync(IDbConnection connection, Guid id) => connection.QuerySingleOrDefaultAsync<ScheduleRow>(
        $"SELECT {ScheduleRow.Columns} FROM schedules WHERE id = @Id", new { Id = Column.Of(id) });

    private static async Task<IReadOnlyList<KeptSchedule>> ReadAsync(IDbConnection connection, string which, object parameters)
    {
        var rows = (await connection.QueryAsync<ScheduleRow>($"SELECT {ScheduleRow.Columns} FROM schedules {which}", parameters)).AsList();
        var jobs = (await connection.QueryAsync<JobRow>(
            $"SELECT {JobRow.Columns} FROM jobs WHERE id IN @Ids", new { Ids = rows.Select(row => row.LastJob).OfType<string>() })).ToDictionary(job => job.Id);
        var missed = rows.Any(row => row.Missed > 0)
            ? (await connection.QueryAsync<MissedNightRow>(MissedNightRow.Last, new { Told = KeptSchedule.MissedTold })).ToLookup(night => night.ScheduleId, night => night.ToNight())
            : Enumerable.Empty<MissedNight>().ToLookup(_ => "");
        return
        [
            .. rows.Select(row => row.ToKept(
                row.LastJob is { } last && jobs.TryGetValue(last, out var job) ? new ListedJob(JobDocument.WithoutCases(job.ToJob()), job.Best, []) : null,
                [.. missed[row.Id]])),
        ];
    }

    private static string? TextOf(DateTimeOffset? time) => time is { } known ? Column.Of(known) : null;
}
