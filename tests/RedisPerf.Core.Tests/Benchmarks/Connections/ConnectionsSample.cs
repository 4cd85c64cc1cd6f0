using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.Connections;

/// <summary>The contract test's sample of <c>connections</c>.</summary>
public sealed class ConnectionsSample : ContractSample
{
    public override string Benchmark => "connections";

    public override string SmallJob => """{"connections": "1, 3", "commandsInFlight": 7, "payloadBytes": 77, "items": 1234, "keys": 37, "readShare": 60}""";

    public override string LongJob(string strategy) => """{"connections": "3", "commandsInFlight": 16, "items": 100000, "keys": 500}""";

    public override void Check(string strategy, Run run)
    {
        run.Operations.ShouldBe(1234);
        run.PayloadBytes.ShouldBe(1234 * 77);
        run.Figures!["p50"].ShouldBeInRange(1e-6, run.Seconds!.Value);
        run.Figures["p99"].ShouldBeInRange(run.Figures["p50"], run.Seconds!.Value);
        run.Figures.ContainsKey("p999").ShouldBeFalse("1,234 operations do not support it");
    }
}
