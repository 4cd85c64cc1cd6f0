using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>The findings along the axis of the curve: from which value on a strategy is faster than its baseline, and the best values of an
/// option. Names of strategies are in backticks.</summary>
public static class AxisFindings
{
    /// <summary>More sentences are counted, not written.</summary>
    private const int MaxSentences = 6;

    /// <summary>For each strategy, a sentence about its crossover with the baseline: <c>`gzip` is faster than `batch` from document size
    /// 22 KB on (between 16 KB and 32 KB).</c> Strategies without one share a sentence with the reason, and coordinates with the same strategies
    /// share it too. Empty when the job has no curve of several values.</summary>
    /// <param name="document">The job, finished or not.</param>
    public static IReadOnlyList<string> OfCrossovers(JobDocument document, BenchmarkInfo info)
    {
        AxisComparison[] comparisons =
            [.. AxisComparisons.Of(document.Cases, info, document.Request).Where(comparison => comparison.Axis.Name == document.Request.Curve?.Name)];
        return Limit(
        [
            .. comparisons.Where(comparison => comparison.Crossover is not null)
                .Select(comparison => SentenceOf(comparison, comparison.Crossover!, document.Request)),
            .. WithoutCrossover(comparisons, document.Request),
        ]);
    }

    /// <summary>For comparable cases whose fastest strategy changes along the axis, a sentence with the decided ones: <c>`hget` is fastest from
    /// document size 1 KB to 8 KB, `lz4` at document size 32 KB.</c> A value at which it is not decided is in no range.</summary>
    /// <param name="document">The job, finished or not.</param>
    public static IReadOnlyList<string> OfWinners(JobDocument document, BenchmarkInfo info) => document.Request.Curve is not { } axis ? [] : Limit(
    [
        .. from cases in info.Comparable(document.Cases, document.Request)
           let ranges = WinnersAlong(cases, document.Request, info)
           where ranges.Where(range => range.Lead == Lead.Decided).Select(range => range.Names).Distinct().Count() > 1
           let place = Headline.Where(cases, null, document, info, isSoFar: document.State == JobState.Running)
           select Headline.Sentence(place, SentenceOf(ranges, axis)),
    ]);

    private static string SentenceOf(IReadOnlyList<WinnerRange> ranges, Axis axis)
    {
        var winners = ranges.Where(range => range.Lead == Lead.Decided)
            .Select((range, index) => index == 0 ? $"{range.Names} is fastest {At(range, $"{axis.Label} ")}" : $"{range.Names} {At(range)}");
        string[] parts =
        [
            Headline.List(winners),
            .. ranges.Where(range => range.Lead == Lead.Shared).Select(range => $"{range.Names} are equally fast {At(range)}"),
            .. ranges.Where(range => range.Lead == Lead.Undecided).Select(range => At(range)).ToArray() is { Length: > 0 } open
                ? [$"not decided {Headline.List(open)}"]
                : Array.Empty<string>(),
        ];
        return $"{string.Join("; ", parts)}.";

        string At(WinnerRange range, string label = "") => range.Low == range.High
            ? $"at {label}{Value(axis, range.Low)}"
            : $"from {label}{Value(axis, range.Low)} to {Value(axis, range.High)}";
    }

    private static List<WinnerRange> WinnersAlong(IReadOnlyList<CaseResult> cases, JobRequest request, BenchmarkInfo info)
    {
        var ranges = new List<WinnerRange>();
        foreach (var point in cases.Where(@case => @case.Summary is not null).Select(@case => request.PointOf(@case.At)).OfType<double>()
            .Distinct().Order())
        {
            var ranking = JobRanking.Of(Ranking.AtPoint(cases, request, point), info, request);
            var own = ranking switch
            {
                { Winner: { } winner } => new WinnerRange(Lead.Decided, Headline.Name(winner), point, point),
                { Lead: Lead.Shared } => new(Lead.Shared, Headline.List(ranking.First.Select(Headline.Name).Order()), point, point),
                _ => new(Lead.Undecided, "", point, point),
            };
            if (ranges is [.., var last] && (last.Lead, last.Names) == (own.Lead, own.Names))
            {
                ranges[^1] = last with { High = point };
            }
            else
            {
                ranges.Add(own);
            }
        }

        return ranges;
    }

    /// <summary>Neighboring values with the same result.</summary>
    /// <param name="Names">The strategies that are the fastest; empty when it is not decided.</param>
    private sealed record WinnerRange(Lead Lead, string Names, double Low, double High);

    /// <summary>As <see cref="OfCrossovers"/>, without strategies that have none.</summary>
    public static IReadOnlyList<string> OfFoundCrossovers(JobDocument document, BenchmarkInfo info) => Limit(
    [
        .. from comparison in AxisComparisons.Of(document.Cases, info, document.Request)
           where comparison.Axis.Name == document.Request.Curve?.Name && comparison.Crossover is not null
           select SentenceOf(comparison, comparison.Crossover!, document.Request),
    ]);

