using System.Text.Json;
using RedisPerf.Core.Benchmarks.Connections;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Load;

namespace RedisPerf.Core.Tests.Benchmarks.Contract;

public sealed class OptionInfoTests
{
    private static readonly OptionInfo Keys = OptionsSchema.For<LoadOptions>().Find("keys")!;

    [Theory]
    [InlineData("10000", true)]
    [InlineData("10k", true)]
    [InlineData("10,000", true)]
    [InlineData("9999", false)]
    [InlineData("", false)]
    public void A_typed_value_is_the_default_when_it_is_the_same_number(string typed, bool isDefault) => Keys.IsDefault(typed).ShouldBe(isDefault);

    [Theory]
    [InlineData("10000", true)]
    [InlineData("9999", false)]
    [InlineData("[10000]", true)]
    [InlineData("[10000, 20000]", false)]
    public void A_stored_value_is_compared_in_the_same_way(string json, bool isDefault) =>
        Keys.IsDefault(JsonElement.Parse(json)).ShouldBe(isDefault);

    [Fact]
    public void An_option_that_a_set_lacks_has_its_default()
    {
        Keys.TextIn(new Dictionary<string, JsonElement>()).ShouldBe("10000");
        Keys.TextIn(new Dictionary<string, JsonElement> { ["keys"] = JsonElement.Parse("5") }).ShouldBe("5");
    }

    [Fact]
    public void Options_that_benchmarks_share_keep_their_places()
    {
        NamesOf<LoadOptions>().ShouldBe(
        [
            "rates", "secondsPerRun", "readShare", "keys", "payloadBytes", "sizes", "distribution", "exponent", "missShare", "arrivals", "callers",
            "slo", "pricePerHour", "disturb", "disturbAt", "seed", "linkRoundTrip", "linkBandwidth",
        ]);
        NamesOf<ConnectionsOptions>().ShouldBe(
            ["connections", "commandsInFlight", "payloadBytes", "sizes", "items", "keys", "readShare", "seed", "linkRoundTrip", "linkBandwidth"]);
    }

    private static IEnumerable<string> NamesOf<T>()
        where T : notnull, new() => OptionsSchema.For<T>().Options.Select(option => option.Name);
}
