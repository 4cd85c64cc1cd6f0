using System.Data;
using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Storage;
using RedisPerf.Ledger.Storage.Sqlite;

namespace RedisPerf.Ledger.Jobs;

/// <summary>The jobs that may have keys on existing servers, in the database of a <see cref="JobLedger"/>, so they are kept after a kill.</summary>
/// <param name="database">The database of an open ledger.</param>
public sealed class LeftKeyLedger(LedgerDatabase database)
{
    /// <summary>A command on a slow link may arrive this long after its connection was closed.</summary>
    private static readonly TimeSpan LateCommands = TimeSpan.FromSeconds(30);

    /// <summary>Opens the ledger of a folder for one operation, even while another instance uses it.</summary>
    /// <exception cref="LedgerException">The folder or the file cannot be used; the message has the reason.</exception>
    public static async Task UseAsync(string folder, Func<LeftKeyLedger, Task> use, CancellationToken ct)
    {
        await using var database = await SqliteDatabase.OpenSharedAsync(folder, ct);
        await use(new(database));
    }

    /// <summary>The address of a server: equal for all nodes that reach the same one. A loopback address is another server on each machine.
    /// Null when the target cannot be used.</summary>
    public string? AddressOf(ConfiguredTarget target) =>
        database.IsShared && target.IsLoopback ? $"{target.KeySpace} on {ThisMachine.Network}" : target.KeySpace;

    /// <summary>Whether a target is the server of left keys. Those of an earlier version have the address without its machine.</summary>
    public bool IsAt(ConfiguredTarget target, LeftKeys left) => left.Address == AddressOf(target) || left.Address == target.KeySpace;

    /// <summary>All stored ones, except those of jobs that run in this ledger.</summary>
    public Task<IReadOnlyList<LeftKeys>> ListAsync(CancellationToken ct = default) => database.ReadAsync<IReadOnlyList<LeftKeys>>(
        async connection => (await Rows.ReadAsync<Row>(
            connection,
            """
            SELECT job_id, target, address, searched_at FROM left_keys
            WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.id = left_keys.job_id AND jobs.state = @Running)
            ORDER BY job_id
            """,
            new { Running = Column.Of(JobState.Running) },
            _ => { },
            Damaged)).Select(row => row.ToLeftKeys()).AsList(),
        ct);

    /// <summary>The keys that a job may leave on existing servers.</summary>
    /// <param name="find">The configured target of a name; null for others.</param>
    public IReadOnlyList<LeftKeys> Of(Job job, Func<string, ITarget?> find) =>
    [
        .. from name in job.Request.Targets
           let address = find(name) is ConfiguredTarget target ? AddressOf(target) : null
           where address is not null
           select new LeftKeys(job.Id, name, address, null),
    ];

    /// <summary>Stores that a job may leave keys, before it writes the first one. Earlier searches do not count.</summary>
    public Task ExpectAsync(IReadOnlyList<LeftKeys> left, CancellationToken ct = default) =>
        database.WriteAsync(connection => ExpectAsync(connection, left), ct);

    /// <summary>A job has ended: no key is left if all its runs succeeded and its keys were removed.</summary>
    /// <param name="document">The job with its runs.</param>
    public Task EndAsync(JobDocument document, CancellationToken ct = default) => database.WriteAsync(
        connection => ClearAsync(
            connection,
            document,
            new(document.State, document.Error),
            [.. document.Cases.Where(result => result.Runs.Any(run => run.State != RunState.Ok)).Select(result => result.Target)]),
        ct);

    /// <summary>Removes the keys from the server. When a second search, after the time that a late command may take, finds none, the job no
    /// longer has left keys. Nothing is recorded when another node has started the job since it was listed.</summary>
    /// <returns>The number of removed keys; null when the job still runs in another process, or another job runs on the server, which the
    /// removal would disturb.</returns>
    /// <exception cref="TargetException">The server does not reply, or it refuses.</exception>
    public async Task<long?> RemoveAsync(LeftKeys left, ConfiguredTarget target, DateTimeOffset now, CancellationToken ct)
    {
        await using var keys = await target.OpenKeysAsync(ct);
        if (await keys.FindRunningJobAsync(ct) is not null || await keys.RemoveAsync(left.JobId, ct) is not { } removed)
        {
            return null;
        }

        if (removed == 0 && now - left.SearchedAt >= LateCommands)
        {
            await DiscardAsync(left, ct);
        }
        else if (removed > 0 || left.SearchedAt is null || left.SearchedAt > now)
        {
            await database.WriteAsync(
                connection => ChangeAsync(connection, "UPDATE left_keys SET searched_at = @Now", left, now),
                ct);
        }

        return removed;
    }

    /// <summary>Adds to the error of a job that did not complete that its keys may remain, unless it is there.</summary>
    public Task ReportAsync(LeftKeys left, Reason cause, CancellationToken ct = default) => database.WriteAsync(
        async connection =>
        {
            if (await JobLedger.FindRowAsync(connection, left.JobId) is { } row
                && row.ToJob() is { HasEnded: true, State: not JobState.Completed } && !Reason.Flatten(row.Error).Any(IsAbout(left)))
            {
                await SetErrorAsync(connection, row, Reason.Join(row.Error, left.WithCause(cause)));
            }

            return true;
        },
        ct);

