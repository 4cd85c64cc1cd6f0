using RedisPerf.Core.Benchmarks.Load;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.Load;

/// <summary>The contract test's sample of <c>load</c>.</summary>
public sealed class LoadSample : ContractSample
{
    public override string Benchmark => "load";

    public override (string Option, string[] Values) Axis => ("callers", ["2", "5"]);

    public override string SmallJob => """{"rates": "100, 570", "secondsPerRun": 0.3, "keys": 37, "payloadBytes": """
        + """77, "readShare": 60, "missShare": 10, "distribution": "zipf", "callers": 3}""";

    public override string LongJob(string strategy) => """{"rates": "2000", "secondsPerRun": 3, "keys": 500}""";

    public override string SizesJob => """{"rates": "570", "secondsPerRun": 0.3, "keys": 137, "sizes": "20 50%, 1 KB 40%, """
        + """20 KB 10%", "readShare": 60, "missShare": 10, "callers": 3, "arrivals": "poisson"}""";

    public override void CheckSizes(string strategy, Run run, JobRequest request) =>
        run.PayloadBytes.ShouldBe(BytesOf(new(request.OptionsAt<LoadOptions>(Coordinates.None), "test:"), run));

    public override void CheckPayload(string strategy, Run run, IReadOnlyList<byte[]> values) =>
        run.PayloadBytes.ShouldBe(BytesOf(new(OptionsOf<LoadOptions>(SmallJob) with { Rate = 570 }, "test:", values), run));

    // A read returns the value that the run wrote before it, or else the loaded one.
    private static long BytesOf(LoadWorkload workload, Run run)
    {
        var (bytes, written) = (0L, new HashSet<int>());
        foreach (var operation in Enumerable.Range(0, (int)run.Operations!.Value).Select(workload.Operation).Where(workload.Exists))
        {
            if (!operation.IsRead)
            {
                written.Add(operation.Key);
            }

            bytes += workload.Values.Of(operation.Key, written.Contains(operation.Key)).Length;
        }

        return bytes;
    }

    public override void Check(string strategy, Run run)
    {
        new[] { 30, 171 }.ShouldContain(planned => Math.Abs((run.Operations!.Value / (1 - run.Figures!["unsent"])) - planned) < 0.5);
        (run.PayloadBytes % 77).ShouldBe(0);
        run.Figures!["latencyMean"].ShouldBeGreaterThan(0);
        run.Figures["achieved"].ShouldBeGreaterThan(0);
        new[] { 30, 171 }.ShouldContain((int)run.Figures["operations"]);
        if (run.Figures["unsent"] == 0)
        {
            run.Figures["hitRate"].ShouldBeInRange(0.7, 0.99);
        }

        run.Figures.ContainsKey("p50").ShouldBeTrue();
        run.Figures.ContainsKey("p99").ShouldBeFalse("171 operations do not support it");
    }
}
