using System.Data;
using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Jobs;

/// <summary>Ends the jobs of processes that ended or were lost, in the database of a <see cref="JobLedger"/>. Every method throws
/// <see cref="LedgerException"/> when the database fails.</summary>
/// <param name="ledger">An open ledger.</param>
public sealed class RecoveryLedger(JobLedger ledger)
{
    /// <summary>How often a lost job is repeated: a job that uses up the memory of its node would end one node after the other.</summary>
    private const int MaximumRepeats = 3;

    /// <summary>Marks the jobs that were running when the previous process of a node ended as interrupted. Called once, before
    /// the first job starts.</summary>
    /// <param name="node">The name of the node; null in a ledger of one process, whose name may have changed.</param>
    /// <param name="now">The time of the start.</param>
    /// <param name="grace">A job of a schedule whose last event is not older than this continues, once: its conditions are the same.</param>
    public Task<Recovery> RecoverAsync(string? node, DateTimeOffset now, TimeSpan grace, CancellationToken ct = default) =>
        ledger.Database.WriteAsync(
            async connection =>
            {
                var running = await RunningAsync(connection, node);
                foreach (var row in running)
                {
                    await ledger.EndAsync(connection, row, EndOf(row, Reason.Of(ReasonCode.ProcessEnded)), now);
                }

                var interrupted = await JobRow.ReadAsync(
                    connection,
                    $"SELECT {JobRow.Columns} FROM jobs WHERE state = @Interrupted AND resumes = 0 "
                        + $"AND active_at >= @Since {(node is null ? "" : OfNode)} ORDER BY id",
                    new { Node = node, Interrupted = Column.Of(JobState.Interrupted), Since = now - grace });
                foreach (var row in interrupted.Where(row => !row.IsDamaged && IsContinued(row.ToJob())))
                {
                    await RequeueLedger.RequeueAsync(connection, row.Id);
                }

                var queued = await JobLedger.InStateAsync(connection, JobState.Queued);
                foreach (var row in queued.Where(row => row.IsDamaged))
                {
                    await ledger.EndAsync(connection, row, new(JobState.Failed, row.Error), now);
                }

                return new Recovery([.. running.Select(row => row.ToJob())], [.. queued.Where(row => !row.IsDamaged).Select(row => row.ToJob())]);
            },
            ct);

    /// <summary>Interrupts the jobs of a node that no longer increases its beat, and queues those again whose request allows it.</summary>
    /// <param name="node">The node with its last beat.</param>
    /// <param name="now">The time at which it is declared lost.</param>
    /// <param name="grace">A job of a schedule whose last event is not older than this is queued again.</param>
    /// <returns>The interrupted jobs and the queued ones; null when the node is active, or another node was faster.</returns>
    public Task<Recovery?> DeclareLostAsync(NodeRecord node, DateTimeOffset now, TimeSpan grace, CancellationToken ct = default) =>
        ledger.Database.WriteAsync<Recovery?>(
            async connection =>
            {
                if (!await NodeLedger.DeclareLostAsync(connection, node))
                {
                    return null;
                }

                return await InterruptAsync(connection, await RunningAsync(connection, node.Identity.Name), now, grace);
            },
            ct);

    /// <summary>Interrupts jobs that are marked as running and that no process executes.</summary>
    /// <param name="jobs">The jobs with the lease that they had.</param>
    /// <param name="grace">As in <see cref="DeclareLostAsync"/>.</param>
    public Task<Recovery> AbandonAsync(
        IReadOnlyCollection<RunningJobRecord> jobs, DateTimeOffset now, TimeSpan grace, CancellationToken ct = default) =>
        ledger.Database.WriteAsync(
            async connection =>
            {
                var rows = new List<JobRow>();
                foreach (var job in jobs)
                {
                    if (await JobLedger.FindRowAsync(connection, job.Id) is { IsDamaged: false } row && row.State == JobState.Running
                        && row.Lease == job.Lease)
                    {
                        rows.Add(row);
                    }
                }

                return await InterruptAsync(connection, rows, now, grace);
            },
            ct);

