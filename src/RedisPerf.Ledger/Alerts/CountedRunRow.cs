using RedisPerf.Core.Model;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Alerts;

/// <summary>The figures of a counted run that a trend needs.</summary>
internal sealed record CountedRunRow
{
    /// <summary>The counted runs of the given jobs; see <see cref="Run.IsInSummary"/>.</summary>
    /// <param name="dialect">The dialect of the database.</param>
    /// <param name="withFigures">Whether to read the figures, which take longer than the rest of a row.</param>
    public static string Select(SqlDialect dialect, bool withFigures) => $"""
        SELECT job_id, strategy, at, seconds, operations{(withFigures ? ", figures" : "")}
        FROM counted_runs
        WHERE {dialect.In("job_id", "@Ids")}
        """;

    public required Guid JobId { get; init; }
    public required string Strategy { get; init; }
    public required Coordinates At { get; init; }
    public required double Seconds { get; init; }
    public long? Operations { get; init; }
    public IReadOnlyDictionary<string, double>? Figures { get; init; }

    public CaseKey Case => new(Strategy, At);
}
