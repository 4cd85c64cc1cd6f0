using System.Data;
using Dapper;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Alerts;

/// <summary>The scheduled runs and the results of their reviews, in the database of a <see cref="JobLedger"/>. A scheduled run is a
/// completed job of a schedule that is not a rerun. Every method throws <see cref="LedgerException"/> when the database fails.</summary>
public sealed class ScheduledRunLedger(LedgerDatabase database, Catalogue catalogue)
{
    /// <summary>The scheduled runs that need a review, oldest first: those without one, and those whose rerun has ended or was deleted.</summary>
    /// <param name="since">An interrupted rerun whose last event is not older than this continues when its node starts: see
    /// <see cref="RecoveryLedger.RecoverAsync"/>.</param>
    public Task<IReadOnlyList<Guid>> WaitingAsync(DateTimeOffset since, CancellationToken ct = default) => database.ReadAsync<IReadOnlyList<Guid>>(
        async connection => [.. (await connection.QueryAsync<Guid>(
            """
            SELECT jobs.id
            FROM jobs JOIN schedules ON schedules.name = jobs.schedule
              LEFT JOIN scheduled_run_reviews AS review ON review.job_id = jobs.id LEFT JOIN jobs AS rerun ON rerun.id = review.rerun
            WHERE jobs.state = @Completed AND jobs.confirms IS NULL
              AND (review.job_id IS NULL OR (review.state = @Suspicious AND (rerun.id IS NULL
                OR NOT (rerun.state IN (@Queued, @Running) OR (rerun.state = @Interrupted AND rerun.resumes = 0 AND rerun.active_at IS NOT NULL
                  AND rerun.active_at >= @Since)))))
            ORDER BY jobs.id
            """,
            new
            {
                Completed = Column.Of(JobState.Completed),
                Suspicious = Column.Of(ScheduledRunState.Suspicious),
                Queued = Column.Of(JobState.Queued),
                Running = Column.Of(JobState.Running),
                Interrupted = Column.Of(JobState.Interrupted),
                Since = since,
            }))],
        ct);

    /// <summary>The name of the schedule of a job; null when the job has none or does not exist.</summary>
    public Task<string?> ScheduleOfAsync(Guid job, CancellationToken ct = default) => database.ReadAsync(
        connection => connection.QuerySingleOrDefaultAsync<string?>("SELECT schedule FROM jobs WHERE id = @Id", new { Id = job }), ct);

    /// <summary>The last scheduled runs of a schedule, oldest first.</summary>
    /// <param name="schedule">The name of the schedule.</param>
    /// <param name="limit">Maximum number of scheduled runs.</param>
    /// <param name="upTo">The last one to return; null for the newest.</param>
    public Task<IReadOnlyList<ScheduledRunRecord>> ListAsync(string schedule, int limit, Guid? upTo = null, CancellationToken ct = default) =>
        database.ReadAsync<IReadOnlyList<ScheduledRunRecord>>(
            async connection =>
            {
                var jobs = (await JobRow.ReadAsync(
                    connection,
                    $"""
                    SELECT {JobRow.Columns} FROM jobs
                    WHERE schedule = @Schedule AND confirms IS NULL AND state = @Completed AND (@UpTo IS NULL OR id <= @UpTo)
                    ORDER BY id DESC LIMIT @Limit
                    """,
                    new
                    {
                        Schedule = schedule,
                        Completed = Column.Of(
                        JobState.Completed),
                        UpTo = upTo,
                        Limit = limit
                    })).AsEnumerable().Reverse().ToArray();
                var reviews = (await Rows.ReadAsync<ScheduledRunRow>(
                    connection,
                    $"SELECT {ScheduledRunRow.Columns} FROM scheduled_run_reviews WHERE {SqlDialect.Of(connection).In("job_id", "@Ids")}",
                    new { Ids = jobs.Select(job => Column.Of(job.Id)).ToArray() }, row => row.Check(), (_, _) => null))
                    .ToDictionary(review => review.JobId);
                var reruns = (await JobRow.ReadAsync(
                    connection, $"SELECT {JobRow.Columns} FROM jobs WHERE {SqlDialect.Of(connection).In("id", "@Ids")}",
                    new { Ids = reviews.Values.Select(review => review.Rerun).OfType<Guid>().Select(Column.Of).ToArray() }))
                    .ToDictionary(job => job.Id);
                var times = await TimesAsync(connection, [.. jobs, .. reruns.Values]);
                return [.. jobs.Select(job => RecordOf(job, reviews.GetValueOrDefault(job.Id), reruns, times))];
            },
            ct);

    /// <summary>Saves the result of a review with its alerts, its rerun and its webhook messages.</summary>
    /// <exception cref="QueueFullException">The rerun could not be queued; nothing was saved.</exception>
    public Task SaveAsync(ReviewResult result, int queueLimit, DateTimeOffset now, CancellationToken ct = default) => database.WriteAsync(
        async connection =>
        {
            // The job was deleted during the review.
            if (await connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM jobs WHERE id = @Id", new { Id = result.Job }) == 0)
            {
                return 0;
            }

            if (result.Rerun is not null)
            {
                await JobLedger.EnqueueAsync(connection, result.Rerun, queueLimit);
            }

            await connection.ExecuteAsync(ScheduledRunRow.Upsert, new ScheduledRunRow
            {
                JobId = result.Job,
                State = Column.Of(result.State),
                Rerun = result.Rerun?.Id,
                Cases = result.Suspects.Count == 0 ? null : result.Suspects,
                Reason = result.Reason,
                ReviewedAt = now,
            });
            return await AlertRow.SaveAsync(connection, result, now);
        },
        ct);

    private async Task<Dictionary<Guid, Dictionary<CaseKey, IReadOnlyList<double>>>> TimesAsync(IDbConnection connection, JobRow[] jobs)
    {
        var rules = jobs.ToDictionary(job => job.Id, job => BenchmarkInfo.RuleOf(job.Request, catalogue.Find(job.Benchmark)?.Info));
        var rows = await Rows.ReadAsync<CountedRunRow>(
            connection, CountedRunRow.Select(SqlDialect.Of(connection), rules.Values.Any(rule => rule.Figure is not null)),
            new { Ids = jobs.Select(job => Column.Of(job.Id)).ToArray() });
        return rows.GroupBy(row => row.JobId).ToDictionary(
            job => job.Key,
            job => job.GroupBy(row => row.Case).ToDictionary(@case => @case.Key, @case =>
                (IReadOnlyList<double>)[.. @case.Select(row => rules[job.Key].TimeOf(row.Seconds, row.Operations, row.Figures)).OfType<double>()]));
    }

    private static ScheduledRunRecord RecordOf(
        JobRow job, ScheduledRunRow? review, Dictionary<Guid, JobRow> reruns, Dictionary<Guid, Dictionary<CaseKey, IReadOnlyList<double>>> times)
    {
        var rerun = review?.Rerun is { } id ? reruns.GetValueOrDefault(id) : null;
        return new()
        {
            Job = JobDocument.WithoutCases(job.ToJob()),
            Times = times.GetValueOrDefault(job.Id) ?? [],
            State = review is null ? null : Column.Read<ScheduledRunState>(review.State),
            Reason = review?.Reason,
            Suspects = [.. (review?.Cases ?? []).Select(@case => @case.ResolveFor(job.Benchmark))],
            Rerun = rerun is null ? null : JobDocument.WithoutCases(rerun.ToJob()),
            RerunTimes = rerun?.State == JobState.Completed ? times.GetValueOrDefault(rerun.Id) : null,
        };
    }
}
