using System.Data;
using System.Globalization;
using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Forecasts;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Jobs;

/// <summary>Counts, stars, annotates and removes jobs. Every method throws <see cref="LedgerException"/> when the database fails.</summary>
/// <param name="database">The database of an open ledger.</param>
public sealed class JobHistory(LedgerDatabase database)
{
    /// <summary>The number of scheduled runs of each schedule that are always kept: the regression detection and the trend need them.</summary>
    public const int ScheduledRunsKept = 60;

    /// <summary>A condition on <c>jobs</c> for the jobs that are never removed for their age: starred jobs, baselines, and the last
    /// scheduled runs of each schedule with their reruns.</summary>
    private const string Kept =
        "starred OR id IN (SELECT job_id FROM baselines) OR COALESCE(confirms, id) IN (SELECT id FROM last_runs WHERE place <= @ScheduledRunsKept)";

    private const string LastRuns = """
        last_runs AS (
          SELECT jobs.id, ROW_NUMBER() OVER (PARTITION BY jobs.schedule ORDER BY jobs.id DESC) AS place
          FROM jobs JOIN schedules ON schedules.name = jobs.schedule
          WHERE jobs.confirms IS NULL AND jobs.state = 'completed')
        """;

    private const int RemovedAtOnce = 200;

    /// <summary>Enough to find each strategy of a user, and few enough to be read for each estimate.</summary>
    private const int RecentJobs = 5;

    /// <summary>The benchmarks, targets and schedules with jobs.</summary>
    public Task<HistoryNames> NamesAsync(CancellationToken ct = default) => database.ReadAsync(
        async connection => new HistoryNames(
            await NamesAsync(connection, "jobs", "benchmark"),
            await NamesAsync(connection, "job_targets", "target"),
            await NamesAsync(connection, "jobs", "schedule")),
        ct);

    /// <summary>The times of the newest completed jobs of a benchmark on a machine, newest first. Jobs that were continued are omitted:
    /// their time includes that in which they did not run.</summary>
    public Task<IReadOnlyList<PastJob>> RecentAsync(string benchmark, string machine, CancellationToken ct = default) => database.ReadAsync(
        async connection =>
        {
            var newest = string.Create(CultureInfo.InvariantCulture,
                $"FROM jobs WHERE benchmark = @Benchmark AND state = @State AND resumes = 0 ORDER BY id DESC LIMIT {RecentJobs}");
            var parameters = new { Benchmark = benchmark, State = Column.Of(JobState.Completed) };
            var jobs = await JobRow.ReadAsync(connection, $"SELECT {JobRow.Columns} {newest}", parameters);
            var runs = (await connection.QueryAsync<TimedRow>(
                "SELECT job_id, strategy, at, COUNT(*) AS runs, SUM(seconds) AS seconds FROM runs "
                    + $"WHERE job_id IN (SELECT id {newest}) AND seconds > 0 GROUP BY job_id, strategy, at",
                parameters)).ToLookup(row => row.JobId);
            return (IReadOnlyList<PastJob>)
            [
                .. from job in jobs
                   let duration = job.EndedAt - job.StartedAt
                   where job.Environment?.Machine == machine && duration is not null
                   select new PastJob(
                       job.ToJob().Request,
                       duration.Value.TotalSeconds,
                       [.. runs[job.Id].GroupBy(row => (row.Strategy, row.At.Target)).Select(rows =>
                           new PastRuns(rows.Key.Strategy, rows.Key.Target ?? "", (int)rows.Sum(row => row.Runs), rows.Sum(row => row.Seconds)))]),
            ];
        },
        ct);

    /// <summary>The number of jobs that match a filter, on all pages. Null when there are more than <see cref="ListedJob.MaxCounted"/>.</summary>
    public Task<int?> CountAsync(JobFilter filter, CancellationToken ct = default) => database.ReadAsync(
        async connection => await ListQuery.CountAsync(connection, filter) is var count and <= ListedJob.MaxCounted ? count : (int?)null, ct);

    /// <summary>The number of jobs in each state that has jobs. A job with a damaged state counts as failed, as lists show it.</summary>
    public Task<IReadOnlyDictionary<JobState, int>> CountByStateAsync(CancellationToken ct = default) =>
        database.ReadAsync<IReadOnlyDictionary<JobState, int>>(
            async connection => (await connection.QueryAsync<(string State, int Count)>("SELECT state, COUNT(*) FROM jobs GROUP BY state"))
                .GroupBy(row => Column.TryRead<JobState>(row.State) ?? JobState.Failed, row => row.Count)
                .ToDictionary(counts => counts.Key, counts => counts.Sum()),
            ct);

