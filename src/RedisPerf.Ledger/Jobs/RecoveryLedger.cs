using System.Data;
using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Jobs;

/// <summary>
/// Ends the jobs of processes that ended or were lost, in the database of a <see cref="JobLedger"/>. Every method throws
/// <see cref="LedgerException"/> when the database fails.
/// </summary>
/// <param name="ledger">An open ledger.</param>
public sealed class RecoveryLedger(JobLedger ledger)
{
    /// <summary>Marks the jobs that were running when the previous process of a node ended as interrupted. Called once, before the first job starts.</summary>
    /// <param name="node">The name of the node. A ledger for one process has no other node, and the name may have changed.</param>
    /// <param name="now">The time of the start.</param>
    /// <param name="grace">A job of a schedule whose last event is not older than this continues, once: its conditions are the same.</param>
    /// <param name="ct">Cancels the operation.</param>
    public Task<Recovery> RecoverAsync(string node, DateTimeOffset now, TimeSpan grace, CancellationToken ct = default) => ledger.Database.WriteAsync(
        async connection =>
        {
            var running = await RunningOnAsync(connection, node);
            foreach (var row in running)
            {
                await ledger.EndAsync(connection, row, EndOf(row, Reason.Of(ReasonCode.ProcessEnded)), now);
            }

            var continued = await connection.QueryAsync<Guid>(
                $"SELECT id FROM jobs WHERE state = @Interrupted AND schedule IS NOT NULL AND resumes = 0 AND active_at >= @Since {OfNode} ORDER BY id",
                new { Node = node, Interrupted = Column.Of(JobState.Interrupted), Since = now - grace });
            foreach (var id in continued)
            {
                await RequeueLedger.RequeueAsync(connection, id);
            }

            var queued = await JobLedger.InStateAsync(connection, JobState.Queued);
            foreach (var row in queued.Where(row => row.IsDamaged))
            {
                await ledger.EndAsync(connection, row, new(JobState.Failed, row.Error), now);
            }

            return new Recovery([.. running.Select(row => row.ToJob())], [.. queued.Where(row => !row.IsDamaged).Select(row => row.ToJob())]);
        },
        ct);

    /// <summary>Interrupts the jobs of a node that no longer increases its beat, and queues those again whose request says so.</summary>
    /// <param name="node">The node with its last beat.</param>
    /// <param name="now">The time at which it is declared lost.</param>
    /// <param name="grace">A job of a schedule whose last event is not older than this is queued again.</param>
    /// <param name="ct">Cancels the operation.</param>
    /// <returns>The interrupted jobs and the queued ones; null when the node is alive, or another node was faster.</returns>
    public Task<Recovery?> LoseAsync(NodeRecord node, DateTimeOffset now, TimeSpan grace, CancellationToken ct = default) => ledger.Database.WriteAsync<Recovery?>(
        async connection =>
        {
            if (!await NodeLedger.LoseAsync(connection, node))
            {
                return null;
            }

            var interrupted = new List<Job>();
            var queued = new List<Job>();
            foreach (var row in await RunningOnAsync(connection, node.Identity.Name))
            {
                var end = EndOf(row, Reason.Of(ReasonCode.NodeLost, ("node", node.Identity.Name)));
                await ledger.EndAsync(connection, row, end, now);
                var job = row.ToJob();
                interrupted.Add(job);
                if (end.State == JobState.Interrupted && IsQueuedAgain(job, await ActiveAtAsync(connection, job.Id), now - grace))
                {
                    queued.Add(await QueueAgainAsync(connection, row, end.Error, now));
                }
            }

            return new(interrupted, queued);
        },
        ct);

    private string OfNode => ledger.Database.IsShared ? "AND node = @Node" : "";

    private Task<List<JobRow>> RunningOnAsync(IDbConnection connection, string node) => JobRow.ReadAsync(
        connection, $"SELECT {JobRow.Columns} FROM jobs WHERE state = @Running {OfNode} ORDER BY id", new { Node = node, Running = Column.Of(JobState.Running) });

    private static JobEvent.Ended EndOf(JobRow row, Reason cause) =>
        row.Error?.Code == ReasonCode.CancelRequested ? new(JobState.Cancelled, null) : new(JobState.Interrupted, cause);

    private static Task<DateTimeOffset?> ActiveAtAsync(IDbConnection connection, Guid id) =>
        connection.ExecuteScalarAsync<DateTimeOffset?>("SELECT active_at FROM jobs WHERE id = @Id", new { Id = id });

    private static bool IsQueuedAgain(Job job, DateTimeOffset? activeAt, DateTimeOffset since) => job.Request.OnNodeLoss switch
    {
        NodeLoss.Requeue => true,
        NodeLoss.Interrupt => false,
        _ => job.Schedule is not null && activeAt >= since,
    };

    // Another machine may measure it: its runs must not join those of the lost node.
    private static async Task<Job> QueueAgainAsync(IDbConnection connection, JobRow row, Reason? cause, DateTimeOffset now)
    {
        if (row.Environment is null)
        {
            await RequeueLedger.RequeueAsync(connection, row.Id);
            return row.ToJob();
        }

        var old = row.ToJob();
        var added = Job.Create(old.Request, old.RequestedBy, now, old.Note, old.Schedule) with { Confirms = old.Confirms };
        await JobLedger.EnqueueAsync(connection, added, int.MaxValue);
        var number = (await JobLedger.FindRowAsync(connection, added.Id))!.Number;
        await connection.ExecuteAsync(
            "UPDATE jobs SET error = @Error WHERE id = @Id", new { row.Id, Error = Reason.Join(cause, Reason.Of(ReasonCode.QueuedAgain, ("number", number))) });
        return added;
    }
}
