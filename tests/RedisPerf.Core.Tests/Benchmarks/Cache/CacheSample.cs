using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.Cache;

/// <summary>The contract test's sample of <c>cache</c>.</summary>
public sealed class CacheSample : ContractSample
{
    public override string Benchmark => "cache";

    public override bool CanBeShared => false;

    public override (string Option, string[] Values) Axis => ("onChange", ["remove", "set"]);

    public override string SmallJob => """{"keys": 23, "payloadBytes": 77, "secondsPerRun": 0.3, "writesPerSecond": 200, """
        + """ "missShare": 10, "callers": 3, "sourceSeconds": 0.002}""";

    public override string LongJob(string strategy) => """{"keys": 50, "secondsPerRun": 5}""";

    public override void Check(string strategy, Run run)
    {
        run.PayloadBytes.ShouldBe(77 * run.Operations);
        run.Figures!["staleShare"].ShouldBeInRange(0, 1);
        run.Figures["changes"].ShouldBeInRange(1, 60);
        run.Figures["sourceReadsPerVersion"].ShouldBeGreaterThanOrEqualTo(1);
        run.Figures["sourceShare"].ShouldBeInRange(0.03, 0.5);
        run.Figures["p50"].ShouldBeGreaterThan(0);
    }
}
