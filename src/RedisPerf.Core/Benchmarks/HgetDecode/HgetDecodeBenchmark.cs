using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Benchmarks.HgetDecode;

/// <summary>Which codec is fastest on the way back: read and decode?</summary>
/// <param name="plugins">The strategies of plug-ins.</param>
public sealed class HgetDecodeBenchmark(IReadOnlyList<PluginStrategy> plugins) : IBenchmark
{
    /// <summary>A document as bytes, as objects, and the objects' source.</summary>
    private const int ClientBytesPerPayloadByte = 5;

    /// <summary>A value in flight is in memory encoded and decoded, and until the next collection.</summary>
    private const int ClientBytesPerWindowByte = 8;

    private static readonly IReadOnlyList<StrategyEntry<InsertWorkload>> Strategies =
    [
        new(Hget.Info, workload => new Hget(workload)),
        new(Gzip.Info, workload => new Gzip(workload)),
        new(MessagePack.Info, workload => new MessagePack(workload)),
        new(GzipMessagePack.Info, workload => new GzipMessagePack(workload)),
        new(Lz4.Info, workload => new Lz4(workload)),
        new(Zstd.Info, workload => new Zstd(workload)),
        new(Brotli.Info, workload => new Brotli(workload)),
        new(MessagePackLz4.Info, workload => new MessagePackLz4(workload)),
        new(MessagePackTyped.Info, workload => new MessagePackTyped(workload)),
        new(Lease.Info, workload => new Lease(workload)),
        new(Hgetex.Info, workload => new Hgetex(workload)),
    ];

    public HgetDecodeBenchmark()
        : this([])
    {
    }

    public BenchmarkInfo Info { get; } = new BenchmarkInfo(
        "hget-decode",
        "HGET and decode",
        "Which codec is fastest when you read the values back?",
        OptionsSchema.For<HgetDecodeOptions>(),
        [.. Strategies.Select(strategy => strategy.Info), MachineReference.Info])
    {
        Baseline = Hget.Info.Name,
        StoresData = false,
        Verb = "read",
        Items = "documents",
        CheckPayload = (_, _) => [],
        Columns = HgetDecodeColumns.All,
        OtherCost = HgetDecodeColumns.Size,
        Presets = [Preset.Create(Preset.QuickLook, "Quick look", 3, new HgetDecodeOptions { Items = 1_000 })],
    }.With(plugins, typeof(HgetDecodeStrategyCase));

    public Type? OpenTo => typeof(HgetDecodeStrategy);

    public IBenchmark With(IReadOnlyList<PluginStrategy> strategies) => new HgetDecodeBenchmark(strategies);

    public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix)
    {
        var documents = InsertPayloads.OfVariants(PayloadFile.ValuesOf(request));
        return Variants.CreateCases<HgetDecodeOptions>(request, Info, (strategy, variant) =>
        {
            var options = new InsertOptions(variant.Options);
            var workload = new InsertWorkload(options, keyPrefix, documents.Of(InsertPayloads.DescribedBy(options))) { Payload = request.Payload };
            var create = plugins.Find(strategy) is { } added
                ? data => new HgetDecodeStrategyCase(strategy, data, added.CreateAt<HgetDecodeStrategy>(request, variant.At))
                : Strategies.Single(each => each.Info == strategy).Create;
            return Case.Create(create, workload, request.LoadFrom == 1 ? [] : workload.Slices(request.LoadFrom));
        });
    }

    public RunWork WorkOf(StrategyInfo strategy, JobRequest request, Coordinates at) => InsertCost.OfRead(
        strategy, new(request.OptionsAt<HgetDecodeOptions>(at)), Estimate(request, at).PayloadBytes);

    public JobEstimate Estimate(JobRequest request, Coordinates at)
    {
        var options = request.OptionsAt<HgetDecodeOptions>(at);
        var payload = request.Payload?.BytesAtMost(options.Items) ?? options.BytesAtMost;
        var distinct = request.Payload?.TotalBytes ?? options.DistinctBytes;
        return new(
            payload,
            InsertBenchmark.ServerBytesOf(request, payload, options.Items),
            (distinct * ClientBytesPerPayloadByte)
                + (Math.Max(options.WindowBytes, 2L * (request.Payload?.MaximumBytes ?? options.MaxBytes)) * ClientBytesPerWindowByte),
            OptionsSchema.NameOf(nameof(HgetDecodeOptions.Items)))
        {
            Keys = options.Keys,
            KeptBytes = distinct * ClientBytesPerPayloadByte,
            Data = InsertPayloads.DescribedBy(new(options)),
        };
    }
}
