using System.Text.Json;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Model;

public sealed class OptionSetTests
{
    private static readonly OptionSet Options = Of("""{"items":500,"payloadBytes":[1024,8192],"compressionLevel":["fastest","smallest"]}""");

    [Fact]
    public void Combinations_are_all_values_with_the_first_option_changing_least_often()
    {
        Options.Varied.Select(option => option.Key).ShouldBe(["payloadBytes", "compressionLevel"]);
        Options.Combinations.Select(at => $"{at}").ShouldBe(
        [
            "compressionLevel=fastest&payloadBytes=1024", "compressionLevel=smallest&payloadBytes=1024",
            "compressionLevel=fastest&payloadBytes=8192", "compressionLevel=smallest&payloadBytes=8192",
        ]);
        Of("""{"items":500}""").Combinations.ShouldBe([Coordinates.None]);
    }

    [Fact]
    public void At_coordinates_each_option_has_one_value()
    {
        var at = Coordinates.Of("local").With("payloadBytes", "8192").With("compressionLevel", "smallest");

        Options.At(at).As(typeof(InsertOptions)).ShouldBe(
            new InsertOptions { Items = 500, PayloadBytes = 8192, CompressionLevel = CompressionChoice.Smallest });
        Options.At(Coordinates.None).As(typeof(InsertOptions)).ShouldBe(
            new InsertOptions { Items = 500, PayloadBytes = 1024, CompressionLevel = CompressionChoice.Fastest });
        Options.At(at.Without("compressionLevel"))["compressionLevel"].GetString().ShouldBe("fastest");
    }

    [Fact]
    public void The_options_of_the_same_values_are_created_once()
    {
        var at = Coordinates.Of("local").With("payloadBytes", "8192");

        Options.At(at).ShouldBeSameAs(Options.At(at.With("target", "there").With("items", "7")));
        Options.At(at).As(typeof(InsertOptions)).ShouldBeSameAs(Options.At(at).As(typeof(InsertOptions)));
    }

    [Theory]
    [InlineData("""{"keysPerCall":"100, 1 10,10"}""", "[1,10,100]")]
    [InlineData("""{"keysPerCall":" 7 "}""", "[7]")]
    [InlineData("""{"keysPerCall":"1, many"}""", "\"1, many\"")]
    [InlineData("""{"keysPerCall":7}""", "7")]
    [InlineData("""{"keysPerCall":[7]}""", "[7]")]
    [InlineData("""{"keysPerCall":"-1"}""", "\"-1\"")]
    public void A_list_of_an_earlier_version_is_an_array_in_ascending_order(string json, string value) =>
        Of(json)["keysPerCall"].GetRawText().ShouldBe(value);

    [Fact]
    public void Other_texts_remain() =>
        Of("""{"sizes":"1, 2","name":"1, 10"}""").Values.Select(value => value.GetString()).ShouldBe(["1, 2", "1, 10"]);

    private static OptionSet Of(string json) => new(JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(json)!);
}
