using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>How long do reads and writes take at a given rate?</summary>
/// <param name="plugins">The strategies of plug-ins.</param>
public sealed class LoadBenchmark(IReadOnlyList<PluginStrategy> plugins) : IBenchmark
{
    /// <summary>A key of 51 bytes and the header of its value, plus growth of the table, as in <c>mget</c>.</summary>
    private const long ServerBytesPerKey = 200;

    /// <summary>The bytes of a key with the client's struct, and its part of the plan and of the verification.</summary>
    private const long ClientBytesPerKey = 160;

    /// <summary>The plan, the random bytes, the histograms, and the operations in flight.</summary>
    private const long ClientBytes = 48 << 20;

    /// <summary>An element of the list of the writes.</summary>
    private const long ServerBytesPerWrite = 24;

    /// <summary>The bytes of the keys of a disturbance, and of the log and the files that it causes.</summary>
    private const long DisturbanceBytes = 64 << 20;

    /// <summary>The latency of an operation, and its place in the intervals of the run.</summary>
    private const long ClientBytesPerOperation = 48;

    private static readonly IReadOnlyList<(StrategyInfo Info, Func<LoadWorkload, int, DisturbancePlan?, Case> Create)> Strategies =
    [
        (OpenLoop.Info, (workload, rate, disturbance) => new OpenLoop(workload, rate) { Disturbance = disturbance }),
        (ClosedLoop.Info, (workload, rate, disturbance) => new ClosedLoop(workload, rate) { Disturbance = disturbance }),
    ];

    public LoadBenchmark()
        : this([])
    {
    }

    public BenchmarkInfo Info { get; } = new BenchmarkInfo(
        "load",
        "Latency at a rate",
        "How long do reads and writes take at a given rate?",
        OptionsSchema.For<LoadOptions>(),
        [.. Strategies.Select(strategy => strategy.Info), MachineReference.Info])
    {
        Baseline = OpenLoop.Info.Name,
        WorkOfPlugins = OpenLoop.Info.Work,
        Marks = [CurveMark.DoubledCost, LoadColumns.SaturationMark],
        CaseAnswer = new(LoadColumns.HeldOf, "held the rate", "did not hold the rate", LoadColumns.Answer),
        Search = LoadColumns.Search,
        IsPaced = true,
        TimePer = "call",
        ComparedFigure = new(LoadColumns.Mean, "mean latency"),
        StoresData = false,
        Verb = "read or wrote",
        CheckPayload = KeyValueOptions.CheckPayload<LoadOptions>,
        Columns = LoadColumns.All,
        Presets =
        [
            Preset.Create(Preset.QuickLook, "Quick look", 3, new LoadOptions { SecondsPerRun = 1 }, (LoadOptions.Rates, [1_000, 5_000])),
            Preset.Create("cache", "Cache with popular keys", 5,
                new LoadOptions { ReadShare = 95, Keys = 100_000, PayloadBytes = 1_024, Distribution = KeyDistribution.Zipf, MissShare = 5 }),
        ],
    }.With(plugins, typeof(LoadStrategyCase));

    public Type? OpenTo => typeof(LoadStrategy);

    public IBenchmark With(IReadOnlyList<PluginStrategy> strategies) => new LoadBenchmark(strategies);

    public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix)
    {
        var values = PayloadFile.ValuesOf(request);
        var max = Variants.Of<LoadOptions>(request)
            .Max(variant => variant.Options.Objective is null ? variant.Options.Rate : variant.Options.MaxSearchedRate);
        var disturbances = DisturbancesOf(request);
        var workloads = new VariantData<LoadOptions, (LoadWorkload Whole, LoadWorkload[] Shares)>(
            options => new LoadWorkload(options, keyPrefix, values) is var whole ? (whole, [.. whole.Divide(request.LoadFrom)]) : default);
        return Variants.CreateCases<LoadOptions>(request, Info, (strategy, variant) =>
        {
            // The plan of the highest rate begins with those of the others.
            var (whole, shares) = workloads.Of(variant.Options with { Rate = max, Disturb = LoadDisturbance.None, DisturbAt = 0 });
            var create = plugins.Find(strategy) is { } added
                ? (work, rate, plan) =>
                    new LoadStrategyCase(strategy, work, rate, added.CreateAt<LoadStrategy>(request, variant.At)) { Disturbance = plan }
                : Strategies.Single(each => each.Info == strategy).Create;
            var disturbance = disturbances.Length == 0 ? null
                : new DisturbancePlan(variant.Options.Disturb, variant.Options.DisturbAt, disturbances.Contains(LoadDisturbance.Restart));
            return Case.Create(work => create(work, variant.Options.Rate, disturbance), whole, shares);
        });
    }

    public IEnumerable<string> NeedsOf(JobRequest request) => Variants.Of<LoadOptions>(request)
        .SelectMany(variant => new DisturbancePlan(variant.Options.Disturb, 0, JobRestarts: false).Needs).Distinct();

    private static LoadDisturbance[] DisturbancesOf(JobRequest request) =>
        [.. Variants.Of<LoadOptions>(request).Select(variant => variant.Options.Disturb).Where(kind => kind != LoadDisturbance.None).Distinct()];

    public RunWork WorkOf(StrategyInfo strategy, JobRequest request, Coordinates at)
    {
        var options = request.OptionsAt<LoadOptions>(at);
        return new()
        {
            Seconds = options.SecondsAt(options.Rate),
            LoadedCommands = options.Keys + (options.Disturb == LoadDisturbance.ExpireStorm ? 2.0 * DisturbanceKeys.ExpiringCount : 0),
            CheckedCommands = 2.0 * options.Keys,
        };
    }

    public JobEstimate Estimate(JobRequest request, Coordinates at)
    {
        var options = request.OptionsAt<LoadOptions>(at);
        var sizes = ValueSizes.Of(request, options.PayloadBytes, options.SizesOfValues);
        var operations = options.OperationsAt(options.Rate);
        var isDisturbed = DisturbancesOf(request).Length > 0;
        var writes = isDisturbed ? operations * (100 - options.ReadShare) / 100 : 0;
        return new(
            sizes.BytesOf(operations),
            (options.Keys * ServerBytesPerKey) + sizes.BytesOf(options.Keys)
                + (isDisturbed ? DisturbanceBytes + (writes * ServerBytesPerWrite) + sizes.BytesOf(writes) : 0),
            ClientBytes + (isDisturbed ? operations * ClientBytesPerOperation : 0)
                + (options.Keys * ClientBytesPerKey) + (request.Payload?.TotalBytes ?? 0)
                + ((long)Math.Max(OpenLoop.Min, options.Callers) * sizes.MaxBytes),
            OptionsSchema.NameOf(nameof(LoadOptions.Keys)))
        {
            Keys = options.Keys,
            KeptBytes = options.Keys * ClientBytesPerKey,
            Data = options with { Rate = 1, Disturb = LoadDisturbance.None, DisturbAt = 0 },
        };
    }
}
