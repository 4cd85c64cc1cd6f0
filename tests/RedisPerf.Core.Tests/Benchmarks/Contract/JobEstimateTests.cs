using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.Contract;

public sealed class JobEstimateTests
{
    [Theory]
    [InlineData("insert", 8, 983_040_000, 2_555_904_000, 4_292_608, 30, "items")]
    [InlineData("mget", 171, 2_500_000, 200_000_000, 12_000_000, 1, "keys")]
    [InlineData("online-users", 18, 16_000_000, 256_777_216, 8_388_608, 1, "users")]
    [InlineData("pipelining", 31, 160_000, 3_160_000, 6_000_000, 10_000, "items")]
    [InlineData("list-push", 14, 488_890, 12_800_000, 6_400_000, 1, "items")]
    [InlineData("load", 11, 10_000_000, 3_000_000, 51_933_248, 10_000, "keys")]
    [InlineData("connections", 16, 5_000_000, 3_000_000, 51_938_048, 10_000, "items")]
    [InlineData("set-with-expiry", 7, 1_000_000, 4_000_000, 6_010_000, 10_000, "items")]
    [InlineData("cache", 2, 102_400, 142_400, 8_675_808, 100, "keys")]
    [InlineData("calls", 17, 100_000, 300_000, 84_046_080, 1_000, "keys")]
    [InlineData("compare-and-set", 16, 200_000, 300, 25_173_984, 1, "items")]
    [InlineData("hget-decode", 9, 327_680_000, 851_968_000, 33_718_272, 30, "items")]
    public void A_default_job_has_that_of_its_largest_run(
        string benchmark, int cases, long payload, long server, long client, long keys, string sizeOption)
    {
        var (found, request) = (Catalogue.Default.Find(benchmark)!, Read(benchmark, "{}"));

        var estimate = found.Estimate(request);

        found.Cases(request, "p:").Count.ShouldBe(cases);
        (estimate.PayloadBytes, estimate.ServerMemoryBytes, estimate.ClientMemoryBytes).ShouldBe((payload, server, client));
        (estimate.Keys, estimate.SizeOption).ShouldBe((keys, sizeOption));
    }

    [Fact]
    public void Runs_do_not_add_up_but_kept_data_does()
    {
        var estimate = JobEstimate.Combine(
        [
            new(100, 1_000, 50, "items") { KeptBytes = 20, Data = "a", Keys = 7 },
            new(300, 3_000, 90, "items") { KeptBytes = 30, Data = "b", Keys = 9 },
            new(200, 2_000, 70, "items") { KeptBytes = 20, Data = "a", Keys = 8 },
        ]);

        (estimate.PayloadBytes, estimate.ServerMemoryBytes, estimate.Keys).ShouldBe((300, 3_000, 9));
        estimate.ClientMemoryBytes.ShouldBe(60 + 20 + 30, "the largest run, and the data of all");
    }

    [Fact]
    public void Data_that_the_server_keeps_adds_up()
    {
        var estimate = JobEstimate.Combine(
        [
            new(1, 1_000, 5, "keys") { IsKept = true, Data = 1 },
            new(1, 1_000, 5, "keys") { IsKept = true, Data = 2 },
            new(1, 1_000, 9, "keys") { IsKept = true, Data = 2 },
        ]);

        estimate.ServerMemoryBytes.ShouldBe(2_000, "different data of the same size");
        estimate.ForRequest(JobRequest.None with
        {
            Targets = ["a", "b"],
            Clients = ["1", "2", "3"],
            Server = new Dictionary<string, IReadOnlyList<string>> { ["hz"] = ["10", "100"] },
        }).ShouldBe(estimate with { ClientMemoryBytes = 27, ServerMemoryBytes = 4_000 });
    }

    [Theory]
    [InlineData("insert", """{"seed":[1,2]}""", """{}""", 2)]
    [InlineData("insert", """{"items":[100,30000]}""", """{}""", 1)]
    [InlineData("hget-decode", """{"seed":[1,2,3]}""", """{}""", 3)]
    [InlineData("load", """{"seed":[1,2],"rates":[1000]}""", """{"rates":[1000]}""", 2)]
    [InlineData("load", """{"readShare":[50,80]}""", """{}""", 2)]
    [InlineData("connections", """{"seed":[1,2]}""", """{}""", 2)]
    public void Documents_of_each_kind_stay_in_the_client(string benchmark, string varied, string single, int times)
    {
        var found = Catalogue.Default.Find(benchmark)!;
        var (one, several) = (found.Estimate(Read(benchmark, single)), found.Estimate(Read(benchmark, varied)));

        several.KeptBytes.ShouldBe(times * one.KeptBytes);
        several.ClientMemoryBytes.ShouldBe(one.ClientMemoryBytes + ((times - 1) * one.KeptBytes));
        several.ServerMemoryBytes.ShouldBe(one.ServerMemoryBytes);
    }

    [Theory]
    [InlineData("""{"seed":[1,2]}""", 2)]
    [InlineData("""{"loops":[0,10]}""", 1)]
    public void Each_set_of_loaded_keys_is_on_the_server(string varied, int times)
    {
        var mget = Catalogue.Default.Find("mget")!;

        mget.Estimate(Read("mget", varied)).ServerMemoryBytes.ShouldBe(times * mget.Estimate(Read("mget", "{}")).ServerMemoryBytes);
    }

    private static JobRequest Read(string benchmark, string options) => new JobDraft
    {
        Benchmark = benchmark,
        Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(options)!,
    }.Validate(Catalogue.Default, ["local"], out var errors).ShouldNotBeNull(string.Join(" ", errors));
}