    /// <inheritdoc cref="ExpectAsync(IReadOnlyList{LeftKeys}, CancellationToken)"/>
    internal static Task<int> ExpectAsync(IDbConnection connection, IReadOnlyList<LeftKeys> left) => connection.ExecuteAsync(
        "INSERT INTO left_keys (job_id, target, address) VALUES (@JobId, @Target, @Address) "
            + "ON CONFLICT (job_id, target) DO UPDATE SET address = excluded.address, searched_at = NULL",
        left.Select(each => new { each.JobId, each.Target, each.Address }));

    /// <summary>Removes the entries of a job that has ended in its ledger; part of that transaction.</summary>
    internal static async Task<int> EndAsync(IDbConnection connection, JobRow job, JobEvent.Ended ended) => await ClearAsync(
        connection,
        job.ToJob(),
        ended,
        [.. (await connection.QueryAsync<string>(
            "SELECT DISTINCT at FROM runs WHERE job_id = @Id AND state <> @Ok", new { job.Id, Ok = Column.Of(RunState.Ok) }))
            .Select(at => Coordinates.Parse(at).Target ?? "").Distinct()]);

    // Only the first execution of a job shows by its end that no key is left: it has started no run, or each run removed its
    // own. The keys of an earlier execution, or of one that ended by an exception, are searched for on the server.
    private static Task<int> ClearAsync(IDbConnection connection, Job job, JobEvent.Ended ended, IReadOnlyCollection<string> failed)
    {
        var reasons = Reason.Flatten(ended.Error).ToArray();
        var hasStarted = job.Environment is not null;
        if (job.Resumes > 0
            || (hasStarted && (ended.State == JobState.Interrupted || Array.Exists(reasons, reason => reason.Code == ReasonCode.InternalError))))
        {
            return Task.FromResult(0);
        }

        var unknown = hasStarted
            ? reasons.Where(reason => reason.Code == ReasonCode.KeysMayRemain).Select(reason => (string)reason.Args[Reason.Target]).Concat(failed)
            : [];
        return connection.ExecuteAsync($"DELETE FROM left_keys WHERE job_id = @Job AND {SqlDialect.Of(connection).NotIn("target", "@Unknown")}",
            new { Job = job.Id, Unknown = unknown.ToArray() });
    }

    /// <summary>The keys are removed: their entry is, and the errors of the job no longer name them.</summary>
    internal Task<int> DiscardAsync(LeftKeys left, CancellationToken ct) => database.WriteAsync(
        async connection =>
        {
            var discarded = await ChangeAsync(connection, "DELETE FROM left_keys", left);
            if (discarded == 1 && await JobLedger.FindRowAsync(connection, left.JobId) is { IsDamaged: false } row)
            {
                if (Reason.Flatten(row.Error).Any(IsAbout(left)))
                {
                    await SetErrorAsync(connection, row, Without(left, row.Error));
                }

                if (row.Continuation is { } continuation)
                {
                    await RequeueLedger.SaveAsync(connection, row.Id, continuation with { Error = Without(left, continuation.Error) });
                }
            }

            return discarded;
        },
        ct);

    // Nothing changes when another node has started the job since the entry was read.
    private static Task<int> ChangeAsync(IDbConnection connection, string change, LeftKeys left, DateTimeOffset? now = null) =>
        connection.ExecuteAsync(
            $"""
            {change} WHERE job_id = @JobId AND target = @Target AND searched_at IS NOT DISTINCT FROM @SearchedAt
            AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.id = left_keys.job_id AND jobs.state = @Running)
            """,
            new { left.JobId, left.Target, left.SearchedAt, Now = now, Running = Column.Of(JobState.Running) });

    private static Func<Reason, bool> IsAbout(LeftKeys left) =>
        reason => reason.Code == ReasonCode.KeysMayRemain && left.Target.Equals(reason.Args.GetValueOrDefault(Reason.Target));

    private static Reason? Without(LeftKeys left, Reason? error) =>
        Reason.Flatten(error).Where(reason => !IsAbout(left)(reason)).Aggregate((Reason?)null, Reason.Join);

    private static Task<int> SetErrorAsync(IDbConnection connection, JobRow row, Reason? error) =>
        connection.ExecuteAsync("UPDATE jobs SET error = @Error WHERE id = @Id", new { row.Id, Error = error });

    // The search is repeated.
    private static Row? Damaged(IDataRecord record, string message) =>
        Guid.TryParse(record["job_id"] as string, out var job) && record["target"] is string target && record["address"] is string address
            ? new() { JobId = job, Target = target, Address = address }
            : null;

    private sealed record Row
    {
        public required Guid JobId { get; init; }
        public required string Target { get; init; }
        public required string Address { get; init; }
        public DateTimeOffset? SearchedAt { get; init; }

        public LeftKeys ToLeftKeys() => new(JobId, Target, Address, SearchedAt);
    }
}
