using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>The differences between the targets of one job. They are shown above the results.</summary>
public static class TargetDifferences
{
    /// <summary>One line per property: <c>engine: Garnet 2.2.5 on embedded, Redis 7.0.15 on local</c>. Empty with one target.</summary>
    public static IReadOnlyList<string> Of(JobDocument document)
    {
        if (document.Environment?.Targets is not { Count: > 1 } targets)
        {
            return [];
        }

        var settings = targets.SelectMany(target => target.Settings.Keys).Distinct();
        return
        [
            .. Line("engine", targets, JobText.Engine),
            .. Line("round trip", targets, JobText.RoundTrip),
            .. Line("disk", targets, target => target.Disk is { } disk ? JobText.Disk(disk) : "not used"),
            .. settings.SelectMany(name => Line(name, targets, target => JobText.Setting(target, name))),
        ];
    }

    private static IEnumerable<string> Line(string name, IReadOnlyList<TargetEnvironment> targets, Func<TargetEnvironment, string> value)
    {
        var values = targets.Select(target => (Value: value(target), Name: CoordinatesText.Server(target))).ToArray();
        return values.Select(each => each.Value).Distinct().Count() > 1
            ? [$"{name}: {string.Join(", ", values.Select(each => $"{each.Value} on {each.Name}"))}"]
            : [];
    }
}
