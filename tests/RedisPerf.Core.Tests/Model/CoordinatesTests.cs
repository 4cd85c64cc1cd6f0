using System.Text.Json;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Model;

public sealed class CoordinatesTests
{
    [Theory]
    [InlineData("""{}""", "")]
    [InlineData("""{"target":"local","payloadBytes":1024}""", "target=local&payloadBytes=1024")]
    [InlineData("""{"payloadBytes":1e3,"client":"2.13.17","target":"local"}""", "target=local&client=2.13.17&payloadBytes=1000")]
    [InlineData("""{"linkRoundTrip":0.5}""", "linkRoundTrip=0.5")]
    [InlineData("""{"linkRoundTrip":5.0}""", "linkRoundTrip=5")]
    [InlineData("""{"linkRoundTrip":-0}""", "linkRoundTrip=0")]
    [InlineData("""{"flag":true,"other":false}""", "flag=true&other=false")]
    [InlineData("""{"target":"6379"}""", "target=6379")]
    [InlineData("""{"target":"true"}""", "target=true")]
    [InlineData("""{"server.save":""}""", "server.save=")]
    [InlineData("""{"compressionLevel":"fastest","arrivals":"poisson"}""", "arrivals=poisson&compressionLevel=fastest")]
    public void The_canonical_text_does_not_depend_on_the_order_or_the_form_of_numbers(string json, string text)
    {
        var at = JsonSerializer.Deserialize<Coordinates>(json, ModelJson.Options)!;

        at.ToString().ShouldBe(text);
        Coordinates.Parse(text).ShouldBe(at);
        JsonSerializer.Deserialize<Coordinates>(JsonSerializer.Serialize(at, ModelJson.Options), ModelJson.Options).ShouldBe(at);
    }

    [Theory]
    [InlineData("a=b")]
    [InlineData("a&b=c")]
    [InlineData("100%")]
    [InlineData("%3D")]
    [InlineData("%253D%26")]
    [InlineData("redis://user@host:6379/0?x=1&y=2")]
    [InlineData("größer, kleiner")]
    public void Any_name_and_value_can_be_read_back(string word)
    {
        var at = Coordinates.Of(word, word).With(word, word);

        at.ToString().Split('&').Length.ShouldBe(3);
        Coordinates.Parse(at.ToString()).ShouldBe(at);
        Coordinates.Parse(at.ToString()).Values.ShouldBe(at.Values);
    }

    [Fact]
    public void Escaped_characters_are_percent_encoded() =>
        Coordinates.Of("a=1&b%").ToString().ShouldBe("target=a%3D1%26b%25");

    [Fact]
    public void In_json_numbers_and_booleans_are_values_and_the_names_of_targets_and_clients_are_strings() =>
        JsonSerializer.Serialize(Coordinates.Of("6379", "3").With("payloadBytes", "1024").With("flag", "true").With("word", "060"), ModelJson.Options)
            .ShouldBe("""{"target":"6379","client":"3","flag":true,"payloadBytes":1024,"word":"060"}""");

    [Theory]
    [InlineData("""[]""")]
    [InlineData("""7""")]
    [InlineData("""{"a":[1]}""")]
    [InlineData("""{"a":{}}""")]
    [InlineData("""{"a":null}""")]
    public void Other_json_is_refused(string json) =>
        Should.Throw<JsonException>(() => JsonSerializer.Deserialize<Coordinates>(json, ModelJson.Options));

    [Fact]
    public void They_are_equal_by_value()
    {
        var (one, other) = (Coordinates.None.With("b", "2").With("a", "1"), Coordinates.None.With("a", "1").With("b", "2"));

        (one == other).ShouldBeTrue();
        one.GetHashCode().ShouldBe(other.GetHashCode());
        (one != other.With("b", "3")).ShouldBeTrue();
        one.Equals(null).ShouldBeFalse();
        (null == Coordinates.None).ShouldBeFalse();
        new HashSet<Coordinates> { one, other }.Count.ShouldBe(1);
        (Coordinates.None.With("a", "1&b=2") == one).ShouldBeFalse("a value is not another axis");
    }

    [Fact]
    public void A_copy_has_another_value_or_fewer_axes()
    {
        var at = Coordinates.Of("local", "2.13.17").With("items", "100").With("server.save", "60");

        at.With("items", "200")["items"].ShouldBe("200");
        at.With("items", null).ShouldBe(at.Without("items"));
        at.Without("missing").ShouldBeSameAs(at);
        at.Without(null).ShouldBeSameAs(at);
        at.Server.ToString().ShouldBe("target=local&server.save=60");
        at.Site.ToString().ShouldBe("target=local&client=2.13.17&server.save=60");
        at.With(Coordinates.None.With("items", "7").With("keys", "2")).ToString()
            .ShouldBe("target=local&client=2.13.17&items=7&keys=2&server.save=60");
        (at.Target, at.Client, at.Number("items"), at.Number("target"), at["keys"]).ShouldBe(("local", "2.13.17", 100, null, null));
    }

    [Fact]
    public void Fewer_coordinates_are_within_more_of_them()
    {
        var at = Coordinates.Of("local").With("items", "100");

        Coordinates.None.IsWithin(at).ShouldBeTrue();
        Coordinates.Of("local").IsWithin(at).ShouldBeTrue();
        at.IsWithin(at).ShouldBeTrue();
        at.IsWithin(Coordinates.Of("local")).ShouldBeFalse();
        at.IsWithin(at.With("items", "200")).ShouldBeFalse();
    }

    [Theory]
    [InlineData("1000", 1000.0)]
    [InlineData("0.5", 0.5)]
    [InlineData("1e3", null)]
    [InlineData("0100", null)]
    [InlineData("NaN", null)]
    [InlineData("Infinity", null)]
    [InlineData(" 1", null)]
    [InlineData("no", null)]
    [InlineData("", null)]
    public void Only_a_canonical_text_is_a_number(string text, double? number) =>
        Coordinates.None.With("axis", text).Number("axis").ShouldBe(number);
}
