using System.Data;
using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Jobs;

/// <summary>
/// Puts jobs back into the queue: interrupted ones that are resumed, ended ones that get more rounds, and running ones that wait for a server. In the database of
/// a <see cref="JobLedger"/>. Every method throws <see cref="LedgerException"/> when the database fails.
/// </summary>
/// <param name="database">The database of an open ledger.</param>
public sealed class RequeueLedger(LedgerDatabase database)
{
    /// <summary>
    /// Ends a job. A job whose added rounds did not end regularly has its state from before again, with the added runs; without
    /// an added run, it is as before. Only an interruption after an added run remains, and the job can be resumed. The reason of
    /// a state from before comes back with it, unless this end has its own. A run that was cut is no added run.
    /// </summary>
    internal const string End = """
        DELETE FROM runs WHERE job_id = @Id AND state = @Cut AND @State <> 'completed' AND EXISTS (SELECT 1 FROM jobs WHERE id = @Id AND kept_request IS NOT NULL);
        UPDATE jobs SET
          state = CASE WHEN kept_state IS NOT NULL AND @State <> 'completed' AND (kept_request IS NOT NULL OR @State <> 'interrupted') THEN kept_state ELSE @State END,
          request = CASE WHEN kept_request IS NOT NULL AND @State <> 'completed' THEN kept_request ELSE request END,
          progress = CASE WHEN kept_request IS NOT NULL AND @State <> 'completed' THEN kept_progress ELSE progress END,
          ended_at = CASE WHEN kept_request IS NOT NULL AND @State <> 'completed' THEN kept_ended_at ELSE @Now END,
          error = COALESCE(@Error, CASE WHEN @State <> 'completed' AND (kept_request IS NOT NULL OR @State <> 'interrupted') THEN kept_error END),
          kept_state = CASE WHEN kept_request IS NULL AND @State = 'interrupted' THEN kept_state END,
          kept_error = CASE WHEN kept_request IS NULL AND @State = 'interrupted' THEN kept_error END,
          kept_request = NULL, kept_progress = NULL, kept_ended_at = NULL
        WHERE id = @Id
        """;

    /// <summary>The baseline is changed while rounds are added: the request from before gets it too.</summary>
    internal static async Task<int> ChangeKeptBaselineAsync(IDbConnection connection, Guid id, string strategy) =>
        await connection.QuerySingleOrDefaultAsync<JobRequest>("SELECT kept_request FROM jobs WHERE id = @Id AND kept_request IS NOT NULL", new { Id = id }) is { } kept
            ? await connection.ExecuteAsync("UPDATE jobs SET kept_request = @Request WHERE id = @Id", new { Id = id, Request = kept with { Baseline = strategy } })
            : 0;

    /// <summary>Changes the reason from before rounds were added, while the job waits for them.</summary>
    internal static async Task ChangeKeptErrorAsync(IDbConnection connection, Guid id, Func<Reason, Reason?> change)
    {
        if (await connection.QuerySingleOrDefaultAsync<Reason>("SELECT kept_error FROM jobs WHERE id = @Id AND kept_error IS NOT NULL", new { Id = id }) is { } kept)
        {
            await connection.ExecuteAsync("UPDATE jobs SET kept_error = @Error WHERE id = @Id", new { Id = id, Error = change(kept) });
        }
    }

    /// <summary>Puts an interrupted job at the end of the queue, with the runs that it finished.</summary>
    /// <returns>Refused for a job that is not interrupted.</returns>
    /// <exception cref="QueueFullException">The queue is full; nothing changed.</exception>
    public Task<ChangeOutcome> ResumeAsync(Guid id, int queueLimit, CancellationToken ct = default) => PutAtEndAsync(id, [JobState.Interrupted], null, queueLimit, ct);

