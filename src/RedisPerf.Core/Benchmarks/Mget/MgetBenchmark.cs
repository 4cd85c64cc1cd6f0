using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>How many keys can one call read before it becomes slow?</summary>
/// <param name="plugins">The strategies of plug-ins.</param>
public sealed class MgetBenchmark(IReadOnlyList<PluginStrategy> plugins) : IBenchmark
{
    /// <summary>A key of 51 bytes with its value: 120 bytes measured in Redis 7.0, plus growth of the table.</summary>
    private const long ServerBytesPerKey = 200;

    /// <summary>A field with its value: 64 bytes measured in Redis 7.0; in Garnet, an entry of a .NET dictionary with two arrays.</summary>
    private const long ServerBytesPerField = 200;

    /// <summary>Memory of this process per number in a case's lists: the number, the bytes of its key and the client's struct.</summary>
    private const long ClientBytesPerNumber = 120;

    private static readonly IReadOnlyList<StrategyEntry<MgetPoint>> Strategies =
    [
        new(Mget.Info, point => new Mget(point)),
        new(MgetChunked.Info, point => new MgetChunked(point)),
        new(PipelinedGet.Info, point => new PipelinedGet(point)),
        new(SingleGet.Info, point => new SingleGet(point)),
        new(Hmget.Info, point => new Hmget(point)),
        new(MgetHashTags.Info, point => new MgetHashTags(point)),
        new(MgetPerSlot.Info, point => new MgetPerSlot(point)),
    ];

    public MgetBenchmark()
        : this([])
    {
    }

    public BenchmarkInfo Info { get; } = new BenchmarkInfo(
        "mget",
        "MGET",
        "How many keys can one call read before it becomes slow?",
        OptionsSchema.For<MgetOptions>(),
        [.. Strategies.Select(strategy => strategy.Info), MachineReference.Info])
    {
        Baseline = Mget.Info.Name,
        Marks = [CurveMark.DoubledCost],
        TimePer = "call",
        StoresData = false,
        Verb = "read",
        Verifications = [Verification.Sample],
        Columns = MgetColumns.All,
        Article = MgetArticle.Article,
        Presets =
        [
            Preset.Create(Preset.QuickLook, "Quick look", 3, new MgetOptions { Keys = 20_000, SecondsPerRun = 0.05 },
                ("keysPerCall", [1, 10, 100, 1_000])),
            Preset.Create(Preset.AsInTheArticle, "As in the article", 3, new MgetOptions { Loops = 1_000 }),
        ],
    }.With(plugins, typeof(MgetStrategyCase));

    public Type? OpenTo => typeof(MgetStrategy);

    public IBenchmark With(IReadOnlyList<PluginStrategy> strategies) => new MgetBenchmark(strategies);

    public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix)
    {
        var data = Variants.Of<MgetOptions>(request).Select(variant => DataOf(variant.Options)).Distinct().ToList();
        var workloads = new VariantData<MgetOptions, (MgetWorkload Whole, MgetWorkload[] Shares)>(options =>
        {
            // The keys of different data have different names.
            var prefix = data.Count == 1 ? keyPrefix : $"{keyPrefix}{data.IndexOf(options)}:";
            return (new(options, prefix), [.. WorkShare.Of(request.LoadFrom).Select(share => new MgetWorkload(options, prefix, share))]);
        });
        return Variants.CreateCases<MgetOptions>(request, Info, (strategy, variant) =>
        {
            var (whole, shares) = workloads.Of(DataOf(variant.Options));
            var create = plugins.Find(strategy) is { } added
                ? point => new MgetStrategyCase(strategy, point, added.CreateAt<MgetStrategy>(request, variant.At))
                : Strategies.Single(each => each.Info == strategy).Create;
            return Case.Create(work => create(new(work, variant.Options)), whole, shares);
        });
    }

    // The calls do not change the data.
    private static MgetOptions DataOf(MgetOptions options) => new() { Keys = options.Keys, Seed = options.Seed };

    public RunWork WorkOf(StrategyInfo strategy, JobRequest request, Coordinates at) =>
        MgetCost.Of(strategy, request.OptionsAt<MgetOptions>(at));

    public JobEstimate Estimate(JobRequest request, Coordinates at)
    {
        var options = request.OptionsAt<MgetOptions>(at);
        var hash = request.Strategies.Contains(Hmget.Info.Name);
        var tagged = request.Strategies.Contains(MgetHashTags.Info.Name);
        var keys = request.Strategies.Any(strategy => strategy != Hmget.Info.Name && strategy != MgetHashTags.Info.Name);
        return new(
            (long)options.Keys * MgetWorkload.ValueBytes,
            options.Keys * ((keys ? ServerBytesPerKey : 0) + (tagged ? ServerBytesPerKey : 0) + (hash ? ServerBytesPerField : 0)),
            (long)options.KeysPerCall * MgetWorkload.ListCount(options.KeysPerCall) * ClientBytesPerNumber,
            OptionsSchema.NameOf(nameof(MgetOptions.Keys)))
        {
            // A hash has a single key, and the keys of a hash tag have a single slot.
            Keys = hash ? 1 : tagged ? MgetWorkload.Tags : options.Keys,
            IsKept = true,
            Data = DataOf(options),
        };
    }
}
