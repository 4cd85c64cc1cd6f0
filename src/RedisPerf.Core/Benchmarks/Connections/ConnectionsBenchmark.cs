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

    /// <summary>An operation whose caller continues after its reply, as a multiple of a pipelined command.</summary>
    private const double CommandsPerOperation = 2.5;

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
        [.. Strategies.Select(strategy => strategy.Info), MachineReference.Info])
    {
        // The last gain is decided by more rounds than a winner.
        Runs = 10,
        Baseline = Set.Info.Name,
        AreAlternatives = false,
        Marks = [CurveMark.LastGain],
        StoresData = false,
        Verb = "read or wrote",
        CheckPayload = KeyValueOptions.CheckPayload<ConnectionsOptions>,
        Columns = ConnectionsColumns.All,
        Presets =
        [
            Preset.Create(Preset.QuickLook, "Quick look", 3, new ConnectionsOptions { Items = 10_000 }, ("connections", [1, 2, 4])),
            Preset.Create("large-values", "Large values", 5, new ConnectionsOptions { PayloadBytes = 32_768, Items = 10_000, Keys = 1_000 }),
            Preset.Create("few-in-flight", "Few commands in flight", 5,
                new ConnectionsOptions { CommandsInFlight = 8, Items = 20_000 }, ("connections", [1, 2, 4, 8])),
            Preset.Create("how-many-io-threads", "How many io-threads?", 7,
                new ConnectionsOptions { PayloadBytes = 1_024, CommandsInFlight = 256, Items = 20_000 }, ("connections", [8])) with
            {
                Strategies = [Set.Info.Name, Get.Info.Name],
                Server = new Dictionary<string, IReadOnlyList<string>> { ["io-threads"] = ["1", "2", "4"] },
            },
        ],
    };

    public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix)
    {
        var values = PayloadFile.ValuesOf(request);
        var workloads = new VariantData<ConnectionsOptions, (ConnectionsWorkload Whole, ConnectionsWorkload[] Shares)>(options => (
            new(options, keyPrefix, values),
            [.. WorkShare.Of(request.LoadFrom).Select(share => new ConnectionsWorkload(options, keyPrefix, values, share))]));
        return Variants.CreateCases<ConnectionsOptions>(request, Info, (strategy, variant) =>
        {
            var (whole, shares) = workloads.Of(variant.Options with { Connections = 1 });
            var create = Strategies.Single(each => each.Info == strategy).Create;
            return Case.Create(work => create(work, variant.Options.Connections), whole, shares);
        });
    }

    public RunWork WorkOf(StrategyInfo strategy, JobRequest request, Coordinates at)
    {
        var options = request.OptionsAt<ConnectionsOptions>(at);
        return new()
        {
            RoundTrips = (double)options.Items / options.CommandsInFlight,
            Commands = options.Items * CommandsPerOperation,
            Bytes = ValueSizes.Of(request, options.PayloadBytes, options.SizesOfValues).BytesOf(options.Items),
            LoadedCommands = options.Keys,
            CheckedCommands = 2.0 * options.Keys,
        };
    }

    public JobEstimate Estimate(JobRequest request, Coordinates at)
    {
        var options = request.OptionsAt<ConnectionsOptions>(at);
        var sizes = ValueSizes.Of(request, options.PayloadBytes, options.SizesOfValues);
        return new(
            sizes.BytesOf(options.Items),
            (options.Keys * ServerBytesPerKey) + sizes.BytesOf(options.Keys),
            ClientBytes + (options.Keys * ClientBytesPerKey) + (options.Connections * ClientBytesPerConnection)
                + (request.Payload?.TotalBytes ?? 0) + ((long)options.CommandsInFlight * sizes.MaxBytes),
            OptionsSchema.NameOf(nameof(ConnectionsOptions.Items)))
        {
            Keys = options.Keys,
            KeptBytes = options.Keys * ClientBytesPerKey,
            Data = options with { Connections = 1 },
        };
    }
}
