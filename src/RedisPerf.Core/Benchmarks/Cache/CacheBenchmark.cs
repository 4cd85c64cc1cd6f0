using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Cache;

/// <summary>Which cache layer is fastest, and how stale are its reads?</summary>
/// <param name="plugins">The strategies of plug-ins.</param>
public sealed class CacheBenchmark(IReadOnlyList<PluginStrategy> plugins) : IBenchmark
{
    /// <summary>A key with the header of its value, as in <c>mget</c>, and the fields of a layer that stores hashes.</summary>
    private const long ServerBytesPerKey = 400;

    /// <summary>The histograms of an instance, and the buffers of its connections.</summary>
    private const long ClientBytesPerInstance = 4 << 20;

    /// <summary>A key, its entry in a memory cache, and its times.</summary>
    private const long ClientBytesPerKey = 400;

    public CacheBenchmark()
        : this([])
    {
    }

    public BenchmarkInfo Info { get; } = new BenchmarkInfo(
        "cache",
        "Cache layers",
        "Which cache layer is fastest, and how stale are its reads?",
        OptionsSchema.For<CacheOptions>(),
        [StringGet.Info, MachineReference.Info])
    {
        Baseline = StringGet.Info.Name,
        TimePer = "read",
        OtherCost = CacheColumns.Staleness,
        Columns = CacheColumns.All,
        StoresData = false,
        Verb = "read",
        Presets =
        [
            Preset.Create(Preset.QuickLook, "Quick look", 3, new CacheOptions { SecondsPerRun = 1, LocalSeconds = 0.3 }),
            Preset.Create("replace", "Replace instead of remove", 5, new CacheOptions { OnChange = CacheChange.Set }),
            Preset.Create("how-many-changes", "How many changes?", 5, new CacheOptions(), ("writesPerSecond", [0, 10, 100, 1_000])),
        ],
    }.With(plugins, typeof(CacheCase));

    public Type? OpenTo => typeof(CacheStrategy);

    public IBenchmark With(IReadOnlyList<PluginStrategy> strategies) => new CacheBenchmark(strategies);

    public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix)
    {
        var workloads = new VariantData<CacheOptions, CacheWorkload>(options => new(options, keyPrefix));
        return Variants.CreateCases<CacheOptions>(request, Info, (strategy, variant) => workloads.Of(variant.Options) is var workload
            && plugins.Find(strategy) is { } added
                ? new CacheCase(strategy, workload, () => added.CreateAt<CacheStrategy>(request, variant.At))
                : StringGet.CreateCase(workload));
    }

    public RunWork WorkOf(StrategyInfo strategy, JobRequest request, Coordinates at)
    {
        var options = request.OptionsAt<CacheOptions>(at);
        return new()
        {
            Seconds = options.SecondsPerRun,
            LoadedSeconds = Math.Ceiling(options.Keys / (double)CacheCase.Warming) * options.SourceSeconds,
            LoadedCommands = (double)options.Keys * options.Instances,
            RoundTrips = options.Keys,
            CheckedCommands = options.Keys,
        };
    }

    public JobEstimate Estimate(JobRequest request, Coordinates at)
    {
        var options = request.OptionsAt<CacheOptions>(at);
        var keys = options.Keys + MissesOf(options);
        var bytes = keys * options.PayloadBytes;
        return new(
            bytes,
            (keys * ServerBytesPerKey) + bytes,
            (options.Instances * (ClientBytesPerInstance + bytes + (keys * ClientBytesPerKey))) + (8L * options.Changes),
            OptionsSchema.NameOf(nameof(CacheOptions.Keys)))
        {
            Keys = keys,
        };
    }

    // A caller waits for each of its misses. Without a time of the source, a miss takes two round trips.
    private static long MissesOf(CacheOptions options) => options.MissShare == 0 ? 0
        : (long)(options.Instances * options.Callers * options.SecondsPerRun / Math.Max(options.SourceSeconds, 0.001));
}
