using System.Text.Json.Serialization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>One difference between two jobs, as text.</summary>
/// <param name="What">For example <c>engine of embedded</c>; the name of an option.</param>
/// <param name="Base">The value in the base job.</param>
/// <param name="With">The value in the other job.</param>
public sealed record Difference(string What, string Base, string With)
{
    private const string Unknown = "unknown";

    /// <summary><see cref="What"/> for people, with the label and the unit of an option: <c>document size, bytes</c>.</summary>
    [JsonIgnore]
    public string Label { get; init; } = What;

    /// <summary>All differences between two jobs.</summary>
    /// <param name="info">Their benchmark, which declares the labels of its options; null when the benchmark no longer exists.</param>
    public static IReadOnlyList<Difference> Between(JobDocument @base, JobDocument with, BenchmarkInfo? info) =>
        [.. EnvironmentDifferences.Between(@base, with).Select(difference => Of(difference, info))];

    /// <param name="info">The benchmark of the jobs, which declares the labels of its options; null when the benchmark no longer exists.</param>
    public static Difference Of(EnvironmentDifference difference, BenchmarkInfo? info)
    {
        var (name, label) = (NameOf(difference), LabelOf(difference, info));
        return new(Of(name), Text(difference.Aspect, difference.Base), Text(difference.Aspect, difference.With)) { Label = Of(label) };

        string Of(string words) => difference.Target is { } target ? $"{words} of {target}" : words;
    }

    private static string LabelOf(EnvironmentDifference difference, BenchmarkInfo? info) =>
        difference.Aspect == EnvironmentAspect.Option && info?.Options.Find(difference.Name!) is { } option
            ? option.Unit is { } unit ? $"{option.AxisLabel}, {unit}" : option.AxisLabel
            : NameOf(difference);

    private static string NameOf(EnvironmentDifference difference) => difference.Aspect switch
    {
        EnvironmentAspect.Setting or EnvironmentAspect.Option or EnvironmentAspect.Platform => difference.Name!,
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
