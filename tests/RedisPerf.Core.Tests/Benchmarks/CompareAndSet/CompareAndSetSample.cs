using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.CompareAndSet;

/// <summary>The contract test's sample of <c>compare-and-set</c>.</summary>
public sealed class CompareAndSetSample : ContractSample
{
    private const int Items = 1_234;

    public override string Benchmark => "compare-and-set";

    public override bool CanBeShared => false;

    public override (string Option, string[] Values) Axis => ("keys", ["2", "9"]);

    public override IReadOnlyList<string> Unsafe => ["naive"];

    // One writer, because scripts on Garnet are not atomic. CompareAndSetRunTests has several.
    public override string SmallJob => $$"""{"writers": "1", "items": {{Items}}, "keys": 1, "payloadBytes": 77}""";

    public override string LongJob(string strategy) => """{"writers": "3", "items": 100000}""";

    public override void Check(string strategy, Run run)
    {
        run.Operations.ShouldBe(Items);
        run.PayloadBytes.ShouldBe(Items * 77);
        run.Figures!["attempts"].ShouldBe(1);
        run.Figures["p50"].ShouldBeInRange(1e-6, run.Seconds!.Value);
        run.Figures["p99"].ShouldBeInRange(run.Figures["p50"], run.Seconds!.Value);
    }
}
