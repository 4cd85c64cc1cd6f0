using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>One difference between two jobs, as text.</summary>
/// <param name="What">For example <c>engine of embedded</c>.</param>
/// <param name="Base">The value in the base job.</param>
/// <param name="With">The value in the other job.</param>
public sealed record Difference(string What, string Base, string With)
{
    private const string Unknown = "unknown";

    /// <summary>All differences between two jobs.</summary>
    public static IReadOnlyList<Difference> Between(JobDocument @base, JobDocument with) =>
        [.. EnvironmentDifferences.Between(@base, with).Select(Of)];

    public static Difference Of(EnvironmentDifference difference)
    {
        var what = difference.Target is { } target ? $"{Label(difference)} of {target}" : Label(difference);
        return new(what, Text(difference.Aspect, difference.Base), Text(difference.Aspect, difference.With));
    }

    private static string Label(EnvironmentDifference difference) => difference.Aspect switch
    {
        EnvironmentAspect.Setting or EnvironmentAspect.Option => difference.Name!,
        EnvironmentAspect.TargetEnvironment => "environment",
        EnvironmentAspect.RoundTrip => "round trip",
        EnvironmentAspect.Plugins => "plug-ins",
        EnvironmentAspect.Version => "RedisPerf",
        EnvironmentAspect.ServerCores => "cores of the servers",
        EnvironmentAspect.WorkerCores => "cores of the workers",
        EnvironmentAspect.LoadNodes => "nodes",
        var aspect => aspect.ToWord(),
    };

    private static string Text(EnvironmentAspect aspect, object? value) => (aspect, value) switch
    {
        (EnvironmentAspect.Setting, var setting) => JobText.Setting((string?)setting),
        (EnvironmentAspect.Environment, not null) => "known",
        (EnvironmentAspect.Option, null) => NumberFormat.None,
        (EnvironmentAspect.Payload, var payload) => payload is PayloadDescription given ? JobText.PayloadInShort(given) : "generated documents",
        (EnvironmentAspect.Environment or EnvironmentAspect.TargetEnvironment, null) => Unknown,
        (EnvironmentAspect.ServerCores or EnvironmentAspect.WorkerCores, null) => "all",
        (EnvironmentAspect.LoadNodes, null) => "one",
        (EnvironmentAspect.Plugins, null) => NumberFormat.None,
        (_, null) => NumberFormat.NotReported,
        (EnvironmentAspect.RoundTrip, double seconds) => JobText.Milliseconds(seconds),
        (EnvironmentAspect.Memory, long bytes) => NumberFormat.Bytes(bytes),
        (EnvironmentAspect.Cores, int cores) => NumberFormat.Whole(cores),
        _ => value.ToString()!,
    };
}
