using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.Contract;

public sealed class JobTitleTests
{
    [Theory]
    [InlineData("insert", "{}", "insert · 30,000 × 32 KB · local")]
    [InlineData("insert", """{"items":500,"keys":1,"payloadBytes":2097152}""", "insert · 500 × 2 MB · local")]
    [InlineData("insert", """{"payloadBytes":1000,"linkRoundTrip":5}""", "insert · 30,000 × 1,000 B · +5 ms · local")]
    [InlineData("insert", """{"payloadBytes":1000,"linkBandwidth":100}""", "insert · 30,000 × 1,000 B · 100 Mbit/s · local")]
    [InlineData("insert", """{"payloadBytes":1000,"linkRoundTrip":[0,0.5,2]}""", "insert · 30,000 × 1,000 B · +0.5 ms, +2 ms · local")]
    [InlineData("insert", """{"sizes":"100 KB 10%, 1 KB 50%, 10 KB 40%"}""", "insert · 30,000 × 1 KB–100 KB · local")]
    [InlineData("hget-decode", """{"sizes":"100 KB 10%, 1 KB 50%, 10 KB 40%"}""", "hget-decode · 10,000 × 1 KB–100 KB · local")]
    [InlineData("mget", """{"keysPerCall":"1, 10"}""", "mget · 500,000 keys · 1, 10 per call · local")]
    [InlineData("mget", "{}", "mget · 500,000 keys · 1–10,000 per call · local")]
    [InlineData("online-users", "{}", "online-users · batches · 10,000–1,000,000 users · local")]
    [InlineData("online-users", """{"mode":"stress","batches":20,"batchSize":10}""", "online-users · stress · 200 users · local")]
    [InlineData("pipelining", "{}", "pipelining · 10,000 × 16 B · 1–10,000 per batch · local")]
    [InlineData("list-push", "{}", "list-push · 100,000 numbers · 10–100,000 per push · local")]
    [InlineData("load", """{"rates":"1000, 50000"}""", "load · 10,000 × 100 B · 80% reads · 1,000, 50,000 operations/s · local")]
    [InlineData("load", """{"readShare":[50, 80, 95],"rates":[1000]}""", "load · 10,000 × 100 B · 50%–95% reads · 1,000 operations/s · local")]
    [InlineData("set-with-expiry", "{}", "set-with-expiry · 10,000 × 100 B · 100 per batch · local")]
    [InlineData("cache", "{}", "cache · 2 instances · 100 × 1 KB · 100 changes/s · local")]
    [InlineData("calls", "{}", "calls · 1–512 callers · local")]
    [InlineData("compare-and-set", "{}", "compare-and-set · 2,000 updates · 1–16 writers · local")]
    [InlineData("insert", """{"payloadBytes":[1024, 8192]}""", "insert · 30,000 × 1 KB, 8 KB · local")]
    [InlineData("insert", """{"payloadBytes":[1024, 8192, 32768],"items":[100, 200]}""", "insert · 100, 200 × 1 KB–32 KB · local")]
    [InlineData("online-users", """{"mode":["sequence", "batches", "stress"],"users":[10],"batches":1,"batchSize":10}""",
        "online-users · sequence, batches, stress · 10 users · local")]
    public void Is_made_from_the_declared_options(string benchmark, string options, string title)
    {
        var draft = new JobDraft
        { Benchmark = benchmark, Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(options)!, Targets = ["local"] };

        draft.Validate(Catalogue.Default, ["local"], out var errors)?.Title?.Replace('\u00A0', ' ').ShouldBe(title, string.Join(" ", errors));
    }

    [Fact]
    public void Every_benchmark_declares_an_option_of_its_title() =>
        Catalogue.Default.Benchmarks.ShouldAllBe(
            benchmark => JobTitle.OfWork(Request(benchmark.Info.Name, "{}"), benchmark.Info).Length > benchmark.Info.Name.Length);

    [Theory]
    [InlineData("removed", "{}")]
    [InlineData("insert", """{"items":"many"}""")]
    [InlineData("mget", """{"keysPerCall":null}""")]
    [InlineData("mget", """{"keysPerCall":"none"}""")]
    public void Is_the_benchmark_and_the_targets_when_the_options_are_unknown(string benchmark, string options) =>
        JobTitle.Of(Request(benchmark, options), Catalogue.Default.Find(benchmark)?.Info).ShouldBe($"{benchmark} · local, other");

    private static JobRequest Request(string benchmark, string options) => new()
    {
        Benchmark = benchmark,
        Strategies = [],
        Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(options)!,
        Targets = ["local", "other"],
        Runs = 1,
        Warmups = 0,
        Seed = 1,
    };
}
