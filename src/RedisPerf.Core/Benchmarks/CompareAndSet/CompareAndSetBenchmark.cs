using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.CompareAndSet;

/// <summary>Competing writers update the same values: what does it cost not to lose an update?</summary>
public sealed class CompareAndSetBenchmark : IBenchmark
{
    /// <summary>A key of 51 bytes, and the header of its value, plus growth of the table.</summary>
    private const long ServerBytesPerKey = 200;

    private const long ClientBytesPerKey = 160;

    /// <summary>The histogram.</summary>
    private const long ClientBytes = 8 << 20;

    /// <summary>The buffers of a connection in this process: an upper limit.</summary>
    private const long ClientBytesPerConnection = 1 << 20;

    // The round trips of an attempt.
    private static readonly IReadOnlyList<(StrategyInfo Info, Func<CompareAndSetWorkload, int, Case> Create, int RoundTrips)> Strategies =
    [
        (WatchMulti.Info, (workload, writers) => new WatchMulti(workload, writers), 3),
        (Lua.Info, (workload, writers) => new Lua(workload, writers), 2),
        (SetIfeq.Info, (workload, writers) => new SetIfeq(workload, writers), 2),
        (Naive.Info, (workload, writers) => new Naive(workload, writers), 2),
    ];

    public BenchmarkInfo Info { get; } = new(
        "compare-and-set",
        "Compare and set",
        "Which way of updating a value that others update too is fastest, and loses no update?",
        OptionsSchema.For<CompareAndSetOptions>(),
        [.. Strategies.Select(strategy => strategy.Info), MachineReference.Info])
    {
        Baseline = WatchMulti.Info.Name,
        TimePer = "update",
        StoresData = false,
        Columns = CompareAndSetColumns.All,
        Presets =
        [
            Preset.Create(Preset.QuickLook, "Quick look", 3, new CompareAndSetOptions { Items = 500 }, (CompareAndSetOptions.WritersName, [1, 4])),
            Preset.Create("little-contention", "Little contention", 5, new CompareAndSetOptions { Keys = 1_000 }),
        ],
    };

    public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix)
    {
        var workloads = new VariantData<CompareAndSetOptions, CompareAndSetWorkload>(options => new(options, keyPrefix));
        return Variants.CreateCases<CompareAndSetOptions>(request, Info, (strategy, variant) =>
            Strategies.Single(each => each.Info == strategy).Create(
                workloads.Of(variant.Options with { Writers = 1 }), variant.Options.Writers));
    }

    public RunWork WorkOf(StrategyInfo strategy, JobRequest request, Coordinates at)
    {
        var options = request.OptionsAt<CompareAndSetOptions>(at);
        var roundTrips = Strategies.Single(each => each.Info == strategy).RoundTrips;
        // About half of the other writers of a key write between the GET and the write of an attempt.
        var attempts = strategy == Naive.Info ? 1 : 1 + ((options.Writers - 1.0) / 2 / options.Keys);
        return new()
        {
            RoundTrips = options.Items * attempts * roundTrips / options.Writers,
            Commands = options.Items * attempts * roundTrips * 2,
            Bytes = (double)options.Items * options.PayloadBytes * attempts * roundTrips,
            LoadedCommands = options.Keys,
            CheckedCommands = 2.0 * options.Keys,
        };
    }

    public JobEstimate Estimate(JobRequest request, Coordinates at)
    {
        var options = request.OptionsAt<CompareAndSetOptions>(at);
        var kept = (options.Keys * ClientBytesPerKey) + (options.Items * (long)sizeof(int));
        return new(
            (long)options.Items * options.PayloadBytes,
            options.Keys * (ServerBytesPerKey + options.PayloadBytes),
            ClientBytes + kept + (options.Writers * ClientBytesPerConnection),
            OptionsSchema.NameOf(nameof(CompareAndSetOptions.Items)))
        {
            Keys = options.Keys,
            KeptBytes = kept,
            Data = options with { Writers = 1 },
        };
    }
}
