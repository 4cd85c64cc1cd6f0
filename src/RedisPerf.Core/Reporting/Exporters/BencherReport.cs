using System.Text.Json.Nodes;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Exporters;

/// <summary>A job in the Bencher Metric Format (https://bencher.dev/docs/reference/bencher-metric-format): for each case with a result, the
/// median time with its interval as the measure <c>latency</c>, in nanoseconds, and the operations per second as <c>throughput</c>. Both
/// measures and their units are built into Bencher.</summary>
public static class BencherReport
{
    private const double NanosecondsPerSecond = 1e9;

    /// <summary>The name is the same in each job with the same case, so that Bencher shows its history.</summary>
    public static string NameOf(JobDocument document, CaseResult @case) =>
        $"{document.Benchmark}: {CaseText.Name(@case.Key, document.Request.Axes)}";

    public static string Write(JobDocument document)
    {
        var report = new JsonObject();
        foreach (var @case in document.Cases)
        {
            if (@case.Summary is not { } summary)
            {
                continue;
            }

            var latency = Metric(summary.Median * NanosecondsPerSecond);
            if (summary is { MedianLow: { } low, MedianHigh: { } high })
            {
                latency["lower_value"] = low * NanosecondsPerSecond;
                latency["upper_value"] = high * NanosecondsPerSecond;
            }

            var measures = new JsonObject { ["latency"] = latency };
            if (summary.OperationsPerSecond is { } rate)
            {
                measures["throughput"] = Metric(rate);
            }

            report[NameOf(document, @case)] = measures;
        }

        return report.ToJsonString(DocumentJson.Indented);
    }

    private static JsonObject Metric(double value) => new() { ["value"] = value };
}
