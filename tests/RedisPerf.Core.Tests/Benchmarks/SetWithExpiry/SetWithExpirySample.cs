using RedisPerf.Core.Benchmarks.SetWithExpiry;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.SetWithExpiry;

/// <summary>The contract test's sample of <c>set-with-expiry</c>.</summary>
public sealed class SetWithExpirySample : ContractSample
{
    private const int Items = 301;

    public override string Benchmark => "set-with-expiry";

    public override (string Option, string[] Values) Axis => ("batchSize", ["1", "90"]);

    public override string SmallJob => $$"""{"items": {{Items}}, "batchSize": 7, "payloadBytes": 77}""";

    public override string LongJob(string strategy) =>
        $$"""{"items": {{(strategy == "one-by-one" ? 50_000 : 150_000)}}, "payloadBytes": 300}""";

    public override string SizesJob => $$"""{"items": {{Items}}, "batchSize": 7, "sizes": "20 50%, 1 KB 40%, 20 KB 10%"}""";

    public override void CheckSizes(string strategy, Run run, JobRequest request) =>
        run.PayloadBytes.ShouldBe(new SetWithExpiryWorkload(request.OptionsAt<SetWithExpiryOptions>(Coordinates.None), "test:").PayloadBytes);

    public override void CheckPayload(string strategy, Run run, IReadOnlyList<byte[]> values) =>
        run.PayloadBytes.ShouldBe(new SetWithExpiryWorkload(OptionsOf<SetWithExpiryOptions>(SmallJob), "test:", values).PayloadBytes);

    public override void Check(string strategy, Run run)
    {
        run.Operations.ShouldBe(Items);
        run.PayloadBytes.ShouldBe(Items * 77);
    }
}
