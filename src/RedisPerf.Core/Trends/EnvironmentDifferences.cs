using System.Text.Json;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Trends;

/// <summary>Finds the differences between the environments and the options of two jobs. Each may explain a difference in time.</summary>
public static class EnvironmentDifferences
{
    /// <summary>On a busy machine a round trip takes up to this many times longer. A larger factor means a different route to the server.</summary>
    private const double RoundTripFactor = 3;

    /// <summary>Seconds. On one machine, round trips at idle and under load can differ by more than the factor, but not by this step.</summary>
    private const double RoundTripStep = 0.0005;

    /// <summary>The total memory that a system reports varies by less than this share between two boots.</summary>
    private const double MemoryShare = 0.005;

    /// <summary>Empty when no difference is known.</summary>
    public static IReadOnlyList<EnvironmentDifference> Between(JobDocument @base, JobDocument with) => [.. Pairs(@base, with).Where(IsDifference)];

    /// <summary>Whether two jobs differ in nothing that changes the work of their floor: they have the same servers, options and values. A value
    /// on an axis is a coordinate of its cases.</summary>
    public static bool AreOfMachine(JobDocument @base, JobDocument with)
    {
        var axes = @base.Request.Axes.Concat(with.Request.Axes).Select(axis => axis.Name).ToHashSet();
        return Between(@base, with).All(difference => difference.Aspect switch
        {
            EnvironmentAspect.Targets or EnvironmentAspect.Environment or EnvironmentAspect.TargetEnvironment or EnvironmentAspect.Engine
                or EnvironmentAspect.Disk or EnvironmentAspect.LoadNodes or EnvironmentAspect.Payload => false,
            EnvironmentAspect.Option => axes.Contains(difference.Name!),
            EnvironmentAspect.Setting => axes.Contains($"{Axis.ServerPrefix}{difference.Name}"),
            _ => true,
        });
    }

    /// <summary>The pairs of targets that are compared: those with the same name, or the only one of each job.</summary>
    public static IReadOnlyList<(string Base, string With)> Targets(JobDocument @base, JobDocument with) =>
        (@base.Request.Targets, with.Request.Targets) is ([var one], [var other])
            ? [(one, other)]
            : [.. @base.Request.Targets.Intersect(with.Request.Targets).Select(name => (name, name))];

    private static bool IsDifference(EnvironmentDifference pair) => (pair.Aspect, pair.Base, pair.With) switch
    {
        (EnvironmentAspect.RoundTrip, double one, double other) =>
            Math.Max(one / other, other / one) > RoundTripFactor && Math.Abs(one - other) > RoundTripStep,
        // A round trip that was not measured is not a difference.
        (EnvironmentAspect.RoundTrip, _, _) => false,
        (EnvironmentAspect.Memory, long one, long other) => Math.Abs(one - other) > MemoryShare * Math.Max(one, other),
        // The same values can have several names.
        (EnvironmentAspect.Payload, PayloadDescription one, PayloadDescription other) => one.Hash != other.Hash,
        _ => !Equals(pair.Base, pair.With),
    };

    private static IEnumerable<EnvironmentDifference> Pairs(JobDocument @base, JobDocument with)
    {
        yield return new(EnvironmentAspect.Targets, null, string.Join(", ", @base.Request.Targets), string.Join(", ", with.Request.Targets));
        if (@base.Environment is { } before && with.Environment is { } after)
        {
            foreach (var difference in Targets(@base, with).SelectMany(names => OfTarget(names, before, after)).Concat(OfMachine(before, after)))
            {
                yield return difference;
            }
        }
        else
        {
            yield return new(EnvironmentAspect.Environment, null, @base.Environment?.Machine, with.Environment?.Machine);
        }

        yield return new(EnvironmentAspect.Payload, null, @base.Request.Payload, with.Request.Payload);
        var (options, others) = (@base.Request.GivenOptions.ToDictionary(), with.Request.GivenOptions.ToDictionary());
        foreach (var name in options.Keys.Union(others.Keys))
        {
            yield return new(EnvironmentAspect.Option, name, TextOf(options, name), TextOf(others, name));
        }
    }

    private static IEnumerable<EnvironmentDifference> OfTarget((string Base, string With) names, JobEnvironment before, JobEnvironment after)
    {
        var (first, second) = (Find(before, names.Base), Find(after, names.With));
        // Two targets with different names are the only ones of their jobs.
        var target = names.Base == names.With ? names.Base : null;
        if (first is null || second is null)
        {
            yield return new(EnvironmentAspect.TargetEnvironment, null, first?.Engine, second?.Engine) { Target = target };
            yield break;
        }

        yield return new(EnvironmentAspect.Engine, null, $"{first.Engine} {first.Version}", $"{second.Engine} {second.Version}") { Target = target };
        yield return new(EnvironmentAspect.RoundTrip, null, first.RoundTrip, second.RoundTrip) { Target = target };
        yield return new(EnvironmentAspect.Disk, null, DiskOf(first), DiskOf(second)) { Target = target };
        foreach (var setting in first.Settings.Keys.Union(second.Settings.Keys))
        {
            yield return new(EnvironmentAspect.Setting, setting, first.Settings.GetValueOrDefault(setting),
                second.Settings.GetValueOrDefault(setting))
            { Target = target };
        }
    }

    // Without its time, which varies as a round trip does.
    private static string? DiskOf(TargetEnvironment target) => target.Disk is { } disk ? $"{disk.FileSystem} on {disk.Device}" : null;

    private static IEnumerable<EnvironmentDifference> OfMachine(JobEnvironment before, JobEnvironment after) =>
    [
        new(EnvironmentAspect.Machine, null, before.Machine, after.Machine),
        new(EnvironmentAspect.Cores, null, before.Cores, after.Cores),
        new(EnvironmentAspect.Memory, null, before.Memory, after.Memory),
        new(EnvironmentAspect.System, null, before.Os, after.Os),
        .. before.Platform.Keys.Intersect(after.Platform.Keys)
            .Select(name => new EnvironmentDifference(EnvironmentAspect.Platform, name, before.Platform[name], after.Platform[name])),
        new(EnvironmentAspect.Runtime, null, before.Runtime, after.Runtime),
        new(EnvironmentAspect.Client, null, before.Client, after.Client),
        new(EnvironmentAspect.Plugins, null, PluginsOf(before), PluginsOf(after)),
        new(EnvironmentAspect.Version, null, before.Version, after.Version),
        new(EnvironmentAspect.ServerCores, null, before.Pinning?.Servers, after.Pinning?.Servers),
        new(EnvironmentAspect.WorkerCores, null, before.Pinning?.Workers, after.Pinning?.Workers),
        new(EnvironmentAspect.LoadNodes, null, NodesOf(before), NodesOf(after)),
    ];

    // As text, because lists are not equal. Null for one node, whose machine is compared.
    private static string? NodesOf(JobEnvironment environment) =>
        environment.LoadNodes.Count == 0 ? null : string.Join(", ", environment.LoadNodes.Select(node => $"{node.Name} on {node.Machine}"));

    // Another hash is another build.
    private static string? PluginsOf(JobEnvironment environment) =>
        environment.Plugins.Count == 0 ? null : string.Join(", ", environment.Plugins.Select(plugin => $"{plugin.Name} {plugin.Sha256[..12]}"));

    private static TargetEnvironment? Find(JobEnvironment environment, string name) =>
        environment.Targets.FirstOrDefault(target => target.Name == name);

    private static string? TextOf(Dictionary<string, JsonElement> options, string name) =>
        options.TryGetValue(name, out var value) ? OptionInfo.Text(value) : null;
}
