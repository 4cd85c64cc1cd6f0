using System.Text.Json;
using System.Text.Json.Serialization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Exporters;

/// <summary>A job for the tool <c>customSmallerIsBetter</c> of github-action-benchmark
/// (https://github.com/benchmark-action/github-action-benchmark): an array with the median time of each case with a result, in seconds.</summary>
public static class GithubActionBenchmarkReport
{
    /// <param name="document">The job.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static string Write(JobDocument document, BenchmarkInfo? info)
    {
        var unit = info?.TimePer is { } operation ? $"s/{operation}" : "s";
        return JsonSerializer.Serialize(
            document.Cases.Where(@case => @case.Summary is not null).Select(@case => EntryOf(document, @case, @case.Summary!, unit)),
            DocumentJson.Indented);
    }

    private static Entry EntryOf(JobDocument document, CaseResult @case, Summary summary, string unit) => new(
        BencherReport.NameOf(document, @case), unit, summary.Median,
        summary is { MedianLow: { } low, MedianHigh: { } high } ? $"{NumberFormat.Significant(low)}–{NumberFormat.Significant(high)}" : null,
        string.Join('\n', Notes(@case, summary)));

    private static IEnumerable<string> Notes(CaseResult @case, Summary summary)
    {
        yield return NumberFormat.Count(summary.Count, "run");
        if (summary.Ratio is { } ratio)
        {
            yield return $"{NumberFormat.Comparison(ratio)} against {ratio.Baseline}";
        }

        if (@case.Client is { } client)
        {
            yield return $"client {client}";
        }
    }

    /// <summary>The fields that the action reads. It shows any range that is present.</summary>
    private sealed record Entry(
        string Name, string Unit, double Value, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Range, string Extra);
}
