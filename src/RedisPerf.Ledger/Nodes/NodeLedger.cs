using System.Data;
using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Nodes;

/// <summary>The nodes of a ledger. Whether a node is lost is decided by its beat, a number that it increases: clocks of machines differ.
/// Every method throws <see cref="LedgerException"/> when the database fails.</summary>
/// <param name="database">The database of an open ledger.</param>
public sealed class NodeLedger(LedgerDatabase database)
{
    private const string Columns = "name, instance, machine_id, description, state, beat, started_at, seen_at";

    private const string AssistedByNode = "jobs.id = assistants.job_id AND jobs.lease = assistants.lease AND jobs.state = "
        + "@Running AND assistants.node = nodes.name AND assistants.instance = nodes.instance";

    /// <summary>The running jobs that a node executes or assists.</summary>
    private const string MeasuredByNode =
        $"jobs.state = @Running AND (jobs.node = nodes.name OR EXISTS (SELECT 1 FROM assistants WHERE {AssistedByNode}))";

    /// <summary>Adds the node, or replaces the earlier process of its name.</summary>
    public Task JoinAsync(NodeIdentity node, NodeDescription description, DateTimeOffset now, CancellationToken ct = default) =>
        database.WriteAsync(connection => AddAsync(connection, node, description, now), ct);

    /// <summary>Adds the node, and removes all others; for a ledger of one process.</summary>
    public Task ReplaceAllAsync(NodeIdentity node, NodeDescription description, DateTimeOffset now, CancellationToken ct = default) =>
        database.WriteAsync(
            async connection =>
            {
                await connection.ExecuteAsync("DELETE FROM nodes");
                return await AddAsync(connection, node, description, now);
            },
            ct);

    private static Task<int> AddAsync(IDbConnection connection, NodeIdentity node, NodeDescription description, DateTimeOffset now) =>
        connection.ExecuteAsync(
            $"""
            INSERT INTO nodes ({Columns}) VALUES (@Name, @Instance, @MachineId, @Description, @State, 0, @Now, @Now)
            ON CONFLICT (name) DO UPDATE SET instance = excluded.instance, machine_id = excluded.machine_id, description = excluded.description,
              state = excluded.state, beat = 0, started_at = excluded.started_at, seen_at = excluded.seen_at
            """,
            new { node.Name, node.Instance, node.MachineId, Description = description, State = Column.Of(NodeState.Active), Now = now });

    /// <summary>The time by the clock of the database.</summary>
    public Task<DateTimeOffset> ReadClockAsync(CancellationToken ct = default) => database.ReadAsync(
        async connection =>
            DateTimeOffset.UnixEpoch.AddMicroseconds(await connection.ExecuteScalarAsync<long>(SqlDialect.Of(connection).ClockMicroseconds)), ct);

    /// <summary>Increases the beat of an active node.</summary>
    /// <returns>False when another node declared it lost, or another process has its name.</returns>
    public Task<bool> SendHeartbeatAsync(NodeIdentity node, NodeDescription description, DateTimeOffset now, CancellationToken ct = default) =>
        database.WriteAsync(
            async connection => 1 == await connection.ExecuteAsync(
                "UPDATE nodes SET beat = beat + 1, seen_at = @Now, description = @Description "
                    + "WHERE name = @Name AND instance = @Instance AND state = @Active",
                new { node.Name, node.Instance, Description = description, Now = now, Active = Column.Of(NodeState.Active) }),
            ct);

    /// <summary>Records that the process ends. It no longer has a job.</summary>
    public Task LeaveAsync(NodeIdentity node, DateTimeOffset now, CancellationToken ct = default) => database.WriteAsync(
        connection => connection.ExecuteAsync(
            "UPDATE nodes SET state = @Stopped, seen_at = @Now WHERE name = @Name AND instance = @Instance AND state = @Active",
            new { node.Name, node.Instance, Now = now, Stopped = Column.Of(NodeState.Stopped), Active = Column.Of(NodeState.Active) }),
        ct);

    /// <summary>All nodes, ordered by name, with the job that each executes.</summary>
    public Task<IReadOnlyList<NodeRecord>> ListAsync(CancellationToken ct = default) => database.ReadAsync(ListAsync, ct);

