using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert.AsPublished;
using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Targets.Link;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>30,000 × 32 KB hash writes: which strategy is fastest?</summary>
/// <param name="plugins">The strategies of plug-ins.</param>
public sealed class InsertBenchmark(IReadOnlyList<PluginStrategy> plugins) : IBenchmark
{
    /// <summary>Ratio of server memory to payload for text. A 32 KiB value takes 41,011 bytes in Redis (allocation classes), and memory
    /// that the previous run freed may not be returned yet.</summary>
    private const double ServerBytesPerPayloadByte = 2.6;

    /// <summary>A field with a value of a few bytes takes 48 to 90 bytes in Redis. A generated document has at least 64 bytes, so
    /// the ratio covers them.</summary>
    private const int ServerBytesPerField = 100;

    /// <summary>Code that queues the whole job keeps all of it in memory: measured 1,019 MB for 983 MB of payload.</summary>
    private const double ClientBytesPerPayloadByteAsPublished = 1.05;

    /// <summary>Objects of a document: measured 61,180 bytes for 32,768 bytes of JSON.</summary>
    private const int ClientBytesPerPayloadByteAsObjects = 2;

    /// <summary>A shorter slice is measured less precisely: Redis takes 30 ms or more for this many bytes.</summary>
    private const long MinSlice = 32 << 20;

    private static readonly IReadOnlyList<StrategyEntry<InsertWorkload>> Strategies =
    [
        new(MultiExec.Info, MultiExec.Create),
        new(Batch.Info, Batch.Create),
        new(Gzip.Info, workload => new Gzip(workload)),
        new(MessagePack.Info, workload => new MessagePack(workload)),
        new(GzipMessagePack.Info, workload => new GzipMessagePack(workload)),
        new(Lua.Info, Lua.Create),
        new(Hset.Info, Hset.Create),
        new(Lz4.Info, workload => new Lz4(workload)),
        new(Zstd.Info, workload => new Zstd(workload)),
        new(Brotli.Info, workload => new Brotli(workload)),
        new(MessagePackLz4.Info, workload => new MessagePackLz4(workload)),
        new(MessagePackTyped.Info, workload => new MessagePackTyped(workload)),
        // A new strategy is the last one: the color and the mark depend on the place.
        new(Hsetex.Info, Hsetex.Create),
        new(Himport.Info, Himport.Create),
        new(MultiExecAsPublished.Info, workload => new MultiExecAsPublished(workload)),
        new(BatchAsPublished.Info, workload => new BatchAsPublished(workload)),
        new(GzipAsPublished.Info, workload => new GzipAsPublished(workload)),
        new(MessagePackAsPublished.Info, workload => new MessagePackAsPublished(workload)),
        new(GzipMessagePackAsPublished.Info, workload => new GzipMessagePackAsPublished(workload)),
        new(LuaAsPublished.Info, workload => new LuaAsPublished(workload)),
        new(Floor.Info, workload => new Floor(workload)),
    ];

    public InsertBenchmark()
        : this([])
    {
    }

    public BenchmarkInfo Info { get; } = new BenchmarkInfo(
        "insert",
        "Insert",
        "Which write strategy is fastest on your server?",
        OptionsSchema.For<InsertOptions>(),
        [.. Strategies.Select(strategy => strategy.Info)])
    {
        Baseline = MultiExec.Info.Name,
        Slices = 10,
        Verifications = [Verification.Sample, Verification.All],
        Encodes = true,
        Items = "documents",
        CheckPayload = CheckPayload,
        Columns = InsertColumns.All,
        Article = InsertArticle.Article,
        Presets =
        [
            Preset.Create(Preset.QuickLook, "Quick look", 3, new InsertOptions { Items = 1_000 }),
            Preset.Create(Preset.AsInTheArticle, "As in the article", 5, new InsertOptions()),
            // The same total time as in the article, in runs that have 10% of the length and alternate ten times as often.
            Preset.Create("close-call", "Close call", 50, new InsertOptions { Items = 3_000 }) with { IsPrecise = true },
            Preset.Create("does-compression-pay", "Does compression pay?", 7, new InsertOptions { Items = 2_000 },
                (OptionOf(nameof(InsertOptions.PayloadBytes)), [512, 2_048, 8_192, 32_768]),
                (OptionOf(nameof(LinkOptions.LinkBandwidth)), [0, 100, 1_000])) with
            { Strategies = [Batch.Info.Name, Lz4.Info.Name, Zstd.Info.Name, Gzip.Info.Name], Baseline = Batch.Info.Name },
            Preset.Create("how-large-a-batch", "How large a batch?", 7, new InsertOptions { Items = 100_000, PayloadBytes = 1_024 },
                (OptionOf(nameof(InsertOptions.BatchSize)), [1, 10, 100, 1_000, 10_000]),
                (OptionOf(nameof(InsertOptions.FieldsPerHset)), [1, 10, 100, 1_000]),
                (OptionOf(nameof(InsertOptions.FieldsPerLua)), [1, 10, 100, 1_000])) with
            { Strategies = [MultiExec.Info.Name, Hset.Info.Name, Lua.Info.Name] },
            Preset.Create("which-strategy-for-which-size", "Which strategy for which size and round trip?", 5, new InsertOptions { Items = 2_000 },
                (OptionOf(nameof(InsertOptions.PayloadBytes)), [1_024, 8_192, 32_768]),
                (OptionOf(nameof(LinkOptions.LinkRoundTrip)), [0, 0.5, 2])) with
            { Strategies = [MultiExec.Info.Name, Batch.Info.Name, Hset.Info.Name, Lz4.Info.Name] },
            // A rewrite of the append-only file would disturb the runs.
            Preset.Create("what-does-durability-cost", "What does durability cost?", 7,
                new InsertOptions { Items = 20_000, PayloadBytes = 1_024 }) with
            {
                Strategies = [MultiExec.Info.Name, Batch.Info.Name, Lua.Info.Name],
                Server = new Dictionary<string, IReadOnlyList<string>>
                { ["appendfsync"] = ["no", "everysec", "always"], ["auto-aof-rewrite-percentage"] = ["0"] },
            },
        ],
    }.With(plugins, typeof(InsertStrategyCase));

