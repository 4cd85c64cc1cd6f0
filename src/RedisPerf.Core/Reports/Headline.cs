using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Jobs;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reports;

/// <summary>What a job says, in one plain sentence.</summary>
public static class Headline
{
    /// <summary>For example: <c>Fastest: hset, median 0.741 s, 1.9 × as fast as multi-exec (1.8 to 2.0).</c></summary>
    public static string Of(JobDocument document, BenchmarkInfo? info)
    {
        if (Summaries.Fastest(document.Cases, info?.Yardstick) is not { Summary: { } summary } fastest)
        {
            return document switch
            {
                { State: JobState.Queued } => "The job waits for its turn.",
                { State: JobState.Running } => "No run has been measured yet.",
                { Error: { } error } => $"No run was measured: {error}",
                _ => "No run was measured.",
            };
        }

        if (info is null)
        {
            return Range(document);
        }

        return $"Fastest: {Name(fastest, document)}, median {Figures.SecondsWithUnit(summary.Median)}{Against(summary.Ratio)}.";
    }

    // Of a benchmark that is not known here (micro-benchmarks, say) nobody can tell whether its cases are rivals.
    private static string Range(JobDocument document)
    {
        var measured = document.Cases.Where(@case => @case.Summary is not null).OrderBy(@case => @case.Summary!.Median).ToArray();
        var (shortest, longest) = (measured[0], measured[^1]);
        return measured.Length == 1
            ? $"{Name(shortest, document)}: median {Figures.SecondsWithUnit(shortest.Summary!.Median)}."
            : $"{measured.Length} cases were measured, from {Name(shortest, document)} with a median of {Figures.SecondsWithUnit(shortest.Summary!.Median)} to {Name(longest, document)} with {Figures.SecondsWithUnit(longest.Summary!.Median)}.";
    }

    private static string Name(CaseResult fastest, JobDocument document)
    {
        var target = document.Cases.Any(other => other.Target != fastest.Target) ? $" on {fastest.Target}" : "";
        var point = fastest.Point is null ? "" : $" at {Figures.Whole(fastest.Point)}";
        return fastest.Strategy + target + point;
    }

    private static string Against(Ratio? ratio)
    {
        if (ratio is null)
        {
            return "";
        }

        var (value, interval) = Figures.Factors(ratio, " to ");
        var range = interval is null ? "" : $" ({interval})";
        return ratio.Verdict switch
        {
            Verdict.Faster => $", {value} × as fast as {ratio.Baseline}{range}",
            Verdict.Slower => $", {value} × slower than {ratio.Baseline} round by round{range}",
            Verdict.Same => $", as fast as {ratio.Baseline}{range}",
            _ => $"; whether it differs from {ratio.Baseline} is unclear{range}",
        };
    }
}
