using System.Data;
using System.Globalization;
using Dapper;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Ledger.Storage;
using RedisPerf.Ledger.Storage.Sqlite;

namespace RedisPerf.Ledger.Jobs;

/// <summary>The durable record of jobs and runs. It is thread-safe. A change is kept after a power failure once its task has completed. In
/// addition to the documented exceptions, every method throws <see cref="LedgerException"/> when the database fails.</summary>
public sealed class JobLedger : IAsyncDisposable
{
    internal const string QueueOrder = "queue_order, id";

    private readonly StoredDocuments _documents;

    static JobLedger() => ColumnTypes.AddJson<Continuation>();

    private JobLedger(LedgerDatabase database, Catalogue catalogue) => (Database, _documents) = (database, new(catalogue));

    /// <summary>The database, for the other records in it. It is closed with this ledger.</summary>
    public LedgerDatabase Database { get; }

    /// <summary>Opens the ledger in a folder, which is created if needed, and locks it against other instances until disposed.</summary>
    /// <inheritdoc cref="OpenAsync(string, string, Catalogue, CancellationToken)"/>
    public static Task<JobLedger> OpenAsync(string folder, Catalogue catalogue, CancellationToken ct = default) =>
        OpenAsync(LedgerDatabase.Sqlite, folder, catalogue, ct);

    /// <summary>Opens a ledger, and locks the data folder against other instances until disposed.</summary>
    /// <param name="ledger"><see cref="LedgerDatabase.Sqlite"/> for a file in the data folder, or the connection string of a PostgreSQL
    /// database, which other instances may use.</param>
    /// <param name="folder">The data folder. It is created if needed.</param>
    /// <param name="catalogue">Declares the floor and the baseline of each benchmark, for the summaries.</param>
    /// <exception cref="LedgerException">The folder or the database cannot be used; the message has the reason and never a password.</exception>
    public static async Task<JobLedger> OpenAsync(string ledger, string folder, Catalogue catalogue, CancellationToken ct = default) =>
        new(await LedgerDatabases.OpenAsync(ledger, folder, ct), catalogue);

    /// <summary>Opens a ledger that exists. Other instances may use it and the data folder at the same time.</summary>
    /// <inheritdoc cref="OpenAsync(string, string, Catalogue, CancellationToken)"/>
    public static async Task<JobLedger> OpenExistingAsync(string ledger, string folder, Catalogue catalogue, CancellationToken ct = default)
    {
        if (ledger == LedgerDatabase.Sqlite && !File.Exists(Path.Combine(folder, SqliteDatabase.FileName)))
        {
            throw new LedgerException($"There is no ledger in the folder \"{folder}\": it has no file {SqliteDatabase.FileName}.");
        }

        return new(await LedgerDatabases.OpenSharedAsync(ledger, folder, ct), catalogue);
    }

    /// <summary>Puts a job at the end of the queue.</summary>
    /// <returns>The queued job, with its number and its position.</returns>
    /// <exception cref="QueueFullException">The queue is full; nothing was queued.</exception>
    public Task<JobDocument> EnqueueAsync(Job job, int queueLimit, CancellationToken ct = default) => Database.WriteAsync(
        async connection =>
        {
            var number = await EnqueueAsync(connection, job, queueLimit);
            return _documents.Create(job with { Number = number }, []) with { QueuePosition = await CountQueuedAsync(connection) };
        },
        ct);

    /// <summary>The number of queued jobs, without the running one.</summary>
    public Task<int> CountQueuedAsync(CancellationToken ct = default) => Database.ReadAsync(CountQueuedAsync, ct);

    /// <summary>The queued jobs, the next one first.</summary>
    public Task<IReadOnlyList<Job>> QueuedAsync(CancellationToken ct = default) => Database.ReadAsync<IReadOnlyList<Job>>(
        async connection => [.. (await InStateAsync(connection, JobState.Queued)).Where(row => !row.IsDamaged).Select(row => row.ToJob())], ct);

    /// <summary>The job with all its runs and their summaries; null when it does not exist.</summary>
    public Task<JobDocument?> FindAsync(Guid id, CancellationToken ct = default) => Database.ReadAsync(
        async connection =>
        {
            if (await FindRowAsync(connection, id) is not { } row)
            {
                return null;
            }

            var document = await _documents.ReadAsync(connection, row);
            return document.State == JobState.Queued ? document with { QueuePosition = await PositionAsync(connection, id) } : document;
        },
        ct);

