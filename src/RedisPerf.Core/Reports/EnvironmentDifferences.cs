using RedisPerf.Core.Measuring;

namespace RedisPerf.Core.Reports;

/// <summary>
/// What differs in the environments and the options of two jobs. Whoever compares their figures must see it first: a
/// difference in time may come from any of it.
/// </summary>
public static class EnvironmentDifferences
{
    /// <summary>How the difference of two round trips begins.</summary>
    internal const string RoundTrip = "round trip of ";

    private const string Unknown = "not known";
    private const string Absent = "–";

    /// <summary>Loaded machines answer up to so many times later; beyond it a server is reached another way.</summary>
    private const double RoundTripFactor = 3;

    /// <summary>Seconds. On one machine even an idle moment and a busy one lie further apart than the factor, but not by so much.</summary>
    private const double RoundTripStep = 0.0005;

    /// <summary>Empty when nothing is known to differ.</summary>
    public static IReadOnlyList<Difference> Between(JobDocument @base, JobDocument with) =>
        [.. Pairs(@base, with).Where(pair => pair.Base != pair.With)];

    /// <summary>The targets of two jobs that stand for each other: of the same name, or the only one of each.</summary>
    internal static IReadOnlyList<(string Base, string With)> Targets(JobDocument @base, JobDocument with) =>
        (@base.Request.Targets, with.Request.Targets) is ([var one], [var other])
            ? [(one, other)]
            : [.. @base.Request.Targets.Intersect(with.Request.Targets).Select(name => (name, name))];

    private static IEnumerable<Difference> Pairs(JobDocument @base, JobDocument with)
    {
        yield return new("targets", string.Join(", ", @base.Request.Targets), string.Join(", ", with.Request.Targets));
        if (@base.Environment is { } before && with.Environment is { } after)
        {
            foreach (var difference in Targets(@base, with).SelectMany(names => OfTarget(names, before, after)).Concat(OfMachine(before, after)))
            {
                yield return difference;
            }
        }
        else
        {
            yield return new("environment", Known(@base), Known(with));
        }

        foreach (var name in @base.Request.Options.Keys.Union(with.Request.Options.Keys))
        {
            yield return new(name, Option(@base, name), Option(with, name));
        }
    }

    private static IEnumerable<Difference> OfTarget((string Base, string With) names, JobEnvironment before, JobEnvironment after)
    {
        var (first, second) = (Find(before, names.Base), Find(after, names.With));
        if (first is null || second is null)
        {
            yield return new($"environment of {names.Base}", first is null ? Unknown : first.Engine, second is null ? Unknown : second.Engine);
            yield break;
        }

        yield return new($"engine of {names.Base}", Facts.Engine(first), Facts.Engine(second));
        if (Math.Max(first.RoundTrip / second.RoundTrip ?? 1, second.RoundTrip / first.RoundTrip ?? 1) > RoundTripFactor
            && Math.Abs((first.RoundTrip - second.RoundTrip) ?? 0) > RoundTripStep)
        {
            yield return new($"{RoundTrip}{names.Base}", Facts.RoundTrip(first), Facts.RoundTrip(second));
        }

        foreach (var setting in first.Settings.Keys.Union(second.Settings.Keys))
        {
            yield return new($"{setting} of {names.Base}", Facts.Setting(first, setting), Facts.Setting(second, setting));
        }
    }

    private static IEnumerable<Difference> OfMachine(JobEnvironment before, JobEnvironment after)
    {
        yield return new("machine", before.Machine, after.Machine);
        yield return new("cores", Figures.Whole(before.Cores), Figures.Whole(after.Cores));
        yield return new("memory", Figures.Bytes(before.Memory), Figures.Bytes(after.Memory));
        yield return new("system", before.Os, after.Os);
        yield return new("runtime", before.Runtime, after.Runtime);
        yield return new("client", before.Client, after.Client);
        yield return new("RedisPerf", before.Version, after.Version);
    }

    private static TargetEnvironment? Find(JobEnvironment environment, string name) => environment.Targets.FirstOrDefault(target => target.Name == name);

    private static string Known(JobDocument document) => document.Environment is null ? Unknown : "known";

    private static string Option(JobDocument document, string name) => document.Request.Options.TryGetValue(name, out var value) ? value.ToString() : Absent;
}