    public Type? OpenTo => typeof(InsertStrategy);

    public IBenchmark With(IReadOnlyList<PluginStrategy> strategies) => new InsertBenchmark(strategies);

    public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix)
    {
        var documents = InsertPayloads.OfVariants(PayloadFile.ValuesOf(request));
        return Variants.CreateCases<InsertOptions>(request, Info, (strategy, variant) =>
        {
            var workload = new InsertWorkload(variant.Options, keyPrefix, documents.Of(InsertPayloads.DescribedBy(variant.Options)))
            { Verify = request.Verify, Payload = request.Payload };
            StrategyEntry<InsertWorkload> entry = plugins.Find(strategy) is { } added
                ? new(strategy, data => new InsertStrategyCase(strategy, data, added.CreateAt<InsertStrategy>(request, variant.At)))
                : Strategies.Single(each => each.Info == strategy);
            return Create(entry, workload, workload.Slices(SlicesOf(workload, request)), request.LoadFrom);
        });
    }

    private static string OptionOf(string property) => OptionsSchema.NameOf(property);

    // Nodes that measure together write the same number of hashes in each slice.
    private static int SlicesOf(InsertWorkload workload, JobRequest request)
    {
        var maximum = (int)Math.Clamp(workload.PayloadBytes / MinSlice, 1, request.Slices);
        var hashes = workload.Options.Keys / request.LoadFrom;
        return request.LoadFrom == 1 ? maximum : Enumerable.Range(1, Math.Min(maximum, hashes)).Last(count => hashes % count == 0);
    }

    public RunWork WorkOf(StrategyInfo strategy, JobRequest request, Coordinates at)
    {
        var bytes = Estimate(request, at).PayloadBytes;
        return InsertCost.Of(strategy, request, request.OptionsAt<InsertOptions>(at), bytes, (int)Math.Clamp(bytes / MinSlice, 1, request.Slices));
    }

    public JobEstimate Estimate(JobRequest request, Coordinates at)
    {
        var options = request.OptionsAt<InsertOptions>(at);
        var payload = request.Payload?.BytesAtMost(options.Items) ?? options.BytesAtMost;
        var distinct = request.Payload?.TotalBytes ?? options.DistinctBytes;
        var keepsAll = Info.Strategies.Any(strategy => strategy.AsPublished && request.Strategies.Contains(strategy.Name));
        // At most two commands of a whole hash are in flight.
        var inFlight = !request.Strategies.Contains(Himport.Info.Name) ? options.WindowBytes : Math.Max(
            options.WindowBytes,
            2 * Math.Min(Himport.BytesPerHash(options, request.Payload?.MaximumBytes ?? options.MaxBytes), InsertOptions.MaximumBytesPerCall));
        var bytesPerPayloadByte = request.Strategies.Contains(MessagePackTyped.Info.Name) ? 3 + ClientBytesPerPayloadByteAsObjects : 3;
        return new(
            payload,
            ServerBytesOf(request, payload, options.Items),
            (distinct * bytesPerPayloadByte) + (keepsAll ? (long)(payload * ClientBytesPerPayloadByteAsPublished) : inFlight),
            OptionsSchema.NameOf(nameof(InsertOptions.Items)))
        {
            Keys = options.Keys,
            KeptBytes = distinct * bytesPerPayloadByte,
            Data = InsertPayloads.DescribedBy(options),
        };
    }

    /// <summary>The server memory of hashes with the documents of a job in bytes.</summary>
    /// <param name="payload">Bytes of all documents.</param>
    /// <param name="items">Number of fields.</param>
    internal static long ServerBytesOf(JobRequest request, long payload, int items) =>
        (long)(payload * ServerBytesPerPayloadByte) + (request.Payload is null ? 0 : (long)items * ServerBytesPerField);

    private static IEnumerable<FieldError> CheckPayload(JobRequest request, PayloadDescription payload) =>
        from variant in Variants.Of<InsertOptions>(request)
        from wrong in variant.Options.CallsTooLarge(payload.MaximumBytes, "the largest value of the payload")
        select FieldError.About($"options.{OptionsSchema.NameOf(wrong.Property)}", wrong.Predicate);

    // Published code runs as a whole: some of it needs much more than twice the time for twice the items.
    private static Case Create(StrategyEntry<InsertWorkload> strategy, InsertWorkload workload, IReadOnlyList<InsertWorkload> slices, int nodes)
    {
        var whole = strategy.Create(workload);
        if (!strategy.Info.AsPublished && slices.Count > 1)
        {
            whole.Slices = [.. slices.Select(slice => WithShares(strategy.Create(slice), slice))];
        }

        return WithShares(whole, workload);

        Case WithShares(Case item, InsertWorkload work)
        {
            if (nodes > 1)
            {
                item.Shares = [.. work.Slices(nodes).Select(strategy.Create)];
            }

            return item;
        }
    }
}
