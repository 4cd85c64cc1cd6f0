using System.Collections.Frozen;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert.AsPublished;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The work of the strategies of documents in hashes. The factors are those of Redis 7.0 with 30,000 documents of 32 KB; see
/// <c>docs/method.md</c>.</summary>
internal static class InsertCost
{
    /// <summary>A field of a command with many fields, as a part of a command.</summary>
    private const double Field = 0.3;

    // A strategy that is missing here works as the batch: one command for each document.
    private static readonly FrozenDictionary<string, Func<InsertOptions, Cost>> Costs = new Dictionary<string, Func<InsertOptions, Cost>>
    {
        [MultiExec.Info.Name] = options => new(1 + (2.0 / options.BatchSize)),
        [Hset.Info.Name] = options => new(Field + (1.0 / options.FieldsPerHset), 0.75),
        [Hsetex.Info.Name] = options => new(Field + (1.0 / options.FieldsPerHset), 0.75),
        [Himport.Info.Name] = options => new(Field + ((double)options.Keys / options.Items), 0.75),
        [Floor.Info.Name] = _ => new(Field, 0.65),
        [Lua.Info.Name] = options => new(Field + (1.0 / options.FieldsPerLua), 1.9),
        [Gzip.Info.Name] = GzipOf,
        [GzipMessagePack.Info.Name] = options => GzipOf(options) with { Codecs = [.. GzipOf(options).Codecs, ("messagepack", 0)] },
        [MessagePack.Info.Name] = _ => new(1) { Codecs = [("messagepack", 0)] },
        [MessagePackTyped.Info.Name] = _ => new(1) { Codecs = [("messagepack", 0)] },
        [MessagePackLz4.Info.Name] = _ => new(1) { Codecs = [("messagepack", 0), ("lz4", Lz4Codec.MinimumLevel)] },
        [Lz4.Info.Name] = options => new(1) { Codecs = [("lz4", options.Lz4Level)] },
        [Zstd.Info.Name] = options => new(1) { Codecs = [("zstd", options.ZstdLevel)] },
        [Brotli.Info.Name] = options => new(1) { Codecs = [("brotli", options.BrotliLevel)] },
        [MultiExecAsPublished.Info.Name] = _ => new(1.5, 2),
        [BatchAsPublished.Info.Name] = _ => new(1.5, 2),
        [GzipAsPublished.Info.Name] = options => GzipOf(options) with { Commands = 1.5 },
        [GzipMessagePackAsPublished.Info.Name] = options => GzipOf(options) with { Commands = 1.5, Codecs = [("gzip", 1), ("messagepack", 0)] },
        [MessagePackAsPublished.Info.Name] = _ => new(1.5, 1.5) { Codecs = [("messagepack", 0)] },
        // Each of its chunks writes its fields into all hashes so far.
        [LuaAsPublished.Info.Name] = _ => new(5, 12),
    }.ToFrozenDictionary();

    /// <summary>Writing the documents.</summary>
    /// <param name="bytes">Bytes of all documents.</param>
    public static RunWork Of(StrategyInfo strategy, JobRequest request, InsertOptions options, double bytes, int slices)
    {
        var cost = CostOf(strategy, options);
        return new()
        {
            Commands = cost.Commands * options.Items,
            Bytes = bytes,
            ByteFactor = cost.ByteFactor,
            Codecs = CodecsOf(cost, options, decodes: false, onAllCores: !strategy.AsPublished),
            CheckedCommands = options.Keys + (request.Verify == Verification.All ? options.Items : 0),
            CheckedBytes = request.Verify == Verification.All ? bytes : 0,
            Slices = strategy.AsPublished ? 1 : slices,
        };
    }

    /// <summary>Reading and decoding the documents, which are written before the clock.</summary>
    public static RunWork OfRead(StrategyInfo strategy, InsertOptions options, double bytes)
    {
        var cost = CostOf(strategy, options);
        return new()
        {
            Commands = options.Items,
            Bytes = bytes,
            Codecs = CodecsOf(cost, options, decodes: true, onAllCores: true),
            LoadedCommands = options.Items,
            LoadedBytes = bytes,
            CheckedCommands = options.Keys,
        };
    }

    private static Cost CostOf(StrategyInfo strategy, InsertOptions options) =>
        Costs.TryGetValue(strategy.Name, out var cost) ? cost(options) : new(1);

    private static IReadOnlyList<CodecWork> CodecsOf(Cost cost, InsertOptions options, bool decodes, bool onAllCores) =>
        [.. cost.Codecs.Select(codec => new CodecWork(codec.Name, codec.Level, options.Items, decodes, onAllCores))];

    private static Cost GzipOf(InsertOptions options) => new(1) { Codecs = [("gzip", (int)options.CompressionLevel)] };

    /// <summary>What a document costs.</summary>
    /// <param name="Commands">Per document.</param>
    /// <param name="ByteFactor">See <see cref="RunWork.ByteFactor"/>.</param>
    private sealed record Cost(double Commands, double ByteFactor = 1)
    {
        public IReadOnlyList<(string Name, int Level)> Codecs { get; init; } = [];
    }
}
