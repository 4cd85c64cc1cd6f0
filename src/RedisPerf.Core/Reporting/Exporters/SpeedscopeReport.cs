using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Exporters;

/// <summary>Writes a profile in the file format of speedscope, which shows it as a flame graph.</summary>
public static class SpeedscopeReport
{
    /// <param name="name">The profiled case and its side.</param>
    public static string Write(ProcessProfile profile, string name)
    {
        var folded = StackProfile.Of(profile.Stacks);
        var stacks = folded.Stacks;
        var frames = stacks.SelectMany(stack => stack.Frames).Distinct().ToList();
        var places = frames.Index().ToDictionary(frame => frame.Item, frame => frame.Index);
        var document = new Dictionary<string, object>
        {
            ["$schema"] = "https://www.speedscope.app/file-format-schema.json",
            ["name"] = name,
            ["exporter"] = "RedisPerf",
            ["activeProfileIndex"] = 0,
            ["shared"] = new { frames = frames.Select(frame => new { name = frame }) },
            ["profiles"] = new[]
            {
                new
                {
                    type = "sampled",
                    name,
                    unit = "seconds",
                    startValue = 0,
                    endValue = folded.Seconds,
                    samples = stacks.Select(stack => stack.Frames.Select(frame => places[frame])),
                    weights = stacks.Select(stack => stack.Seconds),
                },
            },
        };
        return JsonSerializer.Serialize(document);
    }
}
