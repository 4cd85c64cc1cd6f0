using System.Data;
using System.Globalization;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Jobs;

/// <summary>A row of the table <c>runs</c>.</summary>
internal sealed record RunRow
{
    /// <summary>The columns of a query for rows.</summary>
    public const string Columns = """
        job_id, strategy, at, round, warmup, state, seconds, encode_seconds, operations, payload_bytes, wire_bytes,
          verified, error,
        client, server, disturbed, disturbance_excluded, figures, slices, disturbed_slices, shared_load, timeline
        """;

    /// <summary>Records a run once; recording it again changes nothing.</summary>
    public const string Insert = """
        INSERT INTO runs (job_id, strategy, at, round, warmup, state, seconds, encode_seconds, operations, payload_bytes,
          wire_bytes, verified, error, client, server, disturbed, disturbance_excluded, figures, slices, disturbed_slices, scaled_seconds,
            shared_load, timeline)
        VALUES (@JobId, @Strategy, @At, @Round, @Warmup, @State, @Seconds, @EncodeSeconds, @Operations, @PayloadBytes,
          @WireBytes, @Verified, @Error, @Client, @Server, @Disturbed, @DisturbanceExcluded, @Figures, @Slices, @DisturbedSlices, @ScaledSeconds,
            @SharedLoad, @Timeline)
        ON CONFLICT DO NOTHING
        """;

    /// <summary>Excludes runs of a job from the summaries, or includes them; only successful and disturbed runs.</summary>
    public const string SetExclusion = """
        UPDATE runs SET disturbance_excluded = @DisturbanceExcluded
        WHERE job_id = @Id AND disturbed IS NOT NULL AND state = 'ok' AND verified AND NOT warmup
        """;

    public required Guid JobId { get; init; }
    public required string Strategy { get; init; }
    public required Coordinates At { get; init; }

    public required int Round { get; init; }
    public required bool Warmup { get; init; }
    public required string State { get; init; }
    public double? Seconds { get; init; }
    public double? EncodeSeconds { get; init; }
    public long? Operations { get; init; }
    public long? PayloadBytes { get; init; }
    public long? WireBytes { get; init; }
    public required bool Verified { get; init; }
    public Reason? Error { get; init; }
    public ClientFigures? Client { get; init; }
    public ServerFigures? Server { get; init; }
    public IReadOnlyList<Reason>? Disturbed { get; init; }
    public bool DisturbanceExcluded { get; init; }
    public IReadOnlyDictionary<string, double>? Figures { get; init; }
    public IReadOnlyList<double>? Slices { get; init; }
    public IReadOnlyList<int>? DisturbedSlices { get; init; }
    public SharedLoad? SharedLoad { get; init; }
    public RunTimeline? Timeline { get; init; }

    /// <summary>Only written, for the view of the counted runs.</summary>
    public double? ScaledSeconds { get; init; }

    /// <summary>The runs of a job.</summary>
    public static Task<List<RunRow>> OfJobAsync(IDbConnection connection, Guid job, int firstRound = 0) =>
        ReadAsync(connection, $"SELECT {Columns} FROM runs WHERE job_id = @Id AND round >= @Round", new { Id = job, Round = firstRound });

    /// <summary>Reads rows with the columns of <see cref="Columns"/>. A row that cannot be read is a failed run with the reason.</summary>
    public static Task<List<RunRow>> ReadAsync(IDbConnection connection, string sql, object? parameters) =>
        Rows.ReadAsync<RunRow>(connection, sql, parameters, row => row.Check(), Damaged);

    public static RunRow Of(Guid id, CaseKey @case, Run run) => new()
    {
        JobId = id,
        Strategy = @case.Strategy,
        At = @case.At,
        Round = run.Round,
        Warmup = run.Warmup,
        State = Column.Of(run.State),
        Seconds = run.Seconds,
        EncodeSeconds = run.EncodeSeconds,
        Operations = run.Operations,
        PayloadBytes = run.PayloadBytes,
        WireBytes = run.WireBytes,
        Verified = run.Verified,
        Error = run.Error,
        Client = run.Client,
        Server = run.Server,
        Disturbed = run.IsDisturbed ? run.Disturbed : null,
        DisturbanceExcluded = run.ExcludedByUser,
        Figures = run.Figures,
        Slices = run.Slices,
        DisturbedSlices = run.DisturbedSlices,
        ScaledSeconds = run.ScaledSeconds,
        SharedLoad = run.SharedLoad,
        Timeline = run.Timeline,
    };

    private void Check()
    {
        var run = ToEvent().Run;
        foreach (var seconds in (run.Slices ?? []).Select(slice => (double?)slice).Append(run.Seconds))
        {
            if (seconds is not null && !JobDocumentCheck.IsTime(seconds))
            {
                throw new FormatException(string.Create(CultureInfo.InvariantCulture, $"The time of the run is {seconds} seconds."));
            }
        }
    }

    private static RunRow? Damaged(IDataRecord record, string message) =>
        record["strategy"] is string strategy && record["at"] is string at && record["round"] is long round ? new()
        {
            JobId = Guid.Parse((string)record["job_id"]),
            Strategy = strategy,
            At = Coordinates.Parse(at),
            Round = (int)round,
            Warmup = record["warmup"] is not (0L or false),
            State = Column.Of(RunState.Failed),
            Verified = false,
            Error = Rows.Damage(message),
        } : null;

    public JobEvent.RunEnded ToEvent() => new(
        new(Strategy, At),
        new()
        {
            Round = Round,
            Warmup = Warmup,
            State = Column.Read<RunState>(State),
            Seconds = Seconds,
            EncodeSeconds = EncodeSeconds,
            Operations = Operations,
            PayloadBytes = PayloadBytes,
            WireBytes = WireBytes,
            Verified = Verified,
            Error = Error,
            Client = Client,
            Server = Server,
            Disturbed = Disturbed ?? [],
            ExcludedByUser = DisturbanceExcluded,
            Figures = Figures,
            Slices = Slices,
            DisturbedSlices = DisturbedSlices,
            SharedLoad = SharedLoad,
            Timeline = Timeline,
        });
}
