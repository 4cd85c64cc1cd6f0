using System.Data;
using Dapper;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;

namespace RedisPerf.Ledger;

/// <summary>
/// What was said of the nights of each schedule, in the file of a <see cref="JobLedger"/>. A night is a completed job of a
/// schedule that confirms no other one. Every method throws <see cref="LedgerException"/> when the disk or the file fails.
/// </summary>
public sealed class NightLedger(LedgerFile file, Catalogue catalogue)
{
    /// <summary>The nights that nothing was said of yet, and those whose rerun has ended or is gone; oldest first.</summary>
    public Task<IReadOnlyList<Guid>> WaitingAsync(CancellationToken ct = default) => file.ReadAsync<IReadOnlyList<Guid>>(
        async connection => [.. (await connection.QueryAsync<string>(
            """
            SELECT jobs.id
            FROM jobs JOIN schedules ON schedules.name = jobs.schedule LEFT JOIN nights ON nights.job_id = jobs.id LEFT JOIN jobs AS rerun ON rerun.id = nights.rerun
            WHERE jobs.state = @Completed AND jobs.confirms IS NULL
              AND (nights.job_id IS NULL OR (nights.state = @Suspicious AND (rerun.id IS NULL OR rerun.state NOT IN (@Queued, @Running))))
            ORDER BY jobs.id
            """,
            new { Completed = Column.Of(JobState.Completed), Suspicious = Column.Of(NightState.Suspicious), Queued = Column.Of(JobState.Queued), Running = Column.Of(JobState.Running) })).Select(Guid.Parse)],
        ct);

    /// <summary>The name of the schedule that asked for a job; null when none did, or it is gone.</summary>
    public Task<string?> ScheduleOfAsync(Guid job, CancellationToken ct = default) => file.ReadAsync(
        connection => connection.QuerySingleOrDefaultAsync<string?>("SELECT schedule FROM jobs WHERE id = @Id", new { Id = Column.Of(job) }), ct);

    /// <summary>The last nights of a schedule, oldest first.</summary>
    /// <param name="schedule">Its name.</param>
    /// <param name="limit">At most so many.</param>
    /// <param name="upTo">The last of them; null for the newest.</param>
    /// <param name="ct">Gives up.</param>
    public Task<IReadOnlyList<KeptNight>> ListAsync(string schedule, int limit, Guid? upTo = null, CancellationToken ct = default) => file.ReadAsync<IReadOnlyList<KeptNight>>(
        async connection =>
        {
            var jobs = (await connection.QueryAsync<JobRow>(
                $"""
                SELECT {JobRow.Columns} FROM jobs
                WHERE schedule = @Schedule AND confirms IS NULL AND state = @Completed AND (@UpTo IS NULL OR id <= @UpTo)
                ORDER BY id DESC LIMIT @Limit
                """,
                new { Schedule = schedule, Completed = Column.Of(JobState.Completed), UpTo = upTo is { } last ? Column.Of(last) : null, Limit = limit })).Reverse().ToArray();
            var nights = (await connection.QueryAsync<NightRow>($"SELECT {NightRow.Columns} FROM nights WHERE job_id IN @Ids", new { Ids = jobs.Select(job => job.Id) })).ToDictionary(night => night.JobId);
            var reruns = (await connection.QueryAsync<JobRow>(
                $"SELECT {JobRow.Columns} FROM jobs WHERE id IN @Ids", new { Ids = nights.Values.Select(night => night.Rerun).OfType<string>() })).ToDictionary(job => job.Id);
            var times = await TimesAsync(connection, [.. jobs, .. reruns.Values]);
            return [.. jobs.Select(job => NightOf(job, nights.GetValueOrDefault(job.Id), reruns, times))];
        },
        ct);

