using System.Data;
using System.Diagnostics;
using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Nodes;

/// <summary>The nodes that measure a job together with the node that executes it, and their messages. Every method throws
/// <see cref="LedgerException"/> when the database fails.</summary>
/// <param name="database">The database of an open ledger.</param>
public sealed class AssistantLedger(LedgerDatabase database)
{
    /// <summary>The comparison of clocks with the shortest round trip is the most precise.</summary>
    private const int ClockReadings = 5;

    private const string Held =
        "EXISTS (SELECT 1 FROM jobs WHERE jobs.id = assistants.job_id AND jobs.lease = assistants.lease AND jobs.state = @Running)";

    /// <summary>The assistants of a job, in the order of their shares.</summary>
    public Task<IReadOnlyList<Assistant>> ListAsync(Guid job, long lease, CancellationToken ct = default) =>
        database.ReadAsync<IReadOnlyList<Assistant>>(
            async connection => (await connection.QueryAsync<Assistant>(
                "SELECT job_id AS job, lease, share, node, instance FROM assistants WHERE job_id = @Job AND lease = @Lease ORDER BY share",
                new { Job = job, Lease = lease })).AsList(),
            ct);

    /// <summary>The job that a node assists now; null for none.</summary>
    public Task<Assistant?> FindAsync(NodeIdentity node, CancellationToken ct = default) => database.ReadAsync(
        connection => connection.QueryFirstOrDefaultAsync<Assistant>(
            "SELECT job_id AS job, lease, share, node, instance FROM assistants "
                + $"WHERE node = @Name AND instance = @Instance AND {Held} ORDER BY job_id",
            new { node.Name, node.Instance, Running = Column.Of(JobState.Running) }),
        ct);

    /// <summary>Whether an assistant and the job that it assists are still there.</summary>
    /// <returns>False when the job has ended or is executed again, or the process of the assistant is no longer an active node.</returns>
    public Task<bool> IsHeldAsync(Assistant assistant, CancellationToken ct = default) => database.ReadAsync(
        async connection => await connection.ExecuteScalarAsync<int>(
            $"""
            SELECT COUNT(*) FROM assistants JOIN nodes ON nodes.name = assistants.node AND nodes.instance = assistants.instance
              AND nodes.state = @Active
            WHERE job_id = @Job AND lease = @Lease AND share = @Share AND {Held}
            """,
            new { assistant.Job, assistant.Lease, assistant.Share, Active = Column.Of(NodeState.Active), Running = Column.Of(JobState.Running) })
            == 1,
        ct);

    /// <summary>Removes an assistant that no longer measures the job.</summary>
    public Task RemoveAsync(Assistant assistant, CancellationToken ct = default) => database.WriteAsync(
        connection => connection.ExecuteAsync("DELETE FROM assistants WHERE job_id = @Job AND lease = @Lease AND share = @Share",
            new { assistant.Job, assistant.Lease, assistant.Share }), ct);

    /// <summary>Stores a message, and removes the messages that the sender has read.</summary>
    /// <param name="assistant">The assistant that sends or receives it.</param>
    /// <param name="isToAssistant">Whether the assistant receives it.</param>
    /// <param name="read">The number of the last message that the sender has read; 0 for none.</param>
    public Task SendAsync(Assistant assistant, bool isToAssistant, string message, long read, CancellationToken ct = default) => database.WriteAsync(
        connection => connection.ExecuteAsync(
            """
            DELETE FROM assistant_messages WHERE job_id = @Job AND share = @Share AND to_assistant = @Back AND id <= @Read;
            INSERT INTO assistant_messages (job_id, lease, share, to_assistant, message) VALUES (@Job, @Lease, @Share, @To, @Message)
            """,
            new
            {
                assistant.Job,
                assistant.Lease,
                assistant.Share,
                To = isToAssistant ? 1L : 0L,
                Back = isToAssistant ? 0L : 1L,
                Read = read,
                Message = message
            }),
        ct);

    /// <summary>The messages after another one, in order.</summary>
    /// <param name="assistant">The assistant that sends or receives them.</param>
    /// <param name="isToAssistant">Whether the assistant receives them.</param>
    /// <param name="after">The number of the last message that was read; 0 for none.</param>
    public Task<IReadOnlyList<(long Number, string Message)>> ReadAsync(
        Assistant assistant, bool isToAssistant, long after, CancellationToken ct = default) =>
        database.ReadAsync<IReadOnlyList<(long, string)>>(
            async connection => (await connection.QueryAsync<(long, string)>(
                "SELECT id, message FROM assistant_messages WHERE job_id = @Job AND lease = @Lease "
                    + "AND share = @Share AND to_assistant = @To AND id > @After ORDER BY id",
                new { assistant.Job, assistant.Lease, assistant.Share, To = isToAssistant ? 1L : 0L, After = after })).AsList(),
            ct);

