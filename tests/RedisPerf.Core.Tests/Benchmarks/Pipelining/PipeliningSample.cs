using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.Pipelining;

/// <summary>The contract test's sample of <c>pipelining</c>.</summary>
public sealed class PipeliningSample : ContractSample
{
    private const int Items = 301;
    private const int Increments = 103;

    public override string Benchmark => "pipelining";

    public override (string Option, string[] Values) Axis => ("payloadBytes", ["8", "40"]);

    public override string SmallJob => $$"""{"items": {{Items}}, "increments": {{Increments}}, "batchSizes": "1, 7, 90"}""";

    public override string LongJob(string strategy) =>
        $$"""{"items": {{LongItems(strategy)}}, "increments": 1000000, "batchSizes": "100", "payloadBytes": 300}""";

    public override void Check(string strategy, Run run)
    {
        var increments = strategy.StartsWith("incr", StringComparison.Ordinal);
        run.Operations.ShouldBe(increments ? Increments : Items);
        run.PayloadBytes.ShouldBe(increments ? Increments * 8 : Items * 16);
        run.Figures!["roundTrips"].ShouldBeGreaterThan(0);
        run.Figures.ContainsKey("latencyMedian").ShouldBe(strategy.EndsWith("one-by-one", StringComparison.Ordinal));
        run.Figures.ContainsKey("latencyP99").ShouldBeFalse("there are too few commands for a 99th percentile");
        run.Client!.Collections!.Value.ShouldBeGreaterThanOrEqualTo(0);
    }

    private static int LongItems(string strategy) => strategy switch
    {
        _ when strategy.StartsWith("incr", StringComparison.Ordinal) => Items,
        "one-by-one" => 50_000,
        _ => 150_000,
    };
}
