using System.Text.Json;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Model;

/// <summary>The name of a case in JSON, of this version and of earlier ones.</summary>
public sealed class CaseKeyTests
{
    [Fact]
    public void Json_has_the_coordinates_and_what_earlier_versions_read()
    {
        var key = TestCases.Key("gzip", "local", 1024, "2.13.17", "payloadBytes");

        var json = JsonSerializer.SerializeToElement(key, ModelJson.Options);

        json.GetProperty("strategy").GetString().ShouldBe("gzip");
        json.GetProperty("at").GetRawText().ShouldBe("""{"target":"local","client":"2.13.17","payloadBytes":1024}""");
        (json.GetProperty("target").GetString(), json.GetProperty("point").GetDouble(), json.GetProperty("client").GetString())
            .ShouldBe(("local", 1024, "2.13.17"));
        json.Deserialize<CaseKey>(ModelJson.Options).ShouldBe(key);
    }

    [Fact]
    public void Without_coordinates_it_is_that_of_an_earlier_version_whose_benchmark_names_the_axis()
    {
        var key = Read<CaseKey>("""{"strategy":"mget","target":"6379","point":10,"client":"2.13.17"}""");

        key.ResolveFor("mget").ShouldBe(TestCases.Key("mget", "6379", 10, "2.13.17", "keysPerCall"));
        key.ResolveFor("list-push").At["bulkSizes"].ShouldBe("10");
        (key.ResolveFor("removed").Point, key.ResolveFor("removed").Target).ShouldBe((10, "6379"));
        Read<CaseKey>("""{"strategy":"mget","target":"local"}""").ResolveFor("mget").ShouldBe(new("mget", Coordinates.Of("local")));
        key.ResolveFor("mget").ResolveFor("mget").ShouldBe(key.ResolveFor("mget"));
    }

    [Theory]
    [InlineData("mget", "keysPerCall")]
    [InlineData("load", "rates")]
    [InlineData("list-push", "bulkSizes")]
    [InlineData("pipelining", "batchSizes")]
    [InlineData("connections", "connections")]
    [InlineData("online-users", "users")]
    public void The_point_of_an_earlier_version_is_the_value_of_the_option_of_its_benchmark(string benchmark, string option)
    {
        Read<CaseKey>("""{"strategy":"a","target":"local","point":1000000}""").ResolveFor(benchmark)
            .ShouldBe(TestCases.Key("a", "local", 1_000_000, axis: option));
        Core.Benchmarks.Catalogue.Default.Find(benchmark)!.Info.MainAxis.ShouldBe(option);
    }

    [Fact]
    public void A_result_and_an_unsupported_case_are_read_in_the_same_way()
    {
        Read<CaseResult>("""{"strategy":"a","target":"local","point":null,"runs":[],"summary":null}""").Key.ShouldBe(TestCases.Key("a", "local"));
        Read<CaseResult>("""{"strategy":"a","target":"local","at":{"target":"there","keys":5},"runs":[],"summary":null}""").Key
            .ShouldBe(TestCases.Key("a", "there", 5), "the coordinates count");
        Read<UnsupportedCase>("""{"strategy":"a","target":"local","reason":{"code":"other","args":{}}}""").Key.ShouldBe(TestCases.Key("a", "local"));
        Read<UnsupportedCase>("""{"strategy":"a","at":{"keys":5},"reason":{"code":"other","args":{}}}""").At["keys"].ShouldBe("5");
    }

    [Fact]
    public void A_point_is_the_value_on_the_only_axis_of_numbers()
    {
        TestCases.Key("a", "6379", 5).Point.ShouldBe(5);
        TestCases.Key("a", "6379").Point.ShouldBeNull("the name of a target is not a number");
        new CaseKey("a", TestCases.At("local", 5).With("arrivals", "poisson")).Point.ShouldBe(5);
        new CaseKey("a", TestCases.At("local", 5).With("items", "7")).Point.ShouldBeNull();
    }

    [Fact]
    public void The_id_is_that_of_the_canonical_text()
    {
        var key = TestCases.Key("gzip", "local", 1024, axis: "payloadBytes");

        key.ToString().ShouldBe("gzip?target=local&payloadBytes=1024");
        key.Id.Length.ShouldBe(16);
        key.Id.ShouldBe(new CaseKey("gzip", Coordinates.Parse("payloadBytes=1024&target=local")).Id);
        key.Id.ShouldNotBe(TestCases.Key("gzip", "local", 1025, axis: "payloadBytes").Id);
    }

    private static T Read<T>(string json) => JsonSerializer.Deserialize<T>(json, ModelJson.Options)!;
}
