using System.Data;
using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Jobs;

/// <summary>Puts jobs back into the queue: interrupted ones that are resumed, ended ones that get more rounds, and running
/// ones that wait for a server. In the database of a <see cref="JobLedger"/>. Every method throws
/// <see cref="LedgerException"/> when the database fails.</summary>
/// <param name="database">The database of an open ledger.</param>
public sealed class RequeueLedger(LedgerDatabase database)
{
    /// <summary>Stores the end of a job: see <see cref="Continuation.End"/>. A run that was cut is no added run.</summary>
    internal static async Task EndAsync(IDbConnection connection, JobRow row, JobEvent.Ended ended, DateTimeOffset now)
    {
        if (row.Continuation is { Profile: true })
        {
            await EndProfileAsync(connection, row.Id, ended.State);
        }
        else if (row.Continuation is { HasRuns: false })
        {
            // The first check can find each comparison decided.
            await (ended.State == JobState.Completed ? ExtendAsync(connection, row) : DeleteCutRunsAsync(connection, row.Id));
        }

        var end = Continuation.End(row.Continuation, ended);
        await connection.ExecuteAsync(
            "UPDATE jobs SET state = @State, error = @Error, ended_at = @EndedAt, continuation = @Continuation WHERE id = @Id",
            new { row.Id, State = Column.Of(end.State), end.Error, EndedAt = end.IsNew ? now : row.EndedAt, end.Continuation });
    }

    // The rounds of the job did not continue. Without all its profiles it can be profiled again.
    private static async Task<int> EndProfileAsync(IDbConnection connection, Guid id, JobState end) =>
        await connection.ExecuteAsync("UPDATE jobs SET resumes = resumes - 1 WHERE id = @Id", new { Id = id })
        + (end == JobState.Completed ? 0 : await connection.ExecuteAsync("DELETE FROM profiles WHERE job_id = @Id", new { Id = id }));

    /// <summary>The first added run is stored: the row gets the request and the progress of the added rounds.</summary>
    internal static Task<int> ExtendAsync(IDbConnection connection, JobRow row) => connection.ExecuteAsync(
        "UPDATE jobs SET request = @Request, progress = @Progress, continuation = @Continuation WHERE id = @Id",
        new
        {
            row.Id,
            Request = row.FullRequest,
            Progress = row.CurrentProgress,
            Continuation = row.Continuation! with
            { BudgetSeconds = null, Progress = null }
        });

    /// <summary>Stores the progress or the reason from before of a job that gets more rounds.</summary>
    internal static Task<int> SaveAsync(IDbConnection connection, Guid id, Continuation continuation) =>
        connection.ExecuteAsync("UPDATE jobs SET continuation = @Continuation WHERE id = @Id", new { Id = id, Continuation = continuation });

    /// <summary>Puts an interrupted job at the end of the queue, with the runs that it finished.</summary>
    /// <returns>Refused for a job that is not interrupted.</returns>
    /// <exception cref="QueueFullException">The queue is full; nothing changed.</exception>
    public Task<ChangeOutcome> ResumeAsync(Guid id, int queueLimit, CancellationToken ct = default) =>
        PutAtEndAsync(id, [JobState.Interrupted], null, queueLimit, ct);

    /// <summary>Puts a job that has ended at the end of the queue, with its runs and a request for more rounds.</summary>
    /// <returns>Refused for a job in another state than <see cref="AddedRounds.States"/>.</returns>
    /// <exception cref="QueueFullException">The queue is full; nothing changed.</exception>
    public Task<ChangeOutcome> AddRoundsAsync(Guid id, double budgetSeconds, int queueLimit, CancellationToken ct = default) =>
        PutAtEndAsync(id, AddedRounds.States, new() { State = default, BudgetSeconds = budgetSeconds }, queueLimit, ct);

