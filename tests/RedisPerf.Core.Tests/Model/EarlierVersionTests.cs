using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Tests.Reporting;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Tests.Model;

/// <summary>Jobs as earlier versions wrote them.</summary>
public sealed class EarlierVersionTests
{
    [Theory]
    [InlineData("+5 ms, unlimited bandwidth", "+5 ms")]
    [InlineData("+0 ms, 1,000 Mbit/s", "1,000 Mbit/s")]
    [InlineData("+5 ms, 100 Mbit/s", "+5 ms, 100 Mbit/s")]
    [InlineData("+0.5 ms", "+0.5 ms")]
    [InlineData("none", "none")]
    public void The_setting_of_a_simulated_link_has_the_words_of_this_version(string stored, string text)
    {
        var (before, now) = (WithLink(stored), WithLink(text));

        before.Environment!.Targets[0].Settings["simulated link"].ShouldBe(text);
        JsonSerializer.Deserialize<Job>(JsonSerializer.Serialize<Job>(before, ModelJson.Options), ModelJson.Options)!
            .Environment!.Targets[0].Settings["simulated link"].ShouldBe(text);
        Comparability.DifferencesBetween(before, now).ShouldBeEmpty("scheduled runs of both versions are comparable");
    }

    [Fact]
    public void An_axis_whose_label_was_its_name_has_the_label_of_its_option()
    {
        var json = JsonReport.Write(AxisSamples.TwoAxes).Replace("\"link bandwidth\"", "\"linkBandwidth\"", StringComparison.Ordinal);

        var read = JsonReport.Read(json);

        json.ShouldContain("\"label\": \"linkBandwidth\"");
        read.Request.Axes.Select(axis => (axis.Label, axis.Unit)).ShouldContain(("link bandwidth", "Mbit/s"));
        TextReport.Write(read).ShouldNotContain("linkBandwidth");
    }

    private static JobDocument WithLink(string text)
    {
        var document = Samples.Completed;
        var target = document.Environment!.Targets[0];
        return document with
        {
            Environment = document.Environment with
            { Targets = [target with { Settings = new Dictionary<string, string>(target.Settings) { ["simulated link"] = text } }] },
        };
    }
}
