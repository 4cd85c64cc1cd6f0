using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>How many keys can one call read before it becomes slow?</summary>
public sealed class MgetBenchmark : IBenchmark
{
    /// <summary>A key of 51 bytes with its value: 120 bytes measured in Redis 7.0, plus growth of the table.</summary>
    private const long ServerBytesPerKey = 200;

    /// <summary>A field with its value: 64 bytes measured in Redis 7.0; in Garnet, an entry of a .NET dictionary with two arrays.</summary>
    private const long ServerBytesPerField = 200;

    /// <summary>Memory of this process per number in a case's lists: the number, the bytes of its key and the client's struct.</summary>
    private const long ClientBytesPerNumber = 120;

    private static readonly IReadOnlyList<Strategy<MgetPoint>> Strategies =
    [
        new(Mget.Info, point => new Mget(point)),
        new(MgetChunked.Info, point => new MgetChunked(point)),
        new(PipelinedGet.Info, point => new PipelinedGet(point)),
        new(SingleGet.Info, point => new SingleGet(point)),
        new(Hmget.Info, point => new Hmget(point)),
        new(MgetHashTags.Info, point => new MgetHashTags(point)),
        new(MgetPerSlot.Info, point => new MgetPerSlot(point)),
    ];

    public BenchmarkInfo Info { get; } = new(
        "mget",
        "MGET",
        "How many keys can one call read before it becomes slow?",
        OptionsSchema.For<MgetOptions>(),
        [.. Strategies.Select(strategy => strategy.Info)])
    {
        Baseline = Mget.Info.Name,
        Sweep = new("keys per call") { Marks = [SweepMark.DoubledCost] },
        TimePer = "call",
        StoresData = false,
        Verb = "read",
        Verifications = [Verification.Sample],
        Columns = MgetColumns.All,
        Article = MgetArticle.Article,
        Presets =
        [
            Preset.Create("quick-look", "Quick look", 3, new MgetOptions { Keys = 20_000, KeysPerCall = "1, 10, 100, 1000", SecondsPerRun = 0.05 }),
            Preset.Create(Preset.AsInTheArticle, "As in the article", 3, new MgetOptions { Loops = 1_000 }),
        ],
    };

    public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix)
    {
        var options = request.OptionsAs<MgetOptions>();
        var workload = new MgetWorkload(options, keyPrefix);
        MgetWorkload[] shares = [.. WorkShare.Of(request.LoadFrom).Select(share => new MgetWorkload(options, keyPrefix, share))];
        return [..
            from strategy in Strategies
            where request.Strategies.Contains(strategy.Info.Name)
            from keys in options.Points
            select Case.Create(work => strategy.Create(new(work, keys)), workload, shares)];
    }

    public JobEstimate Estimate(JobRequest request)
    {
        var options = request.OptionsAs<MgetOptions>();
        var hash = request.Strategies.Contains(Hmget.Info.Name);
        var tagged = request.Strategies.Contains(MgetHashTags.Info.Name);
        var keys = request.Strategies.Any(strategy => strategy != Hmget.Info.Name && strategy != MgetHashTags.Info.Name);
        return new(
            (long)options.Keys * MgetWorkload.ValueBytes,
            options.Keys * ((keys ? ServerBytesPerKey : 0) + (tagged ? ServerBytesPerKey : 0) + (hash ? ServerBytesPerField : 0)),
            options.Points.Max(keysPerCall => (long)keysPerCall * MgetWorkload.ListCount(keysPerCall)) * ClientBytesPerNumber,
            OptionsSchema.NameOf(nameof(MgetOptions.Keys)))
        {
            // A hash has a single key, and the keys of a hash tag have a single slot.
            Keys = hash ? 1 : tagged ? MgetWorkload.Tags : options.Keys,
            Points = options.Points.Count,
        };
    }
}
