using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.Insert;

/// <summary>The contract test's sample of <c>insert</c>.</summary>
public sealed class InsertSample : ContractSample
{
    public override string Benchmark => "insert";

    public override (string Option, string[] Values) Axis => ("batchSize", ["5", "30"]);

    public override string SmallJob =>
        """{"items": 240, "keys": 12, "payloadBytes": 3000, "fieldsPerLua": 7, "fieldsPerHset": 7, "batchSize": 9, "windowBytes": 65536}""";

    // Published code compresses on one thread.
    public override string LongJob(string strategy)
    {
        var isSlow = strategy.StartsWith("gzip", StringComparison.Ordinal) && strategy.EndsWith("-as-published", StringComparison.Ordinal);
        return $$"""{"items": {{(isSlow ? 4_000 : 20_000)}}, "payloadBytes": 32768, "compressionLevel": "fastest"}""";
    }

    public override void CheckPayload(string strategy, Run run, IReadOnlyList<byte[]> values)
    {
        var fields = Enumerable.Range(0, 240).Select(index => values[index % values.Count].Length).ToArray();
        run.PayloadBytes.ShouldBe(fields.Sum());
        run.Operations!.Value.ShouldBeGreaterThanOrEqualTo(240);
        run.Figures!.Values.ShouldAllBe(figure => figure > 0);
        // The verification reads a random part of the fields.
        run.Figures["documentBytes"].ShouldBeInRange(fields.Average() / 2, fields.Average() * 2);
        var share = run.Figures["storedBytes"] / run.Figures["documentBytes"];
        share.ShouldBeInRange(run.EncodeSeconds > 0 ? 0.001 : 1, 1.01);
    }

    // A multiple of 100 items, so that the estimate is exact.
    public override string SizesJob => """{"items": 300, "keys": 7, "sizes": "200 50%, 3 KB 40%, 20 KB 10%", "distinctPayloads": """
        + """3, "fieldsPerLua": 7, "fieldsPerHset": 7, "batchSize": 9, "windowBytes": 65536}""";

    public override ReasonCode? SizesRefusal(string strategy) => strategy == "lua-as-published" ? ReasonCode.PayloadOverwritten : null;

    public override ReasonCode? PayloadRefusal(string strategy) => strategy switch
    {
        "messagepack-typed" => ReasonCode.PayloadNotObjects,
        "lua-as-published" => ReasonCode.PayloadOverwritten,
        _ => null,
    };

    public override void Check(string strategy, Run run)
    {
        run.PayloadBytes.ShouldBe(240L * 3000);
        run.Operations!.Value.ShouldBeGreaterThanOrEqualTo(240);
        var encodes = run.EncodeSeconds > 0;
        run.Figures!.Keys.ShouldBe(encodes ? ["storedBytes", "encodeRate", "decodeRate"] : ["storedBytes"], ignoreOrder: true);
        run.Figures!.Values.ShouldAllBe(figure => figure > 0);
        // The published MessagePack is the JSON text with a header of three bytes.
        run.Figures["storedBytes"].ShouldBeInRange(encodes ? 100 : 3_000, strategy == "messagepack-as-published" ? 3_003 : encodes ? 2_999 : 3_000);
    }
}