    /// <summary>Puts a job that has ended at the end of the queue, with its runs and a request for more rounds.</summary>
    /// <returns>Refused for a job in another state than <see cref="AddedRounds.States"/>.</returns>
    /// <exception cref="QueueFullException">The queue is full; nothing changed.</exception>
    public Task<ChangeOutcome> AddRoundsAsync(Guid id, double budgetSeconds, int queueLimit, CancellationToken ct = default) => PutAtEndAsync(id, AddedRounds.States, budgetSeconds, queueLimit, ct);

    /// <summary>Puts a job that runs and has no lease on its servers back to the head of the queue, behind another queued job.</summary>
    /// <param name="id">The job.</param>
    /// <param name="first">The job that runs first.</param>
    /// <param name="ct">Cancels the operation.</param>
    /// <returns>The queued job; null when it was cancelled.</returns>
    public Task<Job?> PassAsync(Guid id, Guid first, CancellationToken ct = default) => database.WriteAsync(
        async connection =>
        {
            var key = new { Id = id, Running = Column.Of(JobState.Running), Queued = Column.Of(JobState.Queued) };
            var changed = await connection.ExecuteAsync(
                """
                UPDATE jobs SET state = @Queued, progress = CASE WHEN environment IS NULL THEN NULL ELSE progress END, started_at = CASE WHEN environment IS NULL THEN NULL ELSE started_at END
                WHERE id = @Id AND state = @Running AND error IS NULL
                """,
                key);
            if (changed == 0)
            {
                return null;
            }

            // It has written nothing.
            await connection.ExecuteAsync("DELETE FROM left_keys WHERE job_id = @Id AND (SELECT environment FROM jobs WHERE id = @Id) IS NULL", key);
            await connection.ExecuteAsync(
                "UPDATE jobs SET queue_order = (SELECT MIN(queue_order) - 1 FROM jobs WHERE state = @Queued) WHERE id = @First", new { First = first, key.Queued });
            return (await JobLedger.FindRowAsync(connection, id))?.ToJob();
        },
        ct);

    /// <summary>Gives a job the last place of the queue: also after the running jobs, which may go back to it.</summary>
    internal static Task<int> MoveToEndAsync(IDbConnection connection, Guid id) => connection.ExecuteAsync(
        "UPDATE jobs SET queue_order = (SELECT COALESCE(MAX(queue_order), 0) + 1 FROM jobs WHERE state IN (@Queued, @Running)) WHERE id = @Id",
        new { Id = id, Queued = Column.Of(JobState.Queued), Running = Column.Of(JobState.Running) });

    private Task<ChangeOutcome> PutAtEndAsync(Guid id, IReadOnlyList<JobState> states, double? addedBudgetSeconds, int queueLimit, CancellationToken ct) => database.WriteAsync(
        async connection =>
        {
            if (await JobLedger.FindRowAsync(connection, id) is not { } row)
            {
                return ChangeOutcome.NotFound;
            }

            if (!states.Contains(row.ToJob().State))
            {
                return ChangeOutcome.Refused;
            }

            await JobLedger.CheckQueueAsync(connection, queueLimit);
            if (addedBudgetSeconds is { } budgetSeconds)
            {
                await connection.ExecuteAsync(
                    "UPDATE jobs SET kept_state = state, kept_error = error, kept_request = request, kept_progress = progress, kept_ended_at = ended_at, request = @Request, progress = NULL WHERE id = @Id",
                    new { row.Id, Request = AddedRounds.Extend(row.FullRequest, budgetSeconds) });
            }

            await RequeueAsync(connection, id);
            await MoveToEndAsync(connection, row.Id);
            return ChangeOutcome.Changed;
        },
        ct);

    // The job keeps its place: it was started before the jobs that wait. A run that was cut is measured again.
    internal static Task<int> RequeueAsync(IDbConnection connection, Guid id) => connection.ExecuteAsync(
        """
        UPDATE jobs SET state = @Queued, error = NULL, ended_at = NULL, resumes = resumes + 1 WHERE id = @Id;
        DELETE FROM runs WHERE job_id = @Id AND state = @Cut;
        """,
        new { Id = id, Queued = Column.Of(JobState.Queued), Cut = Column.Of(RunState.Cancelled) });
}
