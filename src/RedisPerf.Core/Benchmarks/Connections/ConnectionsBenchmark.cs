using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Benchmarks.Connections;

/// <summary>How many connections pay?</summary>
public sealed class ConnectionsBenchmark : IBenchmark
{
    /// <summary>A key of 51 bytes and the header of its value, plus growth of the table, as in <c>mget</c>.</summary>
    private const long ServerBytesPerKey = 200;

    /// <summary>A key with the client's struct, and its part of the verification.</summary>
    private const long ClientBytesPerKey = 160;

    /// <summary>The plan, the random bytes and the histogram.</summary>
    private const long ClientBytes = 32 << 20;

    /// <summary>The buffers of a connection in this process: an upper limit.</summary>
    private const long ClientBytesPerConnection = 1 << 20;

    private static readonly IReadOnlyList<(StrategyInfo Info, Func<ConnectionsWorkload, int, Case> Create)> Strategies =
    [
        (Set.Info, (workload, connections) => new Set(workload, connections)),
        (Get.Info, (workload, connections) => new Get(workload, connections)),
        (Mixed.Info, (workload, connections) => new Mixed(workload, connections)),
    ];

    public BenchmarkInfo Info { get; } = new(
        "connections",
        "Connections",
        "How many connections does your application need?",
        OptionsSchema.For<ConnectionsOptions>(),
        [.. Strategies.Select(strategy => strategy.Info)])
    {
        // The last gain is decided by more rounds than a winner.
        Runs = 10,
        Baseline = Set.Info.Name,
        AreAlternatives = false,
        Sweep = new("connections") { Marks = [SweepMark.LastGain] },
        StoresData = false,
        Verb = "read or wrote",
        CheckPayload = KeyValueOptions.CheckPayload<ConnectionsOptions>,
        Columns = ConnectionsColumns.All,
        Presets =
        [
            Preset.Create("quick-look", "Quick look", 3, new ConnectionsOptions { Connections = "1, 2, 4", Items = 10_000 }),
            Preset.Create("large-values", "Large values", 5, new ConnectionsOptions { PayloadBytes = 32_768, Items = 10_000, Keys = 1_000 }),
            Preset.Create("few-in-flight", "Few commands in flight", 5,
                new ConnectionsOptions { Connections = "1, 2, 4, 8", CommandsInFlight = 8, Items = 20_000 }),
        ],
    };

    public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix)
    {
        var options = request.OptionsAs<ConnectionsOptions>();
        var values = PayloadFile.ValuesOf(request);
        var workload = new ConnectionsWorkload(options, keyPrefix, values);
        ConnectionsWorkload[] shares =
            [.. WorkShare.Of(request.LoadFrom).Select(share => new ConnectionsWorkload(options, keyPrefix, values, share))];
        return [..
            from strategy in Strategies
            where request.Strategies.Contains(strategy.Info.Name)
            from connections in options.Points
            select Case.Create(work => strategy.Create(work, connections), workload, shares)];
    }

    public JobEstimate Estimate(JobRequest request)
    {
        var options = request.OptionsAs<ConnectionsOptions>();
        var sizes = ValueSizes.Of(request, options.PayloadBytes, options.SizesOfValues);
        return new(
            sizes.BytesOf(options.Items),
            (options.Keys * ServerBytesPerKey) + sizes.BytesOf(options.Keys),
            ClientBytes + (options.Keys * ClientBytesPerKey) + (options.Points[^1] * ClientBytesPerConnection)
                + (request.Payload?.TotalBytes ?? 0) + ((long)options.CommandsInFlight * sizes.MaxBytes),
            OptionsSchema.NameOf(nameof(ConnectionsOptions.Items)))
        {
            Keys = options.Keys,
            Points = options.Points.Count,
        };
    }
}