    /// <summary>Waits for new assistants and messages.</summary>
    /// <param name="onChange">Called for each, and when the wait begins.</param>
    /// <param name="ct">Ends the wait.</param>
    public Task ListenAsync(Action onChange, CancellationToken ct) => database.ListenAsync("redisperf_assistants", _ => onChange(), ct);

    /// <summary>Compares the clock of the database with that of this machine.</summary>
    public Task<ClockReading> ReadClockAsync(CancellationToken ct = default) => database.ReadAsync(
        async connection =>
        {
            var best = new ClockReading(0, 0, double.PositiveInfinity);
            for (var reading = 0; reading < ClockReadings; reading++)
            {
                var before = Stopwatch.GetTimestamp();
                var clock = await connection.ExecuteScalarAsync<long>(SqlDialect.Of(connection).ClockMicroseconds);
                var after = Stopwatch.GetTimestamp();
                var error = Stopwatch.GetElapsedTime(before, after).TotalSeconds / 2;
                best = error < best.Error ? new(before + ((after - before) / 2), clock, error) : best;
            }

            return best;
        },
        ct);

    /// <summary>Chooses the nodes that measure a job together with the one that executes it, other machines first.</summary>
    /// <returns>Empty for a job of one node; null when not enough of them are free.</returns>
    /// <param name="nodes">All nodes. Those with another version of RedisPerf are not chosen.</param>
    /// <param name="here">The node that executes the job.</param>
    /// <param name="job">A job with runs is measured by the same nodes.</param>
    /// <param name="includeBusy">Whether the job waits for busy nodes too. Free ones are chosen first.</param>
    public static IReadOnlyList<NodeRecord>? Choose(IReadOnlyList<NodeRecord> nodes, NodeIdentity here, Job job, bool includeBusy = false)
    {
        if (job.Request.LoadFrom - 1 is not (> 0 and var count))
        {
            return [];
        }

        var version = nodes.FirstOrDefault(node => node.Identity == here)?.Description.Version;
        var busy = BusyMachines(nodes);
        var before = job.Environment?.LoadNodes.Skip(1).Select(node => node.Name).ToArray();
        NodeRecord[] chosen =
        [
            .. nodes
                .Where(node => node.State == NodeState.Active && node.Identity.Name != here.Name
                    && (includeBusy || !busy.Contains(node.Identity.MachineId)) && node.Description.Has(job.Request)
                    && node.Description.Version == version)
                .Where(node => before is null or [] || before.Contains(node.Identity.Name))
                .OrderBy(node => busy.Contains(node.Identity.MachineId))
                .ThenBy(node => before is null ? 0 : Array.IndexOf(before, node.Identity.Name))
                .ThenBy(node => node.Identity.MachineId == here.MachineId)
                .ThenBy(node => node.Identity.Name, StringComparer.Ordinal)
                .Take(count),
        ];
        return chosen.Length == count ? chosen : null;
    }

    /// <summary>The ids of the machines on which a job is measured.</summary>
    public static HashSet<string> BusyMachines(IEnumerable<NodeRecord> nodes) =>
        [.. nodes.Where(node => node.Job is not null).Select(node => node.Identity.MachineId)];

    /// <summary>Stores the assistants of a job that starts, and removes those of jobs that have ended; part of the
    /// transaction that starts it.</summary>
    internal static async Task ReserveAsync(IDbConnection connection, Guid job, long lease, IReadOnlyList<NodeRecord> nodes)
    {
        if (nodes.Count == 0)
        {
            return;
        }

        await connection.ExecuteAsync(
            $"""
            DELETE FROM assistants WHERE NOT {Held} OR job_id = @Job;
            DELETE FROM assistant_messages WHERE NOT EXISTS (SELECT 1 FROM assistants WHERE assistants.job_id = assistant_messages.job_id
              AND assistants.lease = assistant_messages.lease);
            """,
            new { Job = job, Running = Column.Of(JobState.Running) });
        foreach (var (index, node) in nodes.Index())
        {
            await connection.ExecuteAsync(
                "INSERT INTO assistants (job_id, lease, share, node, instance) VALUES (@Job, @Lease, @Share, @Name, @Instance)",
                new { Job = job, Lease = lease, Share = index + 1L, node.Identity.Name, node.Identity.Instance });
        }
    }
}

/// <summary>A node that measures a job together with the one that executes it.</summary>
public sealed record Assistant
{
    /// <summary>The job.</summary>
    public required Guid Job { get; init; }

    /// <summary>The <see cref="Core.Model.Job.Lease"/> of its execution.</summary>
    public required long Lease { get; init; }

    /// <summary>Its share, from 1; the node that executes the job has the share 0.</summary>
    public required long Share { get; init; }

    /// <summary>The name of the node.</summary>
    public required string Node { get; init; }

    /// <summary>The process of the node.</summary>
    public required Guid Instance { get; init; }
}
