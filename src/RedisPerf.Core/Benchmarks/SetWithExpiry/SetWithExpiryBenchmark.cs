using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Benchmarks.SetWithExpiry;

/// <summary>Many keys with an expiry: which way of writing them is fastest?</summary>
public sealed class SetWithExpiryBenchmark : IBenchmark
{
    /// <summary>A key of 51 bytes, the header of its value and its expiry, plus growth of the two tables.</summary>
    private const long ServerBytesPerKey = 300;

    /// <summary>A key with the client's structs, and its task while a batch is in flight.</summary>
    private const long ClientBytesPerKey = 600;

    // A key of a batch, as a part of a pipelined command.
    private static readonly IReadOnlyList<(StrategyInfo Info, Func<SetWithExpiryWorkload, int, Case> Create, double CommandsPerKey)> Strategies =
    [
        (OneByOne.Info, (workload, _) => new OneByOne(workload), 0),
        (Batch.Info, (workload, batch) => new Batch(workload, batch), 1.1),
        (MsetExpire.Info, (workload, batch) => new MsetExpire(workload, batch), 1.4),
        (MultiExec.Info, (workload, batch) => new MultiExec(workload, batch), 1.4),
        (Lua.Info, (workload, batch) => new Lua(workload, batch), 0.9),
        (Msetex.Info, (workload, batch) => new Msetex(workload, batch), 0.6),
    ];

    public BenchmarkInfo Info { get; } = new(
        "set-with-expiry",
        "Keys with an expiry",
        "Which way of writing many keys with an expiry is fastest?",
        OptionsSchema.For<SetWithExpiryOptions>(),
        [.. Strategies.Select(strategy => strategy.Info), MachineReference.Info])
    {
        Baseline = Batch.Info.Name,
        Items = "keys",
        CheckPayload = KeyValueOptions.CheckPayload<SetWithExpiryOptions>,
        Columns = [FigureColumn.PerSecond("keysPerSecond", "keys/s", "Keys per second, from the median time.") with { IsDefault = true }],
        Presets =
        [
            Preset.Create(Preset.QuickLook, "Quick look", 3, new SetWithExpiryOptions { Items = 5_000 }),
            Preset.Create("how-large-a-batch", "How large a batch?", 5, new SetWithExpiryOptions(), ("batchSize", [10, 100, 1_000])),
        ],
    };

    public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix)
    {
        var values = PayloadFile.ValuesOf(request);
        var workloads = new VariantData<SetWithExpiryOptions, (SetWithExpiryWorkload Whole, SetWithExpiryWorkload[] Shares)>(options => (
            new(options, keyPrefix, values),
            [.. WorkShare.Of(request.LoadFrom).Select(share => new SetWithExpiryWorkload(options, keyPrefix, values, share))]));
        return Variants.CreateCases<SetWithExpiryOptions>(request, Info, (strategy, variant) =>
        {
            var (whole, shares) = workloads.Of(variant.Options with { BatchSize = 1 });
            var create = Strategies.Single(each => each.Info == strategy).Create;
            return Case.Create(work => create(work, variant.Options.BatchSize), whole, shares);
        });
    }

    public RunWork WorkOf(StrategyInfo strategy, JobRequest request, Coordinates at)
    {
        var options = request.OptionsAt<SetWithExpiryOptions>(at);
        return new()
        {
            RoundTrips = strategy == OneByOne.Info ? options.Items : Math.Ceiling((double)options.Items / options.BatchSize),
            Commands = options.Items * Strategies.Single(each => each.Info == strategy).CommandsPerKey,
            Bytes = ValueSizes.Of(request, options.PayloadBytes, options.SizesOfValues).BytesOf(options.Items),
            CheckedCommands = 3.0 * options.Items,
        };
    }

    public JobEstimate Estimate(JobRequest request, Coordinates at)
    {
        var options = request.OptionsAt<SetWithExpiryOptions>(at);
        var sizes = ValueSizes.Of(request, options.PayloadBytes, options.SizesOfValues);
        var client = (options.Items * ClientBytesPerKey) + (request.Payload?.TotalBytes ?? 0);
        return new(
            sizes.BytesOf(options.Items),
            (options.Items * ServerBytesPerKey) + sizes.BytesOf(options.Items),
            client + ((long)options.BatchSize * sizes.MaxBytes),
            OptionsSchema.NameOf(nameof(SetWithExpiryOptions.Items)))
        {
            Keys = options.Items,
            KeptBytes = options.Items * ClientBytesPerKey,
            Data = options with { BatchSize = 1 },
        };
    }
}
