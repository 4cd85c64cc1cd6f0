using System.Data;
using System.Globalization;
using Dapper;

namespace RedisPerf.Ledger;

/// <summary>What people do with the jobs that were: find, star, annotate and forget them. Every method throws <see cref="LedgerException"/> when the disk or the file fails.</summary>
/// <param name="file">Of the ledger that has the jobs.</param>
public sealed class JobHistory(LedgerFile file)
{
    /// <summary>Nights of each schedule that stay however old they are: what the next one is judged by, and the trend shows.</summary>
    public const int NightsKept = 60;

    /// <summary>
    /// What is never removed for its age, in a condition on <c>jobs</c>: the stars, the baselines, and of each schedule the
    /// last nights with their reruns. The one place that decides it.
    /// </summary>
    private const string Kept = "starred OR id IN (SELECT job_id FROM baselines) OR COALESCE(confirms, id) IN (SELECT id FROM last_nights WHERE place <= @NightsKept)";

    private const string LastNights = """
        last_nights AS (
          SELECT jobs.id, ROW_NUMBER() OVER (PARTITION BY jobs.schedule ORDER BY jobs.id DESC) AS place
          FROM jobs JOIN schedules ON schedules.name = jobs.schedule
          WHERE jobs.confirms IS NULL AND jobs.state = 'completed')
        """;

    private const int RemovedAtOnce = 200;

    /// <summary>The names that there are jobs of.</summary>
    public Task<HistoryNames> NamesAsync(CancellationToken ct = default) => file.ReadAsync(
        async connection => new HistoryNames(
            await NamesAsync(connection, "jobs", "benchmark"),
            await NamesAsync(connection, "job_targets", "target"),
            await NamesAsync(connection, "jobs", "schedule")),
        ct);

    /// <summary>Marks a job of any state, or takes its mark away.</summary>
    /// <returns>False when there is no such job.</returns>
    public Task<bool> StarAsync(Guid id, bool starred, CancellationToken ct = default) => file.WriteAsync(
        async connection => 1 == await connection.ExecuteAsync("UPDATE jobs SET starred = @Starred WHERE id = @Id", new { Id = Column.Of(id), Starred = starred }), ct);

    /// <summary>Replaces the note of a job of any state.</summary>
    /// <param name="id">The job.</param>
    /// <param name="note">Null takes it away.</param>
    /// <param name="ct">Gives up.</param>
    /// <returns>False when there is no such job.</returns>
    public Task<bool> ChangeNoteAsync(Guid id, string? note, CancellationToken ct = default) => file.WriteAsync(
        async connection => 1 == await connection.ExecuteAsync(
            "UPDATE jobs SET note = @Note, note_text = @NoteText WHERE id = @Id", new { Id = Column.Of(id), Note = note, NoteText = JobRow.TextOf(note) }),
        ct);

    /// <summary>Removes jobs that ended before a time, with their runs, and none that is to be kept.</summary>
    /// <returns>How many are gone.</returns>
    public async Task<int> RemoveEndedBeforeAsync(DateTimeOffset time, CancellationToken ct = default)
    {
        // A few at a time: whoever else writes, a running job first of all, waits for no more than those.
        var all = 0;
        int removed;
        do
        {
            removed = await file.WriteAsync(
                connection => connection.ExecuteAsync(
                    string.Create(CultureInfo.InvariantCulture, $"WITH {LastNights} DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE ended_at < @Time AND NOT ({Kept}) ORDER BY ended_at LIMIT {RemovedAtOnce})"),
                    new { Time = Column.Of(time), NightsKept }),
                ct);
            all += removed;
        }
        while (removed == RemovedAtOnce);

        return all;
    }

    // From name to name along the index: DISTINCT would read an entry for every job.
    private static async Task<IReadOnlyList<string>> NamesAsync(IDbConnection connection, string table, string column) => (await connection.QueryAsync<string>(
        $"""
        WITH RECURSIVE found (name) AS (
          SELECT MIN({column}) FROM {table} WHERE {column} IS NOT NULL
          UNION ALL
          SELECT (SELECT MIN({column}) FROM {table} WHERE {column} > found.name) FROM found WHERE found.name IS NOT NULL
        )
        SELECT name FROM found WHERE name IS NOT NULL
        """)).AsList();
}