    /// <summary>For each strategy, the best values of an option with the same work: <c>`hset` takes the least time with fieldsPerHset
    /// 100 to 1,000.</c></summary>
    /// <param name="document">The job, finished or not.</param>
    public static IReadOnlyList<string> OfBestValues(JobDocument document, BenchmarkInfo info) => Limit(
    [
        .. from each in AxisComparisons.BestOf(document.Cases, info, document.Request)
           where each.Axis.Name != info.MainAxis
           let place = WhereOf(each.Coordinates, document.Request) + PointOf(each, document.Request)
           let range = each.Best.Low == each.Best.High
               ? Value(each.Axis, each.Best.Low)
               : $"{Value(each.Axis, each.Best.Low)} to {Value(each.Axis, each.Best.High)}"
           select $"`{each.Strategy}` takes the least time with {each.Axis.Label} {range}{Open(each.Best)}{place}.",
    ]);

    // The position on the curve, for the best value along another axis.
    private static string PointOf((Axis Axis, string Strategy, Coordinates Coordinates, AxisBest Best) each, JobRequest request) =>
        request.Curve is { Values.Count: > 1 } curve && curve.Name != each.Axis.Name && each.Coordinates.Number(curve.Name) is { } point
            ? $" {(CoordinatesText.NamesOptions(each.Coordinates, request) ? "and" : "at")} {CoordinatesText.PointWithAxis(point, request)}"
            : "";

    private static string Open(AxisBest best) => (best.IsLowOpen, best.IsHighOpen) switch
    {
        (true, false) => " or less",
        (false, true) => " or more",
        _ => "",
    };

    // A reason that applies wherever the strategies were compared needs no coordinates.
    private static IEnumerable<string> WithoutCrossover(AxisComparison[] all, JobRequest request)
    {
        var strategies =
            from comparison in all
            where comparison.Crossover is null
            group comparison by (Reason: WhyNone(comparison), comparison.Strategy, comparison.Baseline) into same
            let compared = all.Count(other => (other.Strategy, other.Baseline) == (same.Key.Strategy, same.Key.Baseline))
            let places = same.Select(comparison => CoordinatesText.Where(comparison.Coordinates, request)).Where(place => place.Length > 0).Distinct()
            select (same.Key.Reason, same.Key.Strategy, same.Key.Baseline, same.First().Axis,
                Where: same.Count() == compared && compared > 1 ? "" : Headline.List(places));
        foreach (var same in strategies.GroupBy(each => (each.Reason, each.Baseline, each.Where)))
        {
            var names = Headline.List(same.Select(each => $"`{each.Strategy}`"));
            var sentence = string.Format(CultureInfo.InvariantCulture, same.Key.Reason, names, $"`{same.Key.Baseline}`", same.First().Axis.Label,
                same.Count() == 1 ? "is" : "are");
            yield return $"{sentence}{(same.Key.Where.Length == 0 ? "" : $" {same.Key.Where}")}.";
        }
    }

    private static string SentenceOf(AxisComparison comparison, CaseCrossover crossover, JobRequest request)
    {
        var (low, high) = (Value(comparison.Axis, crossover.Low), Value(comparison.Axis, crossover.High));
        var isGain = crossover.Above == Verdict.Faster;
        var (from, on, label) = (isGain ? "from" : "up to", isGain ? " on" : "", comparison.Axis.Label);
        var range = crossover.At is { } at
            ? $"{from} {label} {Rounded(comparison.Axis, at)}{on} (between {low} and {high})"
            : $"{from} {label} {(isGain ? high : low)}{on}, and the same {(isGain ? $"up to {low}" : $"from {high} on")}";
        return $"`{comparison.Strategy}` is faster than `{comparison.Baseline}` {range}{WhereOf(comparison.Coordinates, request)}.";
    }

    // {0}: the strategies, {1}: the baseline, {2}: the axis, {3}: is or are.
    private static string WhyNone(AxisComparison comparison)
    {
        var verdicts = comparison.Points.Select(point => point.Ratio?.Verdict ?? Verdict.Unclear).Distinct().ToArray();
        return !comparison.Crossovers.IsMonotonic
                ? "No crossover of {0} with {1}: the verdict changes more than once along {2}"
            : verdicts is [Verdict.Slower] ? "No crossover: {0} {3} slower than {1} at each {2}"
            : verdicts is [Verdict.Faster] ? "No crossover: {0} {3} faster than {1} at each {2}"
            : verdicts is [Verdict.Same] ? "No crossover: {0} {3} as fast as {1} at each {2}"
            : "No crossover of {0} with {1} is decided along {2}";
    }

    // An estimate has two digits.
    private static string Rounded(Axis axis, double at) =>
        axis.Unit == "bytes" ? NumberFormat.Bytes(at) : Value(axis, Coordinates.TextOf(NumberFormat.Rounded(at)));

    private static string Value(Axis axis, double value) => Value(axis, Coordinates.TextOf(value));

    private static string Value(Axis axis, string value) => CoordinatesText.Value(axis, value);

    private static string WhereOf(Coordinates coordinates, JobRequest request) =>
        CoordinatesText.Where(coordinates, request) is { Length: > 0 } where ? $" {where}" : "";

    private static string[] Limit(string[] sentences) => sentences.Length <= MaxSentences
        ? sentences
        : [.. sentences.Take(MaxSentences - 1), string.Create(CultureInfo.InvariantCulture,
            $"The table shows {sentences.Length - MaxSentences + 1} more comparisons along this axis.")];
}
