using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.OnlineUsers;

/// <summary>The contract test's sample of <c>online-users</c>.</summary>
public sealed class OnlineUsersSample : ContractSample
{
    public override string Benchmark => "online-users";

    // Three half hours, and a last batch with one user.
    public override (string Option, string[] Values) Axis => ("batchSize", ["500", "1000"]);

    public override string SmallJob => """{"users": "97, 4001", "batchSize": 1000, "windowBytes": 65536}""";

    public override string LongJob(string strategy) => """{"mode": "sequence", "users": "500000"}""";

    public override bool IsOnServer(string strategy) => strategy != "dictionary";

    public override void Check(string strategy, Run run)
    {
        run.Operations!.Value.ShouldBeOneOf(97, 4001);
        run.PayloadBytes.ShouldBe(16 * run.Operations);
        Math.Abs(run.Figures!["countError"]).ShouldBeLessThanOrEqualTo(strategy == "hyperloglog" ? 4 * 1.04 / 128 : 0);
        run.Figures["countSeconds"].ShouldBeGreaterThan(0);
        run.Figures.ContainsKey("getAndClearSeconds").ShouldBe(strategy != "hyperloglog");
    }
}
