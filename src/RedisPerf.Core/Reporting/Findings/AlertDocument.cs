using System.Diagnostics.CodeAnalysis;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>An alert as in the API and the webhook, with its sentence.</summary>
public sealed record AlertDocument : Alert
{
    [SetsRequiredMembers]
    public AlertDocument(Alert alert)
        : base(alert)
    {
    }

    public string Sentence => SentenceOf(this);

    /// <summary>For example: <c>nightly: batch of insert on staging takes 1.14× (1.08–1.20) the usual time</c>.</summary>
    public static string SentenceOf(Alert alert) => $"{alert.Schedule}: {FindingOf(alert)}";

    /// <summary>The sentence without the name of the schedule.</summary>
    public static string FindingOf(Alert alert) =>
        alert is { Error: null, Ratio: { } ratio }
            ? $"{CaseText.Name(alert.Case with { Strategy = $"{alert.Strategy} of {alert.Benchmark}" }, AxesOf(alert))} "
                + $"{(alert.IsActive || alert.IsImprovement ? "takes" : "took")} {NumberFormat.Factor(ratio.Value, ratio.Low, ratio.High)} "
                + $"the usual time{(alert.IsImprovement ? ", an improvement" : "")}{Relation(alert)}"
            : alert.Error.ToText() ?? "";

    private static string Relation(Alert alert) => alert.Basis switch
    {
        Basis.Others => " relative to the other strategies",
        Basis.Floor => $" relative to the {FloorText.NameOf(InfoOf(alert))}; the machine changed too{MachineOf(alert)}",
        _ when InfoOf(alert)?.Floor == alert.Strategy => ": the machine changed, not the strategies",
        _ => "",
    };

    private static string MachineOf(Alert alert) =>
        alert.Machine is { } machine ? $": the {FloorText.NameOf(InfoOf(alert))} took {NumberFormat.Factor(machine, null, null)} its usual time" : "";

    private static IReadOnlyList<Axis> AxesOf(Alert alert) => AxisWords.Of(alert.Case.At, InfoOf(alert)?.Options);

    private static BenchmarkInfo? InfoOf(Alert alert) => Catalogue.Default.Find(alert.Benchmark)?.Info;
}
