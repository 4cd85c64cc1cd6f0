using RedisPerf.Core.Model;

namespace RedisPerf.Ledger.Alerts;

/// <summary>The figures of a counted run that a trend needs.</summary>
internal sealed record CountedRunRow
{
    /// <summary>The counted runs of the given jobs; see <see cref="Run.IsCounted"/>.</summary>
    public const string Select = """
        SELECT job_id, strategy, target, point, client_name, seconds, operations
        FROM counted_runs
        WHERE job_id IN @Ids
        """;

    public required Guid JobId { get; init; }
    public required string Strategy { get; init; }
    public required string Target { get; init; }
    public long? Point { get; init; }
    public string? ClientName { get; init; }
    public required double Seconds { get; init; }
    public long? Operations { get; init; }

    public CaseKey Case => new(Strategy, Target, Point, ClientName);

    public double Time(bool perOperation) => perOperation && Operations is > 0 and { } operations ? Seconds / operations : Seconds;
}
