using System.Diagnostics.CodeAnalysis;
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

    /// <summary>For example: <c>nightly: batch of insert on staging is 1.14× slower (1.08–1.2)</c>.</summary>
    public static string SentenceOf(Alert alert) =>
        $"{alert.Schedule}: {CaseText.Name($"{alert.Strategy} of {alert.Benchmark}", alert.Target, alert.Point)} {(alert.IsActive ? "is" : "was")} {NumberFormat.Significant(alert.Ratio.Value)}× slower ({NumberFormat.Significant(alert.Ratio.Low)}–{NumberFormat.Significant(alert.Ratio.High)})";
}
