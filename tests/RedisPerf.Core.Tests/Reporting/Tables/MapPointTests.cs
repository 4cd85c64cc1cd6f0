using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Tables;

namespace RedisPerf.Core.Tests.Reporting.Tables;

/// <summary>The user's own point in a map.</summary>
public sealed class MapPointTests
{
    private static readonly WinnerMap Map = WinnerMap.Of(MapSamples.SizeAndRoundTrip, MapSamples.InfoOf(MapSamples.SizeAndRoundTrip)).Single();

    [Theory]
    [InlineData("4096", "0.7", 4096, 0.7)]
    [InlineData("4 KB", "0.7 ms", 4096, 0.7)]
    [InlineData(" 4\u00A0kb ", "0.7ms", 4096, 0.7)]
    [InlineData("1e3", "0", 1000, 0)]
    [InlineData("4,096", "1", 4096, 1)]
    [InlineData("-1", "1e9", -1, 1e9)]
    public void Values_are_typed_as_they_are_shown_or_as_numbers(string size, string roundTrip, double x, double y)
    {
        var (point, errors) = Read(size, roundTrip);

        errors.ShouldBeEmpty();
        (point![Map.X], point[Map.Y]).ShouldBe((x, y));
    }

    [Theory]
    [InlineData("large", "1", "The document size must be a number such as 1\u00A0KB; not large.")]
    [InlineData("4 KB", "NaN", "The added round trip must be a number such as 0 ms; not NaN.")]
    [InlineData("4 KB", "Infinity", "The added round trip must be a number such as 0 ms; not Infinity.")]
    [InlineData("4 KB", "2 s", "The added round trip must be a number such as 0 ms; not 2 s.")]
    [InlineData("4 KB", "", "The added round trip must be a number such as 0 ms; a point has both values.")]
    [InlineData(" ", "1", "The document size must be a number such as 1\u00A0KB; a point has both values.")]
    public void An_invalid_value_is_an_error_of_its_field(string size, string roundTrip, string message)
    {
        var (point, errors) = Read(size, roundTrip);

        point.ShouldBeNull();
        errors.ShouldHaveSingleItem().Message.ShouldBe(message);
        errors[0].Field.ShouldBe(message.StartsWith("The document size", StringComparison.Ordinal) ? "point.payloadBytes" : "point.linkRoundTrip");
    }

    [Fact]
    public void Without_values_there_is_neither_a_point_nor_an_error()
    {
        var (empty, other) = (Read("", " "), MapPoint.Read([KeyValuePair.Create("point.batchSize", "x")], [Map.X, Map.Y]));

        (empty.Point, empty.Errors.Count).ShouldBe((null, 0));
        (other.Point, other.Errors.Count).ShouldBe((null, 0));
    }

    [Theory]
    [InlineData(1024, 0.0)]
    [InlineData(8192, 1.0)]
    [InlineData(32768, 2.0)]
    [InlineData(16384, 1.5)]
    [InlineData(2896.309, 0.5)]
    [InlineData(1023, null)]
    [InlineData(32769, null)]
    [InlineData(double.NaN, null)]
    public void Between_positive_values_the_scale_is_logarithmic(double value, double? place) => ShouldBeAt(value, Map.Columns, place);

    [Theory]
    [InlineData(0, 0.0)]
    [InlineData(0.25, 0.5)]
    [InlineData(0.5, 1.0)]
    [InlineData(1, 1.5)]
    [InlineData(-0.1, null)]
    public void Next_to_zero_the_scale_is_linear(double value, double? place) => ShouldBeAt(value, Map.Rows, place);

    [Fact]
    public void The_sentence_names_the_answer_of_the_nearest_pair()
    {
        PointOf(3000, 1.9).SentenceAbout(Map).ShouldBe("Your point: document size 3,000\u00A0B, added round trip 1.9 ms. "
            + "At the nearest measured pair of values, 8\u00A0KB and 2 ms: `lz4` is fastest: 1.01 s; next: `hset`, 2.00 s.");
        PointOf(2000, 0).SentenceAbout(Map).ShouldContain("1\u00A0KB and 0 ms: `hset` is fastest");
        PointOf(32768, 0).SentenceAbout(Map).ShouldEndWith("32\u00A0KB and 0 ms: no result: OOM <command> not allowed.");
    }

    [Fact]
    public void Outside_of_the_measured_range_nothing_is_claimed()
    {
        PointOf(65_536, 1).SentenceAbout(Map).ShouldBe("Your point: document size 64\u00A0KB, added round trip 1 ms. "
            + "It is outside of the measured range: document size was measured from 1\u00A0KB to 32\u00A0KB.");
        PointOf(1, 5).SentenceAbout(Map).ShouldEndWith(
            "document size was measured from 1\u00A0KB to 32\u00A0KB and added round trip was measured from 0 ms to 2 ms.");
        Map.Nearest(PointOf(1, 5)).ShouldBeNull();
    }

    private static MapPoint PointOf(double x, double y) => new(new Dictionary<string, double> { [Map.X.Name] = x, [Map.Y.Name] = y });

    private static void ShouldBeAt(double value, IReadOnlyList<double> values, double? place)
    {
        if (place is { } expected)
        {
            MapPoint.PlaceOf(value, values).ShouldNotBeNull().ShouldBe(expected, 0.001);
        }
        else
        {
            MapPoint.PlaceOf(value, values).ShouldBeNull();
        }
    }

    private static (MapPoint? Point, IReadOnlyList<FieldError> Errors) Read(string size, string roundTrip) => MapPoint.Read(
        [KeyValuePair.Create("point.payloadBytes", size), KeyValuePair.Create("point.linkRoundTrip", roundTrip)], [Map.X, Map.Y]);
}
