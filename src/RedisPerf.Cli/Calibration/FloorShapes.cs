using System.Globalization;
using RedisPerf.Cli.SelfTest;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Cli.Calibration;

/// <summary>A benchmark of the floor of <c>insert</c> in several shapes, which finds the cheapest one of an engine. It is
/// not in the catalogue.</summary>
internal sealed class FloorShapes : IBenchmark
{
    /// <summary>Slices of a run.</summary>
    private const int Slices = 10;

    /// <summary>The shapes by the name of their strategy.</summary>
    public static IReadOnlyDictionary<string, WriteShape> All { get; } = (
        from bytes in (int[])[32 << 10, 128 << 10, 320 << 10, 1 << 20, 3 << 20]
        from window in (int?[])[256 << 10, 1 << 20, 4 << 20, null]
        select new WriteShape(bytes, window)).ToDictionary(NameOf);

    public BenchmarkInfo Info { get; } = new(
        "calibrate",
        "Calibrate",
        "In which commands does an engine take the same fields in the least time?",
        OptionsSchema.For<InsertOptions>(),
        [.. All.Keys.Select(InfoOf)])
    { Baseline = NameOf(new(3 << 20, null)), Slices = Slices };

    /// <summary>The job that compares all shapes.</summary>
    /// <param name="target">The target's name.</param>
    /// <param name="rounds">Timed rounds.</param>
    /// <param name="items">Documents that a run writes.</param>
    /// <param name="payloadBytes">Bytes of a document.</param>
    public Job CreateJob(string target, int rounds, int items, int payloadBytes) =>
        CommandJob.CreateUnlisted(
            Info, new InsertOptions { Items = items, Keys = Slices, PayloadBytes = payloadBytes }, target, rounds, Slices, warmups: 1, seed: 1);

    public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix)
    {
        var workload = new InsertWorkload(request.OptionsAt<InsertOptions>(Coordinates.None), keyPrefix);
        var slices = workload.Slices(request.Slices);
        return [.. All.Select(shape => new NamedCase(InfoOf(shape.Key), new Floor(workload, shape.Value))
        {
            Slices = [.. slices.Select(slice => new NamedCase(InfoOf(shape.Key), new Floor(slice, shape.Value)))],
        })];
    }

    public JobEstimate Estimate(JobRequest request, Coordinates at) => new InsertBenchmark().Estimate(request, at);

    private static string NameOf(WriteShape shape) =>
        string.Create(CultureInfo.InvariantCulture,
            $"{shape.BytesPerCommand >> 10}-KB-in-one-{(shape.WindowBytes is { } bytes ? $"{bytes >> 10}-KB" : "no-limit")}");

    private static StrategyInfo InfoOf(string name) => new(name, name, "The floor in another shape.", typeof(Floor)) { Needs = Floor.Info.Needs };
}