    /// <summary>Queues an interrupted job again if its request allows it, after the loss of a node that measured it together with others.</summary>
    /// <param name="id">The job.</param>
    /// <param name="grace">As in <see cref="DeclareLostAsync"/>.</param>
    /// <returns>The queued job; null when it is not repeated.</returns>
    public Task<Job?> RepeatAsync(Guid id, DateTimeOffset now, TimeSpan grace, CancellationToken ct = default) => ledger.Database.WriteAsync(
        async connection => await JobLedger.FindRowAsync(connection, id) is { IsDamaged: false } row && row.State == JobState.Interrupted
            && await IsQueuedAgainAsync(connection, row.ToJob(), now - grace)
            ? await QueueAgainAsync(connection, row, row.Error, now)
            : null,
        ct);

    private async Task<Recovery> InterruptAsync(IDbConnection connection, IReadOnlyList<JobRow> rows, DateTimeOffset now, TimeSpan grace)
    {
        var interrupted = new List<Job>();
        var queued = new List<Job>();
        foreach (var row in rows)
        {
            var end = EndOf(row, Reason.Of(ReasonCode.NodeLost, ("node", row.Node ?? "")));
            var state = (await ledger.EndAsync(connection, row, end, now)).State;
            var job = row.ToJob();
            interrupted.Add(job);
            if (state == JobState.Interrupted && await IsQueuedAgainAsync(connection, job, now - grace))
            {
                queued.Add(await QueueAgainAsync(connection, row, end.Error, now));
            }
        }

        return new(interrupted, queued);
    }

    private const string OfNode = "AND node = @Node";

    /// <param name="connection">An open connection.</param>
    /// <param name="node">The node that executes the jobs; null for any.</param>
    private static Task<List<JobRow>> RunningAsync(IDbConnection connection, string? node) => JobRow.ReadAsync(
        connection,
        $"SELECT {JobRow.Columns} FROM jobs WHERE state = @Running {(node is null ? "" : OfNode)} ORDER BY id",
        new { Node = node, Running = Column.Of(JobState.Running) });

    private static JobEvent.Ended EndOf(JobRow row, Reason cause) =>
        row.Error?.Code == ReasonCode.CancelRequested ? new(JobState.Cancelled, null) : new(JobState.Interrupted, cause);

    private static bool IsContinued(Job job) =>
        (job.Request.OnNodeLoss ?? (job.Schedule is null ? NodeLoss.Interrupt : NodeLoss.Requeue)) == NodeLoss.Requeue;

    private static async Task<bool> IsQueuedAgainAsync(IDbConnection connection, Job job, DateTimeOffset since)
    {
        var (activeAt, repeats) =
            await connection.QuerySingleAsync<(DateTimeOffset?, long)>("SELECT active_at, repeats FROM jobs WHERE id = @Id", new { job.Id });
        return IsContinued(job) && repeats < MaximumRepeats && (job.Request.OnNodeLoss is not null || activeAt >= since);
    }

    // Another machine may measure it: its runs must not join those of the lost node.
    private static async Task<Job> QueueAgainAsync(IDbConnection connection, JobRow row, Reason? cause, DateTimeOffset now)
    {
        if (row.Environment is null)
        {
            await RequeueLedger.RequeueAsync(connection, row.Id);
            await connection.ExecuteAsync("UPDATE jobs SET repeats = repeats + 1 WHERE id = @Id", new { row.Id });
            return row.ToJob();
        }

        var old = row.ToJob();
        var added = Job.Create(old.Request, old.RequestedBy, now, old.Note, old.Schedule) with { Confirms = old.Confirms };
        var number = await JobLedger.EnqueueAsync(connection, added, int.MaxValue);

        // Without the time of its last event, the old job does not continue at the next start of its node.
        await connection.ExecuteAsync(
            """
            UPDATE jobs SET repeats = (SELECT repeats FROM jobs WHERE id = @Id) + 1 WHERE id = @Added;
            UPDATE jobs SET error = @Error, active_at = NULL WHERE id = @Id;
            UPDATE scheduled_run_reviews SET rerun = @Added WHERE rerun = @Id;
            UPDATE schedules SET last_job = @Added WHERE last_job = @Id;
            """,
            new { row.Id, Added = added.Id, Error = Reason.Join(cause, Reason.Of(ReasonCode.QueuedAgain, ("number", number))) });
        return added;
    }
}
