using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.HgetDecode;

/// <summary>The contract test's sample of <c>hget-decode</c>.</summary>
public sealed class HgetDecodeSample : ContractSample
{
    public override string Benchmark => "hget-decode";

    public override (string Option, string[] Values) Axis => ("payloadBytes", ["500", "2000"]);

    public override string SmallJob => """{"items": 241, "keys": 12, "payloadBytes": 3000, "distinctPayloads": 5, "windowBytes": 65536}""";

    public override string SizesJob =>
        """{"items": 300, "keys": 7, "sizes": "200 50%, 3 KB 40%, 20 KB 10%", "distinctPayloads": 3, "windowBytes": 65536}""";

    public override string LongJob(string strategy) =>
        """{"items": 3000, "payloadBytes": 32768, "windowBytes": 65536, "compressionLevel": "fastest"}""";

    public override ReasonCode? PayloadRefusal(string strategy) => strategy == "messagepack-typed" ? ReasonCode.PayloadNotObjects : null;

    public override void CheckPayload(string strategy, Run run, IReadOnlyList<byte[]> values)
    {
        var bytes = Enumerable.Range(0, 241).Sum(index => values[index % values.Count].Length);
        run.PayloadBytes.ShouldBe(bytes);
        run.Figures!["documentBytes"].ShouldBe(bytes / 241.0, 1e-9);
        (run.Figures["storedBytes"] / run.Figures["documentBytes"]).ShouldBeInRange(Decodes(strategy) ? 0.001 : 1, 1);
    }

    public override void CheckSizes(string strategy, Run run, JobRequest request)
    {
        base.CheckSizes(strategy, run, request);
        run.Figures!["documentBytes"].ShouldBe(run.PayloadBytes!.Value / 300.0, 1e-9);
    }

    public override void Check(string strategy, Run run)
    {
        run.Operations.ShouldBe(241);
        run.PayloadBytes.ShouldBe(241L * 3_000);
        run.EncodeSeconds.ShouldBe(0, "the documents are encoded before the run");
        run.Figures!["writeSeconds"].ShouldBeGreaterThan(0);
        if (!Decodes(strategy))
        {
            run.Figures["storedBytes"].ShouldBe(3_000);
            run.Figures.Keys.ShouldNotContain("decodeRate");
        }
        else
        {
            run.Figures["storedBytes"].ShouldBeInRange(100, 2_999);
            run.Figures["decodeRate"].ShouldBeGreaterThan(0);
            run.Figures["encodeRate"].ShouldBeGreaterThan(0);
        }
    }

    private static bool Decodes(string strategy) => strategy is not ("hget" or "lease" or "hgetex");
}
