using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>A million numbers into a list: one per command, or many?</summary>
/// <param name="plugins">The strategies of plug-ins.</param>
public sealed class ListPushBenchmark(IReadOnlyList<PluginStrategy> plugins) : IBenchmark
{
    /// <summary>An element: 5 bytes measured in Redis 7.0; in Garnet, a node of a .NET list with its own array.</summary>
    private const long ServerBytesPerItem = 128;

    /// <summary>The client's struct in the arrays of a bulk push, and the command in the output buffer.</summary>
    private const long ClientBytesPerItem = 64;

    /// <summary>An element of a long command, as a part of a command.</summary>
    private const double CommandsPerItem = 0.1;

    private const string OneNumber = "one awaited push per number";

    private static readonly IReadOnlyList<StrategyEntry<ListPushPoint>> OneByOne =
    [
        new(Lpush.Info, point => new Lpush(point)),
        new(Rpush.Info, point => new Rpush(point)),
        new(RpushPipelined.Info, point => new RpushPipelined(point)),
    ];

    private static readonly IReadOnlyList<StrategyEntry<ListPushPoint>> InBulk =
    [
        new(LpushBulk.Info, point => new LpushBulk(point)),
        new(RpushBulk.Info, point => new RpushBulk(point)),
    ];

    public ListPushBenchmark()
        : this([])
    {
    }

    public BenchmarkInfo Info { get; } = new BenchmarkInfo(
        "list-push",
        "List push",
        "How much faster is it to push many numbers in one command?",
        OptionsSchema.For<ListPushOptions>(),
        [.. OneByOne.Concat(InBulk).Select(strategy => strategy.Info), MachineReference.Info])
    {
        Baseline = Lpush.Info.Name,
        Verb = "pushed",
        Items = "numbers",
        Runs = 3,
        Verifications = [Verification.All, Verification.Sample],
        Columns = ListPushColumns.All,
        Article = ListPushArticle.Article,
        Gains =
        [
            new(Lpush.Info.Name, OneNumber, [LpushBulk.Info.Name]),
            new(Rpush.Info.Name, OneNumber, [RpushBulk.Info.Name, RpushPipelined.Info.Name]),
        ],
        Presets =
        [
            Preset.Create(Preset.QuickLook, "Quick look", 3, new ListPushOptions { Items = 5_000 }, ("bulkSizes", [10, 100, 1_000])),
            Preset.Create(Preset.AsInTheArticle, "As in the article", 3, new ListPushOptions { Items = 1_000_000 },
                ("bulkSizes", [100_000])),
        ],
    }.With(plugins, typeof(ListPushStrategyCase));

    public Type? OpenTo => typeof(ListPushStrategy);

    public IBenchmark With(IReadOnlyList<PluginStrategy> strategies) => new ListPushBenchmark(strategies);

    public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix)
    {
        var workloads = new VariantData<ListPushOptions, (ListPushWorkload Whole, ListPushWorkload[] Shares)>(options => (
            new(options, keyPrefix) { Verify = request.Verify },
            [.. WorkShare.Of(request.LoadFrom).Select(share => new ListPushWorkload(options, keyPrefix, share) { Verify = request.Verify })]));
        return Variants.CreateCases<ListPushOptions>(request, Info, (strategy, variant) =>
        {
            var isBulk = InBulk.Any(each => each.Info == strategy);
            if (isBulk && variant.Options.FindNoWork(request.LoadFrom) is not null)
            {
                return null;
            }

            var (whole, shares) = workloads.Of(variant.Options with { BulkSize = 1 });
            var create = plugins.Find(strategy) is { } added
                ? point => new ListPushStrategyCase(strategy, point, added.CreateAt<ListPushStrategy>(request, variant.At))
                : OneByOne.Concat(InBulk).Single(each => each.Info == strategy).Create;
            return Case.Create(work => create(new(work, isBulk ? variant.Options.BulkSize : null)), whole, shares);
        });
    }

    public RunWork WorkOf(StrategyInfo strategy, JobRequest request, Coordinates at)
    {
        var options = request.OptionsAt<ListPushOptions>(at);
        var isBulk = InBulk.Any(each => each.Info == strategy);
        var isPipelined = strategy == RpushPipelined.Info;
        return new()
        {
            RoundTrips = isPipelined ? 1 : isBulk ? Math.Ceiling((double)options.Items / options.BulkSize) : options.Items,
            Commands = isPipelined ? options.Items : isBulk ? options.Items * CommandsPerItem : 0,
            CheckedCommands = request.Verify == Verification.All ? options.Items * CommandsPerItem : 0,
        };
    }

    public JobEstimate Estimate(JobRequest request, Coordinates at)
    {
        var workload = new ListPushWorkload(request.OptionsAt<ListPushOptions>(at), "");
        return new(workload.PayloadBytes, workload.Items * ServerBytesPerItem, workload.Items * ClientBytesPerItem,
            OptionsSchema.NameOf(nameof(ListPushOptions.Items)));
    }
}
