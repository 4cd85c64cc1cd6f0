using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Alerts;

/// <summary>A row of the table <c>scheduled_run_reviews</c>.</summary>
internal sealed record ScheduledRunRow
{
    public const string Columns = "job_id, state, rerun, cases, reason, reviewed_at";

    public const string Upsert = """
        INSERT INTO scheduled_run_reviews (job_id, state, rerun, cases, reason, reviewed_at)
        VALUES (@JobId, @State, @Rerun, @Cases, @Reason, @ReviewedAt)
        ON CONFLICT (job_id) DO UPDATE
        SET state = excluded.state, rerun = COALESCE(excluded.rerun, scheduled_run_reviews.rerun), cases = excluded.cases,
          reason = excluded.reason, reviewed_at = excluded.reviewed_at
        """;

    public required Guid JobId { get; init; }
    public required string State { get; init; }
    public Guid? Rerun { get; init; }
    public IReadOnlyList<CaseKey>? Cases { get; init; }
    public Reason? Reason { get; init; }

    public required DateTimeOffset ReviewedAt { get; init; }

    /// <exception cref="FormatException">The state cannot be read.</exception>
    public void Check() => Column.Read<ScheduledRunState>(State);
}
