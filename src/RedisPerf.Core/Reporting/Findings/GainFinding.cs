using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>How much a strategy gains that does many operations at once, and from which number on more of them gain nothing.</summary>
/// <param name="Sentence">Without a period, names in backticks: <c>`pipelined` with 100 writes in a batch is 41× as fast (38–45) as waiting for
/// each reply (`one-by-one`); more writes in a batch gain less than 5%</c>.</param>
/// <param name="Subject">The strategy at the number that is enough, or else at the one with the lowest median.</param>
/// <param name="Alone">The strategy that does each operation alone; null when the comparison with it is not decided.</param>
internal sealed record GainFinding(string Sentence, CaseResult Subject, CaseResult? Alone)
{
    /// <summary>The decided gains of a benchmark; empty along another axis than its own.</summary>
    /// <param name="cases">One group of <see cref="BenchmarkInfo.Comparable"/>.</param>
    public static GainFinding[] Of(IReadOnlyList<CaseResult> cases, JobDocument document, BenchmarkInfo info)
    {
        if (document.Request.Curve?.Name != info.MainAxis)
        {
            return [];
        }

        var running = CaseStatistics.NotGivenUp(document.Cases).ToHashSet<CaseResult>(ReferenceEqualityComparer.Instance);
        CaseResult[] measured = [.. cases.Where(@case => @case.Summary is not null && running.Contains(@case))];
        return [.. info.Gains.Select(gain => Of(gain, measured, document.Request, BenchmarkInfo.RuleOf(document.Request, info)))
            .OfType<GainFinding>()];
    }

    private static GainFinding? Of(Gain gain, CaseResult[] measured, JobRequest request, ComparisonRule rule)
    {
        var name = gain.With.FirstOrDefault(name => Array.Exists(measured, @case => @case.Strategy == name));
        CaseResult[] own = [.. measured.Where(@case => @case.Strategy == name)];
        if (own.Length == 0)
        {
            return null;
        }

        (double Point, CaseResult Case)[] curve =
            [.. own.Where(@case => request.PointOf(@case.At) is not null).Select(@case => (request.PointOf(@case.At)!.Value, @case))];
        var enough = Plateau.Of(curve, rule);
        var subject = Array.Find(curve, each => each.Point == enough).Case ?? own.MinBy(@case => @case.Summary!.Median)!;
        var alone = Array.Find(measured, @case => @case.Strategy == gain.Without && @case.At.IsWithin(subject.At));
        var factor = alone is null ? null : Words(Summaries.Against(subject, alone, rule));
        var more = curve.Length > 1 && Plateau.IsDecided(curve, rule) ? More(enough, curve.Max(each => each.Point), request) : null;
        var with = request.PointOf(subject.At) is { } point ? $" with {CoordinatesText.PointWithAxis(point, request)}" : "";
        return (factor, more) switch
        {
            (null, null) => null,
            (null, _) => new($"for {Headline.Name(subject)}{with}, {more}", subject, null),
            _ => new(
                $"{Headline.Name(subject)}{with} is {factor} {gain.Words} ({Headline.Name(alone!)}){(more is null ? "" : $"; {more}")}",
                subject, alone),
        };
    }

    private static string? Words(Ratio? ratio) => ratio switch
    {
        null or { Low: null } or { Verdict: Verdict.Unclear } => null,
        { Verdict: Verdict.Same } => "as fast as",
        _ when NumberFormat.IsFactorKnown(ratio) => $"{NumberFormat.SpeedWithInterval(ratio)} as",
        _ => $"{ratio.Verdict.ToWord()} than",
    };

    private static string More(double? enough, double max, JobRequest request)
    {
        var (label, less) = (request.Curve!.Label, string.Create(CultureInfo.InvariantCulture, $"less than {100 * Plateau.MinGain:0}%"));
        return enough is null ? $"the gain continues up to {CoordinatesText.PointWithAxis(max, request)}"
            : request.Curve.Unit is null ? $"more {label} gain {less}"
            : $"a larger {label} gains {less}";
    }
}
