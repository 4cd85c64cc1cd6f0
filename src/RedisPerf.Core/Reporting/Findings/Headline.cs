using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>The result of a job in one sentence per target. Names of strategies and targets are in backticks.</summary>
public static class Headline
{
    /// <summary>From this share of its time on, a strategy is bound by encoding.</summary>
    private const double BoundByEncoding = 0.6;

    /// <summary>
    /// For example: <c>On this target, `hset` wrote 983 MB in 0.74 s, 1.9 times as fast as `multi-exec` (1.8 to 2.0); `gzip`
    /// spent 97% of its time encoding.</c> Times are medians.
    /// </summary>
    /// <param name="document">The job, finished or not.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static string Of(JobDocument document, BenchmarkInfo? info)
    {
        var told = info is null ? [Range(document)] : document.Cases.GroupBy(@case => @case.Target).Select(target => OfTarget([.. target], document, info));
        var sentences = told.OfType<string>().ToArray();
        return sentences.Length > 0 ? string.Join(" ", sentences) : document switch
        {
            { State: JobState.Queued } => "The job is queued.",
            { State: JobState.Running } => "No results yet.",
            { Error: { } error } => $"No run was measured: {error.ToText().Replace('`', '\'')}",
            _ => "No run was measured.",
        };
    }

    private static string? OfTarget(IReadOnlyList<CaseResult> cases, JobDocument document, BenchmarkInfo info)
    {
        if (Summaries.Fastest(cases, info.Floor) is not { Summary: { } summary } fastest)
        {
            return null;
        }

        var others = cases
            .Where(@case => @case.Point == fastest.Point && @case.Strategy != info.Floor && @case.Summary is not null)
            .OrderBy(@case => @case.Summary!.Median)
            .ToArray();
        var against = fastest.Strategy == BenchmarkInfo.BaselineOf(document.Request, info)
            ? AgainstNext(others.FirstOrDefault(other => other.Summary!.Ratio is not null))
            : AgainstBaseline(summary.Ratio);
        return $"On {Where(fastest, document, info)}, {Name(fastest)} {Work(summary, info)} {Time(summary.Median)}{against}{Encoding(others)}.";
    }

    // In an unknown benchmark (micro-benchmarks, for example) the cases may not be comparable.
    private static string? Range(JobDocument document)
    {
        var measured = document.Cases.Where(@case => @case.Summary is not null).OrderBy(@case => @case.Summary!.Median).ToArray();
        return measured switch
        {
            [] => null,
            [var only] => $"{FullName(only, document)}: median {NumberFormat.SecondsWithUnit(only.Summary!.Median)}.",
            [var shortest, .., var longest] => $"{measured.Length} cases were measured, from {FullName(shortest, document)} with a median of {NumberFormat.SecondsWithUnit(shortest.Summary!.Median)} to {FullName(longest, document)} with {NumberFormat.SecondsWithUnit(longest.Summary!.Median)}.",
        };
    }

    /// <summary>Names a case, with its target and point when the job has several.</summary>
    internal static string FullName(CaseResult @case, JobDocument document) =>
        $"{Name(@case)}{(document.Request.Targets.Count > 1 ? $" on `{@case.Target}`" : "")}{(@case.Point is null ? "" : $" at {NumberFormat.Whole(@case.Point)}")}";

    private static string Work(Summary summary, BenchmarkInfo info)
    {
        var each = info.TimePer is null ? "" : $" per {info.TimePer}";
        return summary.PayloadBytesPerSecond is > 0 and { } rate ? $"{info.Verb} {NumberFormat.Bytes(rate * summary.Median)}{each} in" : info.TimePer is null ? "took" : $"took, per {info.TimePer},";
    }

    private static string Where(CaseResult fastest, JobDocument document, BenchmarkInfo info)
    {
        var target = document.Request.Targets.Count > 1 ? $"`{fastest.Target}`" : "this target";
        var point = fastest.Point is null ? "" : $" at {NumberFormat.Whole(fastest.Point)} {info.Sweep?.Label}".TrimEnd();
        return target + point + (document.State == JobState.Running ? " so far" : "");
    }

    private static string AgainstBaseline(Ratio? ratio)
    {
        if (ratio is null)
        {
            return "";
        }

        var (value, range) = Factors(ratio);
        var baseline = $"`{ratio.Baseline}`";
        return ratio.Verdict switch
        {
            Verdict.Faster => $", {value} times as fast as {baseline}{range}",
            // The fastest by its median, but slower in most rounds.
            Verdict.Slower => $", but round by round it took {value} times as long as {baseline}{range}",
            Verdict.Same => $", the same as {baseline} within 3%{range}",
            _ => $"; whether it differs from {baseline} is unclear{(range.Length > 0 ? range : " because the job has too few rounds")}",
        };
    }

    // The baseline itself is the fastest, so it is compared with the next one.
    private static string AgainstNext(CaseResult? next)
    {
        if (next is not { Summary.Ratio: { } ratio })
        {
            return "";
        }

        var (value, range) = Factors(ratio);
        return ratio.Verdict switch
        {
            Verdict.Slower => $", and the next, {Name(next)}, took {value} times as long{range}",
            Verdict.Faster => $", but round by round {Name(next)} was {value} times as fast{range}",
            Verdict.Same => $", and {Name(next)} was the same within 3%{range}",
            _ => $"; whether {Name(next)} differs from it is unclear{(range.Length > 0 ? range : " because the job has too few rounds")}",
        };
    }

    private static string Encoding(IReadOnlyList<CaseResult> cases)
    {
        var bound = cases
            .Select(@case => (Name: Name(@case), Share: CaseStatistics.EncodeSeconds(@case) / @case.Summary!.Median))
            .Where(@case => @case.Share >= BoundByEncoding)
            .OrderByDescending(@case => @case.Share)
            .ToArray();
        return bound.Length == 0
            ? ""
            : $"; {List(bound.Select(@case => @case.Name))} spent {List(bound.Select(@case => Percent(@case.Share!.Value)))} of {(bound.Length == 1 ? "its" : "their")} time encoding";
    }

    private static (string Value, string Range) Factors(Ratio ratio)
    {
        var (value, interval) = NumberFormat.Factors(ratio, " to ");
        return (value, interval is null ? "" : $" ({interval})");
    }

    private static string Name(CaseResult @case) => $"`{@case.Strategy}`";

    // Parallel encoders may sum up to a little more than the elapsed time.
    private static string Percent(double share) => string.Create(CultureInfo.InvariantCulture, $"{Math.Min(100, Math.Round(100 * share))}%");

    internal static string List(IEnumerable<string> words) => words.ToArray() switch
    {
        [var only] => only,
        [.. var first, var last] => $"{string.Join(", ", first)} and {last}",
        [] => "",
    };

    // Below ten, two digits are enough in a sentence.
    private static string Time(double seconds) => seconds switch
    {
        < 0.001 => $"{Short(seconds * 1e6)} µs",
        < 0.1 => $"{Short(seconds * 1e3)} ms",
        _ => $"{Short(seconds)} s",
    };

    private static string Short(double value) => NumberFormat.Significant(value, value < 9.95 ? 2 : 3);
}