    internal static async Task<IReadOnlyList<NodeRecord>> ListAsync(IDbConnection connection) => (await Rows.ReadAsync<Row>(
        connection,
        $"""
        SELECT {Columns}, (SELECT MIN(id) FROM jobs WHERE {MeasuredByNode}) AS job,
          EXISTS (SELECT 1 FROM assistants JOIN jobs ON {AssistedByNode}) AS is_assisting
        FROM nodes ORDER BY name
        """,
        new { Running = Column.Of(JobState.Running) },
        row => row.ToRecord(),
        (_, _) => null)).Select(row => row.ToRecord()).AsList();

    /// <summary>Removes a node that is not active.</summary>
    /// <returns>False when it is active, or does not exist.</returns>
    public Task<bool> RemoveAsync(string name, CancellationToken ct = default) => database.WriteAsync(
        async connection => 1 == await connection.ExecuteAsync("DELETE FROM nodes WHERE name = @Name AND state <> @Active", new
        { Name = name, Active = Column.Of(NodeState.Active) }), ct);

    /// <summary>Whether a job runs on a machine, on any of its nodes.</summary>
    public Task<bool> IsMeasuringAsync(string machineId, CancellationToken ct = default) =>
        database.ReadAsync(connection => IsMeasuringAsync(connection, machineId), ct);

    /// <summary>Marks a node as lost whose beat is still the given one; part of the transaction that ends its jobs.</summary>
    /// <returns>False when its beat increased, or it is no longer active.</returns>
    internal static async Task<bool> DeclareLostAsync(IDbConnection connection, NodeRecord node) => 1 == await connection.ExecuteAsync(
        "UPDATE nodes SET state = @Lost WHERE name = @Name AND instance = @Instance AND beat = @Beat AND state = @Active",
        new { node.Identity.Name, node.Identity.Instance, node.Beat, Lost = Column.Of(NodeState.Lost), Active = Column.Of(NodeState.Active) });

    internal static async Task<bool> IsMeasuringAsync(IDbConnection connection, string machineId) => await connection.ExecuteScalarAsync<int>(
        $"SELECT COUNT(*) FROM nodes WHERE nodes.machine_id = @MachineId AND EXISTS (SELECT 1 FROM jobs WHERE {MeasuredByNode})",
        new { MachineId = machineId, Running = Column.Of(JobState.Running) }) > 0;

    private sealed record Row
    {
        public required string Name { get; init; }
        public required Guid Instance { get; init; }
        public required string MachineId { get; init; }
        public required NodeDescription Description { get; init; }
        public required string State { get; init; }
        public required long Beat { get; init; }
        public required DateTimeOffset StartedAt { get; init; }
        public required DateTimeOffset SeenAt { get; init; }
        public Guid? Job { get; init; }
        public bool IsAssisting { get; init; }

        public NodeRecord ToRecord() =>
            new(new(Name, Instance, MachineId), Description, Column.Read<NodeState>(State), Beat, StartedAt, SeenAt, Job, IsAssisting);
    }
}

/// <summary>A node as the ledger has it.</summary>
/// <param name="Identity">Its name, process and machine.</param>
/// <param name="Description">What it has.</param>
/// <param name="Beat">Increases while the process runs and reaches the ledger.</param>
/// <param name="StartedAt">The start of the process.</param>
/// <param name="SeenAt">The time of the last beat.</param>
/// <param name="Job">The job that it executes or assists; null for none.</param>
/// <param name="IsAssisting">Whether another node executes the job.</param>
public sealed record NodeRecord(NodeIdentity Identity, NodeDescription Description, NodeState State, long Beat, DateTimeOffset StartedAt,
    DateTimeOffset SeenAt, Guid? Job, bool IsAssisting);

/// <summary>The states of a node. In JSON the names are camelCase.</summary>
public enum NodeState
{
    Active,

    /// <summary>Its process ended regularly.</summary>
    Stopped,

    /// <summary>Its process ended without a word, was stopped, or does not reach the ledger.</summary>
    Lost,
}