    /// <summary>The job with a number; null when it does not exist.</summary>
    public Task<Guid?> FindIdAsync(long number, CancellationToken ct = default) => Database.ReadAsync(
        connection => connection.ExecuteScalarAsync<Guid?>("SELECT id FROM jobs WHERE number = @Number", new { Number = number }), ct);

    /// <summary>The id of <c>42</c>, <c>#42</c> or an id. An id is not looked up; null for another text, and for a number without a job.</summary>
    public async Task<Guid?> FindIdAsync(string name, CancellationToken ct = default) =>
        Guid.TryParse(name, out var id) ? id
        : IsNumber(name, out var number) ? await FindIdAsync(number, ct)
        : null;

    /// <summary>Whether a text is the number of a job: <c>42</c> or <c>#42</c>.</summary>
    public static bool IsNumber(string text, out long number) =>
        long.TryParse(text.Trim().TrimStart('#'), NumberStyles.None, CultureInfo.InvariantCulture, out number);

    /// <summary>The numbers of jobs, by their ids. A job that does not exist is omitted.</summary>
    public Task<IReadOnlyDictionary<Guid, long>> NumbersAsync(IEnumerable<Guid> ids, CancellationToken ct = default) =>
        Database.ReadAsync<IReadOnlyDictionary<Guid, long>>(
            async connection => (await connection.QueryAsync<(Guid Id, long Number)>(
                $"SELECT id, number FROM jobs WHERE {SqlDialect.Of(connection).In("id", "@Ids")}",
                new { Ids = ids.Distinct().Select(Column.Of).ToArray() })).ToDictionary(row => row.Id, row => row.Number),
            ct);

    /// <summary>The profiles of a job; empty without them.</summary>
    public Task<IReadOnlyList<CaseProfile>> ProfilesAsync(Guid id, CancellationToken ct = default) =>
        Database.ReadAsync(connection => ProfileRow.OfJobAsync(connection, id), ct);

    /// <summary>Whether a job has a profile.</summary>
    public Task<bool> HasProfileAsync(Guid id, CancellationToken ct = default) => Database.ReadAsync(
        async connection => await connection.ExecuteScalarAsync<long>("SELECT COUNT(*) FROM profiles WHERE job_id = @Id", new { Id = id }) > 0, ct);

    /// <summary>The job without its runs; null when it does not exist.</summary>
    public Task<Job?> FindJobAsync(Guid id, CancellationToken ct = default) =>
        Database.ReadAsync(async connection => (await FindRowAsync(connection, id))?.ToJob(), ct);

    /// <summary>The runs of a job, without their summaries.</summary>
    public Task<IReadOnlyList<JobEvent.RunEnded>> RunsAsync(Guid id, CancellationToken ct = default) => RunsAsync(id, 0, ct);

    /// <summary>The runs of a job from a round on, without their summaries.</summary>
    public Task<IReadOnlyList<JobEvent.RunEnded>> RunsAsync(Guid id, int firstRound, CancellationToken ct) =>
        Database.ReadAsync<IReadOnlyList<JobEvent.RunEnded>>(
            async connection => [.. (await RunRow.OfJobAsync(connection, id, firstRound)).Select(row => row.ToEvent())], ct);

    /// <summary>The running jobs of all nodes.</summary>
    public Task<IReadOnlyList<RunningJobRecord>> RunningAsync(CancellationToken ct = default) => Database.ReadAsync<IReadOnlyList<RunningJobRecord>>(
        async connection => [.. (await InStateAsync(connection, JobState.Running))
            .Select(row => new RunningJobRecord(row.Id, row.Node, row.Lease, [.. row.FullRequest.Targets]))], ct);

    /// <summary>A page of jobs, newest first, without their cases.</summary>
    public Task<JobListing> ListAsync(JobFilter filter, CancellationToken ct = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(filter.Limit, 1);
        return Database.ReadAsync(connection => ListQuery.ReadAsync(connection, filter), ct);
    }