    /// <summary>The nights that a schedule missed, as far as they are kept one by one, and those whose job came to nothing; oldest first.</summary>
    public Task<IReadOnlyList<MissedNight>> MissedAsync(Guid schedule, CancellationToken ct = default) => file.ReadAsync<IReadOnlyList<MissedNight>>(
        async connection => [.. (await connection.QueryAsync<MissedNightRow>(
            """
            SELECT schedule_id AS ScheduleId, due_at AS DueAt, reason AS Reason, NULL AS Error FROM missed_nights WHERE schedule_id = @Id
            UNION ALL
            SELECT schedules.id, jobs.created_at, 'its job is ' || jobs.state || '.', jobs.error
            FROM schedules JOIN jobs ON jobs.schedule = schedules.name
            WHERE schedules.id = @Id AND jobs.confirms IS NULL AND jobs.state IN (@Failed, @Cancelled, @Interrupted)
            ORDER BY 2
            """,
            new { Id = Column.Of(schedule), Failed = Column.Of(JobState.Failed), Cancelled = Column.Of(JobState.Cancelled), Interrupted = Column.Of(JobState.Interrupted) })).Select(row => row.ToNight())],
        ct);

    /// <summary>Keeps what is said of a night, with all that follows from it.</summary>
    /// <exception cref="QueueFullException">The rerun could not be queued; nothing was kept.</exception>
    public Task KeepAsync(NightVerdict verdict, int queueLimit, DateTimeOffset now, CancellationToken ct = default) => file.WriteAsync(
        async connection =>
        {
            // Deleted while it was judged: nothing is to be said of it any more.
            if (await connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM jobs WHERE id = @Id", new { Id = Column.Of(verdict.Job) }) == 0)
            {
                return 0;
            }

            if (verdict.Rerun is not null)
            {
                await JobLedger.EnqueueAsync(connection, verdict.Rerun, queueLimit);
            }

            await connection.ExecuteAsync(NightRow.Upsert, new NightRow
            {
                JobId = Column.Of(verdict.Job),
                State = Column.Of(verdict.State),
                Rerun = verdict.Rerun is { } rerun ? Column.Of(rerun.Id) : null,
                Cases = verdict.Suspects.Count == 0 ? null : Column.Json(verdict.Suspects),
                Note = verdict.Note,
                JudgedAt = Column.Of(now),
            });
            return await AlertRow.KeepAsync(connection, verdict, now);
        },
        ct);

    private async Task<Dictionary<string, Dictionary<CaseKey, IReadOnlyList<double>>>> TimesAsync(IDbConnection connection, JobRow[] jobs)
    {
        var perOperation = jobs.Where(job => catalogue.Find(job.Benchmark)?.Info.TimePer is not null).Select(job => job.Id).ToHashSet();
        var rows = await connection.QueryAsync<TimeRow>(TimeRow.Select, new { Ids = jobs.Select(job => job.Id) });
        return rows.GroupBy(row => row.JobId).ToDictionary(
            job => job.Key,
            job => job.GroupBy(row => row.Case).ToDictionary(@case => @case.Key, @case => (IReadOnlyList<double>)[.. @case.Select(row => row.Time(perOperation.Contains(job.Key)))]));
    }

    private static KeptNight NightOf(JobRow job, NightRow? night, Dictionary<string, JobRow> reruns, Dictionary<string, Dictionary<CaseKey, IReadOnlyList<double>>> times)
    {
        var rerun = night?.Rerun is { } id ? reruns.GetValueOrDefault(id) : null;
        return new()
        {
            Job = JobDocument.WithoutCases(job.ToJob()),
            Times = times.GetValueOrDefault(job.Id) ?? [],
            State = night is null ? null : Enum.Parse<NightState>(night.State, ignoreCase: true),
            Note = night?.Note,
            Suspects = Column.FromJson<CaseKey[]>(night?.Cases) ?? [],
            Rerun = rerun is null ? null : JobDocument.WithoutCases(rerun.ToJob()),
            Again = rerun?.State == Column.Of(JobState.Completed) ? times.GetValueOrDefault(rerun.Id) : null,
        };
    }
}
