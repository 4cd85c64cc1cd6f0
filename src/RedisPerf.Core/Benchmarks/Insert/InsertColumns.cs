using System.Runtime.CompilerServices;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The benchmark's own columns.</summary>
internal static class InsertColumns
{
    internal const string Amplification = "amplification";
    internal const string StoredBytes = "storedBytes";
    internal const string DocumentBytes = "documentBytes";
    internal const string EncodeRate = "encodeRate";
    internal const string DecodeRate = "decodeRate";

    /// <summary>A smaller factor counts as 1: the case wrote the expected number of fields.</summary>
    private const double MinFactor = 1.01;

    // By the runs of a case, which are replaced when one is added. Otherwise each run of a job would compute the work of all cases.
    private static readonly ConditionalWeakTable<IReadOnlyList<Run>, Work> Known = new();

    public static IReadOnlyList<FigureColumn> All { get; } =
    [
        new("bytesPerItem", "bytes/item", "bytes", "Growth of the server's memory per item; median.", BytesPerItem),
        new("storedShare", "stored %", null, "Size of the stored values, in percent of the documents; median.", StoredShare) { Scale = 100 },
        FigureColumn.OfRuns(StoredBytes, "value bytes", "bytes", "Mean size of the stored values that the verification reads; median."),
        FigureColumn.OfRuns(EncodeRate, "encode MB/s", "bytes/s", "Document bytes that one encoder encodes per second during the run; "
            + "the encoders share the cores with the client, and with a server on the same machine. Median.") with { Scale = 1e-6, IsRate = true },
        FigureColumn.OfRuns(DecodeRate, "decode MB/s", "bytes/s",
            "Document bytes that one core decodes per second, measured while the verification reads the values; median.") with
        { Scale = 1e-6, IsRate = true },
        new(Amplification, "× the writes", null,
            "Fields written, relative to the case of this job that wrote the fewest for the same payload.", AmplificationOf)
        {
            IsExceptional = true,
            RefersTo = (@case, other) =>
                WorkOf(other) is { Payload: not null, IsSettled: false } work && WorkOf(@case).Payload == work.Payload,
            Finding = "wrote {0}× the expected number of fields",
        },
    ];

    /// <summary>A case's operations relative to the fewest operations of a case of the job for the same payload: 16.5 when it wrote
    /// each field 16.5 times.</summary>
    /// <returns>Null when it is less than 1.01, or unknown.</returns>
    private static double? AmplificationOf(CaseResult @case, FigureContext job)
    {
        var (payload, operations, _) = WorkOf(@case);
        var min = job.Cases.Select(WorkOf).Where(other => other.Payload == payload && other.Operations > 0).Min(other => other.Operations);
        return payload > 0 && operations / min is >= MinFactor and var factor ? factor : null;
    }

    private static double? BytesPerItem(CaseResult @case, FigureContext job) =>
        CaseStatistics.Median(@case, run => run.Server?.UsedMemoryDelta) is > 0 and var growth
            ? growth / job.OptionsOf<InsertOptions>(@case).Items
            : null;

    private static double? StoredShare(CaseResult @case, FigureContext job) =>
        CaseStatistics.Median(@case, run =>
            FigureColumn.OfRun(run, StoredBytes) / (FigureColumn.OfRun(run, DocumentBytes) ?? job.OptionsOf<InsertOptions>(@case).PayloadBytes));

    private static Work WorkOf(CaseResult @case) => Known.GetValue(@case.Runs, runs =>
    {
        var counted = runs.Where(run => run.IsInSummary).ToArray();
        return new(
            CaseStatistics.Median(@case, run => run.PayloadBytes),
            CaseStatistics.Median(@case, run => run.Operations),
            counted.Length > 1 && counted.DistinctBy(run => (run.PayloadBytes, run.Operations)).Count() == 1);
    });

    /// <summary>The work of the runs of a case, as medians, and whether all of several runs did the same: then a further run changes no other
    /// case.</summary>
    private sealed record Work(double? Payload, double? Operations, bool IsSettled);
}
