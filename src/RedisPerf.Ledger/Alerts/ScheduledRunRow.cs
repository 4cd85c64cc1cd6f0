using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Alerts;

/// <summary>A row of the table <c>nights</c>.</summary>
internal sealed record ScheduledRunRow
{
    public const string Columns = "job_id, state, rerun, cases, note, reason, judged_at";

    public const string Upsert = """
        INSERT INTO nights (job_id, state, rerun, cases, reason, judged_at) VALUES (@JobId, @State, @Rerun, @Cases, @Reason, @JudgedAt)
        ON CONFLICT (job_id) DO UPDATE
        SET state = excluded.state, rerun = COALESCE(excluded.rerun, nights.rerun), cases = excluded.cases, reason = excluded.reason, judged_at = excluded.judged_at
        """;

    public required Guid JobId { get; init; }
    public required string State { get; init; }
    public Guid? Rerun { get; init; }
    public IReadOnlyList<CaseKey>? Cases { get; init; }
    public Reason? Reason { get; init; }

    /// <summary>The sentence of a review by an earlier version, which stored no reason.</summary>
    public string? Note { get; init; }

    public required DateTimeOffset JudgedAt { get; init; }

    /// <exception cref="FormatException">The state cannot be read.</exception>
    public void Check() => Column.Read<ScheduledRunState>(State);
}
