using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.Load;

/// <summary>The contract test's sample of <c>load</c>.</summary>
public sealed class LoadSample : ContractSample
{
    public override string Benchmark => "load";

    public override string SmallJob => """{"rates": "100, 570", "secondsPerRun": 0.3, "keys": 37, "payloadBytes": 77, "readShare": 60, "missShare": 10, "distribution": "zipf", "callers": 3}""";

    public override string LongJob(string strategy) => """{"rates": "2000", "secondsPerRun": 3, "keys": 500}""";

    public override void Check(string strategy, Run run)
    {
        new[] { 30, 171 }.ShouldContain(planned => Math.Abs((run.Operations!.Value / (1 - run.Figures!["unsent"])) - planned) < 0.5);
        (run.PayloadBytes % 77).ShouldBe(0);
        run.Figures!["latencyMean"].ShouldBeGreaterThan(0);
        run.Figures["achieved"].ShouldBeGreaterThan(0);
        if (run.Figures["unsent"] == 0)
        {
            run.Figures["hitRate"].ShouldBeInRange(0.7, 0.99);
        }

        run.Figures.ContainsKey("p50").ShouldBeTrue();
        run.Figures.ContainsKey("p99").ShouldBeFalse("171 operations do not support it");
    }
}
