using System.Data;
using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Jobs;

/// <summary>The baselines: at most one job for each benchmark and target, in the database of a <see cref="JobLedger"/>. Every method throws
/// <see cref="LedgerException"/> when the database fails.</summary>
/// <param name="database">The database of an open ledger.</param>
public sealed class BaselineLedger(LedgerDatabase database)
{
    private const string Columns = "benchmark, target, job_id, pinned_at";

    /// <summary>Makes a job the baseline of its benchmark on each of its targets, and replaces the earlier baselines.</summary>
    /// <returns>Refused for a job that is not completed; nothing changed then.</returns>
    public Task<ChangeOutcome> PinAsync(Guid id, DateTimeOffset now, CancellationToken ct = default) => database.WriteAsync(
        async connection =>
        {
            var row = await JobLedger.FindRowAsync(connection, id);
            if (row is null)
            {
                return ChangeOutcome.NotFound;
            }

            if (row.ToJob() is not { State: JobState.Completed } job)
            {
                return ChangeOutcome.Refused;
            }

            await connection.ExecuteAsync(
                """
                INSERT INTO baselines (benchmark, target, job_id, pinned_at) VALUES (@Benchmark, @Target, @Id, @Now)
                ON CONFLICT (benchmark, target) DO UPDATE SET job_id = excluded.job_id, pinned_at = excluded.pinned_at
                """,
                job.Request.Targets.Select(target => new { row.Benchmark, Target = target, row.Id, Now = now }));
            return ChangeOutcome.Changed;
        },
        ct);

    /// <summary>Removes a job as the baseline of all its targets.</summary>
    /// <returns>Refused when it was not a baseline.</returns>
    public Task<ChangeOutcome> UnpinAsync(Guid id, CancellationToken ct = default) => database.WriteAsync(
        async connection =>
            await connection.ExecuteAsync("DELETE FROM baselines WHERE job_id = @Id", new { Id = id }) > 0 ? ChangeOutcome.Changed
            : await connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM jobs WHERE id = @Id", new { Id = id }) > 0 ? ChangeOutcome.Refused
            : ChangeOutcome.NotFound,
        ct);

    /// <summary>The baselines of a benchmark on the given targets, in the order of the targets. A target without a baseline is omitted.</summary>
    public Task<IReadOnlyList<Baseline>> FindAsync(string benchmark, IReadOnlyList<string> targets, CancellationToken ct = default) => ReadAsync(
        "WHERE benchmark = @benchmark", new { benchmark }, baselines => baselines.Where(baseline => targets.Contains(baseline.Target))
            .OrderBy(baseline => targets.TakeWhile(target => target != baseline.Target).Count()), ct);

    /// <summary>All baselines, ordered by benchmark and target.</summary>
    public Task<IReadOnlyList<Baseline>> ListAsync(CancellationToken ct = default) => ReadAsync("", null, baselines => baselines, ct);

    /// <summary>Whether a job is a baseline. A baseline cannot be deleted.</summary>
    internal static async Task<bool> IsBaselineAsync(IDbConnection connection, Guid id) =>
        await connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM baselines WHERE job_id = @id", new { id }) > 0;

    private Task<IReadOnlyList<Baseline>> ReadAsync(
        string where, object? parameters, Func<IEnumerable<Baseline>, IEnumerable<Baseline>> order, CancellationToken ct) =>
        database.ReadAsync<IReadOnlyList<Baseline>>(
            async connection =>
            {
                var rows = await Rows.ReadAsync<Row>(
                    connection, $"SELECT {Columns} FROM baselines {where} ORDER BY benchmark, target", parameters, _ => { }, Damaged);
                return [.. order(rows.Select(row => new Baseline(row.Benchmark, row.Target, row.JobId, row.PinnedAt)))];
            },
            ct);

    // The time is only shown.
    private static Row? Damaged(IDataRecord record, string message) =>
        record["benchmark"] is string benchmark && record["target"] is string target && Guid.TryParse(record["job_id"] as string, out var job)
            ? new() { Benchmark = benchmark, Target = target, JobId = job, PinnedAt = Rows.TimeOf(job) }
            : null;

    private sealed record Row
    {
        public required string Benchmark { get; init; }
        public required string Target { get; init; }
        public required Guid JobId { get; init; }
        public required DateTimeOffset PinnedAt { get; init; }
    }
}

/// <summary>A pinned job. Later jobs of its benchmark on this target are compared with it.</summary>
public sealed record Baseline(string Benchmark, string Target, Guid JobId, DateTimeOffset PinnedAt);