    /// <summary>Deletes jobs with their runs: all of them, or none when one has not ended or is a baseline. Jobs that
    /// do not exist are ignored.</summary>
    /// <returns>The jobs that cannot be deleted; empty when all were deleted.</returns>
    public Task<IReadOnlyList<(long? Number, DeleteOutcome Outcome)>> DeleteAllAsync(IReadOnlyCollection<Guid> ids, CancellationToken ct = default) =>
        database.WriteAsync<IReadOnlyList<(long?, DeleteOutcome)>>(
            async connection =>
            {
                var refused = new List<(long?, DeleteOutcome)>();
                var parameters = new { Ids = ids.Distinct().Select(Column.Of).ToArray() };
                var which = SqlDialect.Of(connection).In("id", "@Ids");
                foreach (var row in await JobRow.ReadAsync(connection, $"SELECT {JobRow.Columns} FROM jobs WHERE {which} ORDER BY id", parameters))
                {
                    if (await JobLedger.CheckDeletionAsync(connection, row) is var outcome and not DeleteOutcome.Deleted)
                    {
                        refused.Add((row.Number, outcome));
                    }
                }

                if (refused.Count == 0)
                {
                    await connection.ExecuteAsync($"DELETE FROM jobs WHERE {which}", parameters);
                }

                return refused;
            },
            ct);

    /// <summary>Stars a job in any state, or removes the star.</summary>
    /// <returns>False when the job does not exist.</returns>
    public Task<bool> StarAsync(Guid id, bool starred, CancellationToken ct = default) => database.WriteAsync(
        async connection =>
            1 == await connection.ExecuteAsync("UPDATE jobs SET starred = @Starred WHERE id = @Id", new { Id = id, Starred = starred }), ct);

    /// <summary>Replaces the note of a job in any state.</summary>
    /// <param name="id">The job.</param>
    /// <param name="note">Null removes the note.</param>
    /// <returns>False when the job does not exist.</returns>
    public Task<bool> ChangeNoteAsync(Guid id, string? note, CancellationToken ct = default) => database.WriteAsync(
        async connection =>
        {
            if (await JobLedger.FindRowAsync(connection, id) is not { } row)
            {
                return false;
            }

            await connection.ExecuteAsync(
                $"UPDATE jobs SET note = @Note, note_text = @NoteText WHERE id = @Id; {SqlDialect.Of(connection).SaveWords}",
                row with { Note = Column.Of(note) });
            return true;
        },
        ct);

    /// <summary>Removes jobs that ended before a time, with their runs, except jobs that must be kept.</summary>
    /// <returns>The number of removed jobs.</returns>
    public async Task<int> RemoveEndedBeforeAsync(DateTimeOffset time, CancellationToken ct = default)
    {
        // In small batches: other writers, such as a running job, wait for one batch only.
        var all = 0;
        int removed;
        do
        {
            removed = await database.WriteAsync(
                connection => connection.ExecuteAsync(
                    string.Create(CultureInfo.InvariantCulture, $"""
                        WITH {LastRuns}
                        DELETE FROM jobs WHERE id IN (
                          SELECT id FROM jobs WHERE ended_at < @Time AND state NOT IN (@Queued, @Running) AND NOT ({Kept}) ORDER BY ended_at
                            LIMIT {RemovedAtOnce})
                        """),
                    new { Time = time, Queued = Column.Of(JobState.Queued), Running = Column.Of(JobState.Running), ScheduledRunsKept }),
                ct);
            all += removed;
        }
        while (removed == RemovedAtOnce);

        return all;
    }

    // Steps from name to name along the index. DISTINCT would read an entry for every job.
    private static async Task<IReadOnlyList<string>> NamesAsync(IDbConnection connection, string table, string column) =>
        (await connection.QueryAsync<string>(
            $"""
            WITH RECURSIVE found (name) AS (
              SELECT MIN({column}) FROM {table} WHERE {column} IS NOT NULL
              UNION ALL
              SELECT (SELECT MIN({column}) FROM {table} WHERE {column} > found.name) FROM found WHERE found.name IS NOT NULL
            )
            SELECT name FROM found WHERE name IS NOT NULL
            """)).AsList();

    private sealed record TimedRow
    {
        public required Guid JobId { get; init; }
        public required string Strategy { get; init; }
        public required Coordinates At { get; init; }
        public required long Runs { get; init; }
        public required double Seconds { get; init; }
    }
}

/// <summary>The names by which jobs can be filtered, each ordered by name.</summary>
/// <param name="Benchmarks">The benchmarks with jobs.</param>
/// <param name="Targets">The targets with jobs.</param>
/// <param name="Schedules">The schedules with jobs.</param>
public sealed record HistoryNames(IReadOnlyList<string> Benchmarks, IReadOnlyList<string> Targets, IReadOnlyList<string> Schedules);