    /// <summary>Changes a queued job to running on a node, and stores the keys that it may leave. The time is read in the transaction,
    /// after the end of the last job there.</summary>
    /// <returns>The job with its new lease; null when it is no longer queued, while another job runs on the machine of the node, or while
    /// not enough other nodes are free.</returns>
    public Task<Job?> StartAsync(
        Guid id, NodeIdentity node, Func<DateTimeOffset> clock, IReadOnlyList<LeftKeys> left, CancellationToken ct = default) =>
        Database.WriteAsync(
            async connection =>
            {
                if (await NodeLedger.IsMeasuringAsync(connection, node.MachineId)
                    || await FindRowAsync(connection, id) is not { IsDamaged: false } row
                    || (row.FullRequest.LoadFrom == 1 || !Database.IsShared
                        ? []
                        : AssistantLedger.Choose(await NodeLedger.ListAsync(connection), node, row.ToJob())) is not { } assistants)
                {
                    return null;
                }

                var changed = await connection.ExecuteAsync(
                    "UPDATE jobs SET state = @Running, node = @Node, lease = lease + 1, started_at "
                        + "= COALESCE(started_at, @Now), active_at = @Now WHERE id = @Id AND state = @Queued",
                    new { Id = id, Node = node.Name, Now = clock(), Running = Column.Of(JobState.Running), Queued = Column.Of(JobState.Queued) });
                await AssistantLedger.ReserveAsync(connection, id, row.Lease + 1, changed == 1 ? assistants : []);
                await LeftKeyLedger.ExpectAsync(connection, changed == 1 ? left : []);
                return changed == 1 ? (await FindRowAsync(connection, id))!.ToJob() : null;
            },
            ct);

    /// <summary>Appends an event to a running job and reads only its state and its continuation. A run that is recorded
    /// twice is stored once.</summary>
    /// <param name="id">The job.</param>
    /// <param name="lease">The <see cref="Job.Lease"/> of the started job.</param>
    /// <returns>The job as it ended, which can be its state from before rounds were added; null for any other event.</returns>
    /// <exception cref="JobNotHeldException">The job is not running, or another execution of it is.</exception>
    public Task<Job?> RecordAsync(Guid id, long lease, JobEvent jobEvent, DateTimeOffset now, CancellationToken ct = default) => Database.WriteAsync(
        async connection =>
        {
            var held = await connection.QuerySingleOrDefaultAsync<HeldRow>(
                "SELECT continuation FROM jobs WHERE id = @Id AND lease = @Lease AND state = @Running",
                new { Id = id, Lease = lease, Running = Column.Of(JobState.Running) }) ?? throw new JobNotHeldException(id);
            await connection.ExecuteAsync("UPDATE jobs SET active_at = @Now WHERE id = @Id", new { Id = id, Now = now });
            var added = held.Continuation is { HasRuns: false } rounds ? rounds : null;
            if (added is not null && jobEvent is JobEvent.RunEnded { Run.State: not RunState.Cancelled })
            {
                await RequeueLedger.ExtendAsync(connection, (await FindRowAsync(connection, id))!);
            }

            if (jobEvent is JobEvent.Ended ended)
            {
                return await EndRunningAsync(connection, (await FindRowAsync(connection, id))!, ended, now);
            }

            _ = jobEvent switch
            {
                JobEvent.Started(var environment) => await connection.ExecuteAsync(
                    $"UPDATE jobs SET environment = @Environment WHERE id = @Id; {SqlDialect.Of(connection).SaveWords}",
                    (await FindRowAsync(connection, id))! with { Environment = environment }),
                JobEvent.Progressed(var progress) when added is not null =>
                    await RequeueLedger.SaveAsync(connection, id, added with { Progress = progress }),
                JobEvent.Progressed(var progress) => await connection.ExecuteAsync(
                    "UPDATE jobs SET progress = @Progress WHERE id = @Id", new { Id = id, Progress = progress }),
                JobEvent.Profiled(var profile) => await ProfileRow.SaveAsync(connection, id, profile),
                JobEvent.RunEnded(var @case, var run) => await connection.ExecuteAsync(RunRow.Insert, RunRow.Of(id, @case, run)),
                _ => throw new ArgumentException($"The ledger does not record {jobEvent.GetType().Name}.", nameof(jobEvent)),
            };
            return null;
        },
        ct);

