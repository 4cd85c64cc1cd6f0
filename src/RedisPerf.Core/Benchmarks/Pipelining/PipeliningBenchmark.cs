using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>10,000 small values and 1,000 increments: one round trip per write, or one for many?</summary>
/// <param name="plugins">The strategies of plug-ins.</param>
public sealed class PipeliningBenchmark(IReadOnlyList<PluginStrategy> plugins) : IBenchmark
{
    /// <summary>Maximum server memory per key without its value: the key, its entry and its object.</summary>
    private const int ServerBytesPerKey = 300;

    /// <summary>Memory of this process per key: the key, and its task while a batch is in flight.</summary>
    private const int ClientBytesPerKey = 600;

    // Strategies that wait for every reply; the batch size does not apply to them.
    private static readonly IReadOnlyList<StrategyEntry<PipeliningWorkload>> Level =
    [
        new(OneByOne.Info, workload => new OneByOne(workload)),
        new(IncrementOneByOne.Info, workload => new IncrementOneByOne(workload)),
    ];

    private static readonly IReadOnlyList<(StrategyInfo Info, Func<PipeliningWorkload, int, Case> Create)> OfSets =
    [
        (Pipelined.Info, (workload, batch) => new Pipelined(workload, batch)),
        (MultiExec.Info, (workload, batch) => new MultiExec(workload, batch)),
        (Mset.Info, (workload, batch) => new Mset(workload, batch)),
        (InFlight.Info, (workload, batch) => new InFlight(workload, batch)),
    ];

    private static readonly IReadOnlyList<(StrategyInfo Info, Func<PipeliningWorkload, int, Case> Create)> OfIncrements =
    [
        (IncrementPipelined.Info, (workload, batch) => new IncrementPipelined(workload, batch)),
        (IncrementMultiExec.Info, (workload, batch) => new IncrementMultiExec(workload, batch)),
    ];

    public PipeliningBenchmark()
        : this([])
    {
    }

    public BenchmarkInfo Info { get; } = new BenchmarkInfo(
        "pipelining",
        "Pipelining",
        "How much does waiting for each reply cost?",
        OptionsSchema.For<PipeliningOptions>(),
        [
            Level[0].Info, .. OfSets.Select(strategy => strategy.Info), Level[1].Info, .. OfIncrements.Select(strategy => strategy.Info),
            MachineReference.Info,
        ])
    {
        Baseline = OneByOne.Info.Name,
        WorkOfPlugins = SetCase.SharedWork,
        // A run has fewer increments than values, so only times per write are comparable.
        TimePer = "write",
        Columns = PipeliningColumns.All,
        Article = PipeliningArticle.Article,
        Lines = RoundTripModel.Lines,
        Gains = [GainOf(Level[0].Info, OfSets), GainOf(Level[1].Info, OfIncrements)],
        Presets =
        [
            Preset.Create(Preset.QuickLook, "Quick look", 3, new PipeliningOptions { Items = 2_000 },
                (PipeliningOptions.BatchSizes, [1, 10, 100, 1_000])),
            Preset.Create(Preset.AsInTheArticle, "As in the article", 5, new PipeliningOptions()),
        ],
    }.With(plugins, typeof(PipeliningStrategyCase));

    public Type? OpenTo => typeof(PipeliningStrategy);

    public IBenchmark With(IReadOnlyList<PluginStrategy> strategies) => new PipeliningBenchmark(strategies);

    private static Gain GainOf(StrategyInfo alone, IEnumerable<(StrategyInfo Info, Func<PipeliningWorkload, int, Case> Create)> others) =>
        new(alone.Name, "waiting for each reply", [.. others.Select(strategy => strategy.Info.Name)]);

    public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix)
    {
        var workloads = new VariantData<PipeliningOptions, (PipeliningWorkload Whole, PipeliningWorkload[] Shares)>(options => (
            new(options, keyPrefix), [.. WorkShare.Of(request.LoadFrom).Select(share => new PipeliningWorkload(options, keyPrefix, share))]));
        return Variants.CreateCases<PipeliningOptions>(request, Info, (strategy, variant) =>
        {
            var (options, (whole, shares)) = (variant.Options, workloads.Of(variant.Options with { BatchSize = 1 }));
            if (plugins.Find(strategy) is { } added)
            {
                return Case.Create(
                    work => new PipeliningStrategyCase(strategy, work, added.CreateAt<PipeliningStrategy>(request, variant.At)), whole, shares);
            }

            if (Level.FirstOrDefault(each => each.Info == strategy) is { } level)
            {
                return Case.Create(level.Create, whole, shares);
            }

            var create = OfSets.Concat(OfIncrements).Single(each => each.Info == strategy).Create;
            var writes = OfSets.Any(each => each.Info == strategy) ? options.Items : options.Increments;
            // A batch larger than the part of a node would be the same as the part.
            return options.BatchSize <= writes / request.LoadFrom ? Case.Create(work => create(work, options.BatchSize), whole, shares) : null;
        });
    }

    public RunWork WorkOf(StrategyInfo strategy, JobRequest request, Coordinates at) => PipeliningCost.Of(
        strategy, request.OptionsAt<PipeliningOptions>(at), waits: Level.Any(each => each.Info == strategy),
        isIncrement: strategy == IncrementOneByOne.Info || OfIncrements.Any(each => each.Info == strategy));

    public JobEstimate Estimate(JobRequest request, Coordinates at)
    {
        var options = request.OptionsAt<PipeliningOptions>(at);
        var payload = (long)options.Items * options.PayloadBytes;
        return new(payload, payload + ((long)options.Items * ServerBytesPerKey), (long)options.Items * ClientBytesPerKey,
            OptionsSchema.NameOf(nameof(PipeliningOptions.Items)))
        {
            Keys = options.Items,
            KeptBytes = (long)options.Items * ClientBytesPerKey,
            Data = options with { BatchSize = 1 },
        };
    }
}
