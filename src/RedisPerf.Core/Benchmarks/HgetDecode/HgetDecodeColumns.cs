using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.HgetDecode;

/// <summary>The benchmark's own columns.</summary>
internal static class HgetDecodeColumns
{
    public const string WriteSeconds = "writeSeconds";

    private const string Share = "storedShare";

    public static IReadOnlyList<FigureColumn> All { get; } =
    [
        FigureColumn.OfRuns(WriteSeconds, "write", "s", "Time in which the same documents were encoded and written before the run, "
            + "as the strategy of insert with this codec does it; median of the runs."),
        new(Share, "stored %", null, "Size of the stored values, in percent of the documents; median of the runs.", StoredShare)
        { Scale = 100 },
        FigureColumn.OfRuns(
            InsertColumns.DecodeRate, "decode MB/s", "bytes/s", "Document bytes that one core decodes per second during the run; the decoders share "
            + "the cores with the client, and with a server on the same machine. Median of the runs.") with { Scale = 1e-6, IsRate = true },
        FigureColumn.OfRuns(InsertColumns.EncodeRate, "encode MB/s", "bytes/s",
            "Document bytes that one encoder encodes per second before the run; median of the runs.") with { Scale = 1e-6, IsRate = true },
        FigureColumn.OfRuns(InsertColumns.StoredBytes, "value bytes", "bytes", "Mean size of the stored values; median of the runs."),
        new("writeAndRead", "write and read", "s",
            "The sum of the median time to encode and write the documents and the median time to read and decode them.",
            (@case, _) => CaseStatistics.Median(@case, run => FigureColumn.OfRun(run, WriteSeconds)) + @case.Summary?.Median),
    ];

    /// <summary>A codec saves bytes on the server and on the way.</summary>
    internal static OtherCost Size { get; } = new(
        Share, run => FigureColumn.OfRun(run, InsertColumns.StoredBytes), "% of the bytes", "stores the fewest bytes");

    private static double? StoredShare(CaseResult @case, FigureContext job) =>
        CaseStatistics.Median(@case, run => FigureColumn.OfRun(run, InsertColumns.StoredBytes)
            / (FigureColumn.OfRun(run, InsertColumns.DocumentBytes) ?? job.OptionsOf<HgetDecodeOptions>(@case).PayloadBytes));
}