    /// <summary>Excludes a disturbed run from the summaries of its job, or includes it again.</summary>
    /// <returns>Refused for a run that is not disturbed, not ok, or a warm-up; nothing changed then.</returns>
    public Task<ChangeOutcome> ExcludeRunAsync(Guid id, CaseKey @case, int round, bool exclude, CancellationToken ct = default) => ChangeAsync(
        id,
        (connection, row) => connection.ExecuteAsync(
            $"{RunRow.SetExclusion} AND strategy = @Strategy AND at = @At AND round = @Round",
            new { row.Id, @case.Strategy, @case.At, Round = round, DisturbanceExcluded = exclude }),
        ct);

    /// <summary>Excludes all current disturbed runs of a job from its summaries, or includes them again.</summary>
    /// <returns>Refused when the job has no disturbed run.</returns>
    public Task<ChangeOutcome> ExcludeDisturbedRunsAsync(Guid id, bool exclude, CancellationToken ct = default) => ChangeAsync(
        id, (connection, row) => connection.ExecuteAsync(RunRow.SetExclusion, new { row.Id, DisturbanceExcluded = exclude }), ct);

    /// <summary>Changes the baseline strategy of a job.</summary>
    /// <returns>Refused when the job does not have the strategy.</returns>
    public Task<ChangeOutcome> ChangeBaselineAsync(Guid id, string strategy, CancellationToken ct = default) => ChangeAsync(
        id,
        async (connection, row) => row.Request.Strategies.Contains(strategy)
            ? await connection.ExecuteAsync(
                "UPDATE jobs SET request = @Request WHERE id = @Id", new { row.Id, Request = row.Request with { Baseline = strategy } })
            : 0,
        ct);

    /// <summary>Cancels a queued job. One with added rounds has its state from before again.</summary>
    /// <returns>False when it is not queued.</returns>
    public Task<bool> CancelQueuedAsync(Guid id, DateTimeOffset now, CancellationToken ct = default) => Database.WriteAsync(
        async connection =>
        {
            if (await FindRowAsync(connection, id) is not { } row || row.State != JobState.Queued)
            {
                return false;
            }

            await EndAsync(connection, row, new(JobState.Cancelled, null), now);
            return true;
        },
        ct);

    /// <summary>Records that a user cancelled a running job: it ends as cancelled even when the process is killed before its end.</summary>
    /// <returns>False when it is not running.</returns>
    public Task<bool> RequestCancelAsync(Guid id, CancellationToken ct = default) => Database.WriteAsync(
        async connection => 1 == await connection.ExecuteAsync(
            "UPDATE jobs SET error = @Error WHERE id = @Id AND state = @Running",
            new { Id = id, Error = Reason.Of(ReasonCode.CancelRequested), Running = Column.Of(JobState.Running) }),
        ct);

    /// <summary>Deletes a job that has ended and is not a baseline, with its runs.</summary>
    public Task<DeleteOutcome> DeleteAsync(Guid id, CancellationToken ct = default) => Database.WriteAsync(
        async connection =>
        {
            var outcome = await CheckDeletionAsync(connection, await FindRowAsync(connection, id));
            if (outcome == DeleteOutcome.Deleted)
            {
                await connection.ExecuteAsync("DELETE FROM jobs WHERE id = @Id", new { Id = id });
            }

            return outcome;
        },
        ct);

    /// <summary>Waits for a current change, then releases the folder.</summary>
    public ValueTask DisposeAsync() => Database.DisposeAsync();

    /// <summary>Puts a job at the end of the queue, as a part of a larger transaction.</summary>
    /// <returns>Its number.</returns>
    internal static async Task<long> EnqueueAsync(IDbConnection connection, Job job, int queueLimit)
    {
        if (job.State != JobState.Queued)
        {
            throw new ArgumentException($"Only a queued job can be enqueued; {job.Id} is {Column.Of(job.State)}.", nameof(job));
        }

        await CheckQueueAsync(connection, queueLimit);
        await InsertAsync(connection, JobRow.Of(job));
        await RequeueLedger.MoveToEndAsync(connection, job.Id);
        return await connection.ExecuteScalarAsync<long>("SELECT last_number FROM job_numbers");
    }