    /// <summary>Puts a job that has ended at the end of the queue, with its runs, to be profiled.</summary>
    /// <returns>Refused for a job in another state than <see cref="AddedRounds.States"/>.</returns>
    /// <exception cref="QueueFullException">The queue is full; nothing changed.</exception>
    public Task<ChangeOutcome> ProfileAsync(Guid id, int queueLimit, CancellationToken ct = default) =>
        PutAtEndAsync(id, AddedRounds.States, new() { State = default, Profile = true }, queueLimit, ct);

    /// <summary>Puts a job that runs and has no lease on its servers back to the head of the queue, behind another job if that is queued.</summary>
    /// <param name="id">The job.</param>
    /// <param name="first">The job that runs first.</param>
    /// <returns>The queued job; null when it was cancelled.</returns>
    public Task<Job?> YieldToAsync(Guid id, Guid first, CancellationToken ct = default) => database.WriteAsync(
        async connection =>
        {
            if (await JobLedger.FindRowAsync(connection, id) is not { Error: null } row || row.State != JobState.Running)
            {
                return null;
            }

            var key = new { Id = id, Queued = Column.Of(JobState.Queued) };
            await connection.ExecuteAsync("UPDATE jobs SET state = @Queued WHERE id = @Id", key);
            if (row.Environment is null)
            {
                // It has written nothing.
                await connection.ExecuteAsync(
                    "UPDATE jobs SET progress = NULL, started_at = NULL WHERE id = @Id; DELETE FROM left_keys WHERE job_id = @Id", key);
            }

            await connection.ExecuteAsync(
                "UPDATE jobs SET queue_order = (SELECT MIN(queue_order) - 1 FROM jobs WHERE state = @Queued) WHERE id = @First AND state = @Queued",
                new { First = first, key.Queued });
            return (await JobLedger.FindRowAsync(connection, id))?.ToJob();
        },
        ct);

    /// <summary>Gives a job the last place of the queue: also after the running jobs, which may go back to it.</summary>
    internal static Task<int> MoveToEndAsync(IDbConnection connection, Guid id) => connection.ExecuteAsync(
        "UPDATE jobs SET queue_order = (SELECT COALESCE(MAX(queue_order), 0) + 1 FROM jobs WHERE state IN (@Queued, @Running)) WHERE id = @Id",
        new { Id = id, Queued = Column.Of(JobState.Queued), Running = Column.Of(JobState.Running) });

    private Task<ChangeOutcome> PutAtEndAsync(
        Guid id, IReadOnlyList<JobState> states, Continuation? added, int queueLimit, CancellationToken ct) =>
        database.WriteAsync(
            async connection =>
            {
                if (await JobLedger.FindRowAsync(connection, id) is not { } row)
                {
                    return ChangeOutcome.NotFound;
                }

                var state = row.ToJob().State;
                if (!states.Contains(state))
                {
                    return ChangeOutcome.Refused;
                }

                await JobLedger.CheckQueueAsync(connection, queueLimit);
                if (added is not null)
                {
                    await SaveAsync(connection, row.Id, added with { State = state, Error = row.Error });
                }

                await (added is { Profile: true } ? QueueAsync(connection, id) : RequeueAsync(connection, id));
                await MoveToEndAsync(connection, row.Id);
                return ChangeOutcome.Changed;
            },
            ct);

    /// <summary>Marks a job as queued. The time of its last end remains in the row. A run that was cut is measured again.</summary>
    internal static async Task<int> RequeueAsync(IDbConnection connection, Guid id) =>
        await QueueAsync(connection, id) + await DeleteCutRunsAsync(connection, id);

    private static Task<int> QueueAsync(IDbConnection connection, Guid id) => connection.ExecuteAsync(
        "UPDATE jobs SET state = @Queued, error = NULL, resumes = resumes + 1 WHERE id = @Id", new { Id = id, Queued = Column.Of(JobState.Queued) });

    private static Task<int> DeleteCutRunsAsync(IDbConnection connection, Guid id) =>
        connection.ExecuteAsync("DELETE FROM runs WHERE job_id = @Id AND state = @Cut", new { Id = id, Cut = Column.Of(RunState.Cancelled) });
}
