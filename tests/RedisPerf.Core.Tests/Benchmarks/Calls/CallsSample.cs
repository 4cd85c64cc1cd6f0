using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.Calls;

/// <summary>The contract test's sample of <c>calls</c>.</summary>
public sealed class CallsSample : ContractSample
{
    public override string Benchmark => "calls";

    public override bool CanBeShared => false;

    public override (string Option, string[] Values) Axis => ("keys", ["20", "60"]);

    public override string SmallJob => """{"callers": "1, 3", "secondsPerRun": 0.2, "timeoutSeconds": 10, "keys": 37, "payloadBytes": 77}""";

    public override string LongJob(string strategy) => """{"callers": "3", "secondsPerRun": 3, "timeoutSeconds": 10}""";

    public override void Check(string strategy, Run run)
    {
        run.PayloadBytes.ShouldBe(run.Operations * 77);
        run.Seconds!.Value.ShouldBeGreaterThanOrEqualTo(0.15);
        run.Figures!["timeouts"].ShouldBe(0);
        run.Figures["threadsMax"].ShouldBeGreaterThanOrEqualTo(1);
        run.Figures["poolDelayMax"].ShouldBeGreaterThan(0);
    }
}