    internal static async Task CheckQueueAsync(IDbConnection connection, int queueLimit)
    {
        if (await CountQueuedAsync(connection) >= queueLimit)
        {
            throw new QueueFullException(queueLimit);
        }
    }

    private async Task<Job> EndRunningAsync(IDbConnection connection, JobRow row, JobEvent.Ended ended, DateTimeOffset now)
    {
        // A job that a user cancelled is not repeated when its node is lost at the same time.
        var end =
            ended.State == JobState.Interrupted && row.Error?.Code == ReasonCode.CancelRequested ? ended with { State = JobState.Cancelled } : ended;
        var stored = await EndAsync(connection, row, end, now);
        await LeftKeyLedger.EndAsync(connection, row, end);
        return stored;
    }

    /// <summary>Ends a job with what it has finished, as a part of a larger transaction.</summary>
    /// <returns>The job, whose state can be that from before rounds were added: see <see cref="Continuation.End"/>.</returns>
    internal async Task<Job> EndAsync(IDbConnection connection, JobRow row, JobEvent.Ended ended, DateTimeOffset now)
    {
        await RequeueLedger.EndAsync(connection, row, ended, now);
        var stored = (await FindRowAsync(connection, row.Id))!;
        await _documents.KeepBestAsync(connection, stored);
        return stored.ToJob();
    }

    // The best case is saved when the job ends, because every run may change it.
    private Task<ChangeOutcome> ChangeAsync(Guid id, Func<IDbConnection, JobRow, Task<int>> change, CancellationToken ct) => Database.WriteAsync(
        async connection =>
        {
            if (await FindRowAsync(connection, id) is not { } row)
            {
                return ChangeOutcome.NotFound;
            }

            if (await change(connection, row) == 0)
            {
                return ChangeOutcome.Refused;
            }

            // The other nodes are notified.
            await connection.ExecuteAsync("UPDATE jobs SET changes = changes + 1 WHERE id = @Id", new { Id = id });

            if (row.ToJob().HasEnded)
            {
                await _documents.KeepBestAsync(connection, (await FindRowAsync(connection, id))!);
            }

            return ChangeOutcome.Changed;
        },
        ct);

    internal static async Task<DeleteOutcome> CheckDeletionAsync(IDbConnection connection, JobRow? row) =>
        row is null ? DeleteOutcome.NotFound
        : !row.ToJob().HasEnded ? DeleteOutcome.NotEnded
        : await BaselineLedger.IsBaselineAsync(connection, row.Id) ? DeleteOutcome.IsBaseline
        : DeleteOutcome.Deleted;

    internal static async Task<int> InsertAsync(IDbConnection connection, JobRow row) =>
        await connection.ExecuteAsync(JobRow.Insert(SqlDialect.Of(connection)), row)
        + await connection.ExecuteAsync(JobRow.InsertTarget, row.Targets);

    internal static async Task<JobRow?> FindRowAsync(IDbConnection connection, Guid id) =>
        (await JobRow.ReadAsync(connection, $"SELECT {JobRow.Columns} FROM jobs WHERE id = @Id", new { Id = id })).SingleOrDefault();

    private static Task<int> CountQueuedAsync(IDbConnection connection) => connection.ExecuteScalarAsync<int>(
        "SELECT COUNT(*) FROM jobs WHERE state = @State", new { State = Column.Of(JobState.Queued) });

    private static Task<int> PositionAsync(IDbConnection connection, Guid id) => connection.ExecuteScalarAsync<int>(
        $"SELECT COUNT(*) FROM jobs WHERE state = @State AND ({QueueOrder}) <= (SELECT {QueueOrder} FROM jobs WHERE id = @Id)",
        new { State = Column.Of(JobState.Queued), Id = id });

    internal static Task<List<JobRow>> InStateAsync(IDbConnection connection, JobState state) => JobRow.ReadAsync(
        connection, $"SELECT {JobRow.Columns} FROM jobs WHERE state = @State ORDER BY {QueueOrder}", new { State = Column.Of(state) });

    private sealed record HeldRow
    {
        public Continuation? Continuation { get; init; }
    }
}
