using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Tests.Reporting.Formatting;

public sealed class CoordinatesTextTests
{
    [Theory]
    [InlineData("target=local", "local")]
    [InlineData("target=local&linkRoundTrip=4&linkBandwidth=0", "local at added round trip 4 ms")]
    [InlineData("target=local&linkRoundTrip=0&linkBandwidth=1000", "local at link bandwidth 1,000 Mbit/s")]
    [InlineData("target=local&linkRoundTrip=0&linkBandwidth=0", "local")]
    [InlineData("target=local&server.appendfsync=always", "local at appendfsync always")]
    public void A_server_is_named_by_its_settings_and_the_simulated_part_of_its_link(string at, string name) =>
        CoordinatesText.Server(new("local", "Redis", "7.0.15", null, new Dictionary<string, string>()) { At = Coordinates.Parse(at) }).ShouldBe(name);

    [Fact]
    public void Options_have_the_labels_and_units_of_their_axes()
    {
        Axis[] axes =
        [
            new("payloadBytes", AxisKind.Option, []) { Label = "document size", Unit = "bytes" },
            new("linkRoundTrip", AxisKind.Option, []) { Label = "added round trip", Unit = "ms" },
            new("fieldsPerHset", AxisKind.Option, []) { Label = "fields in one HSET" },
            new("linkBandwidth", AxisKind.Option, []) { Label = "link bandwidth", Unit = "Mbit/s", ZeroWord = "unlimited" },
            new("minThreads", AxisKind.Option, []) { Label = "minimum threads", ZeroWord = "as configured" },
        ];
        var local = Coordinates.Of("local");

        CoordinatesText.Full(local, axes).ShouldBe("local");
        CoordinatesText.Full(local.With("payloadBytes", "8192"), axes).ShouldBe("local at document size 8\u00A0KB");
        CoordinatesText.Full(local.With("fieldsPerHset", "100"), axes).ShouldBe("local at 100 fields in one HSET");
        CoordinatesText.Full(local.With("linkRoundTrip", "0.5").With("payloadBytes", "8192"), axes)
            .ShouldBe("local at document size 8\u00A0KB and added round trip 0.5 ms");
        CoordinatesText.Full(local.With("linkBandwidth", "0"), axes).ShouldBe("local at link bandwidth unlimited");
        CoordinatesText.Full(local.With("linkBandwidth", "0").With("linkRoundTrip", "0"), axes)
            .ShouldBe("local at added round trip 0 ms and link bandwidth unlimited");
        CoordinatesText.Full(local.With("minThreads", "0"), axes).ShouldBe("local at minimum threads as configured");
        CoordinatesText.Full(local.With("minThreads", "64"), axes).ShouldBe("local at 64 minimum threads");
        // An option that no longer exists.
        CoordinatesText.Full(local.With("points", "100"), []).ShouldBe("local at 100");
    }
}
