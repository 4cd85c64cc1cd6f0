using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.Mget;

/// <summary>The contract test's sample of <c>mget</c>.</summary>
public sealed class MgetSample : ContractSample
{
    public override string Benchmark => "mget";

    public override (string Option, string[] Values) Axis => ("batchSize", ["3", "10"]);

    public override string SmallJob => """{"keys": 1234, "keysPerCall": "1, 7, 23", "secondsPerRun": 0.05, "batchSize": 5}""";

    // 1,100 calls with one key: those of both nodes support p99, those of one do not.
    public override string SharedJob => """{"keys": 1234, "keysPerCall": "1, 23", "secondsPerRun": 0.05, "batchSize": 5, "loops": 11}""";

    public override string LongJob(string strategy) => """{"keys": 2000, "keysPerCall": "10", "secondsPerRun": 1}""";

    public override void Check(string strategy, Run run)
    {
        run.Operations!.Value.ShouldBeGreaterThanOrEqualTo(3);
        new[] { 1, 7, 23 }.ShouldContain(keys => run.PayloadBytes == run.Operations * keys * 5);
        run.Figures!["callMedian"].ShouldBeGreaterThan(0);
        run.Figures.ContainsKey("callPercentile99").ShouldBe(run.Operations >= 1_000);
    }
}
