using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>The winner or the tie of a job, one text per target. Names of strategies and targets are in backticks.</summary>
public static class Headline
{
    /// <summary>More tied strategies are counted, not named.</summary>
    private const int Named = 3;

    /// <summary>More combinations of targets, clients and values are counted, not described.</summary>
    private const int MaxPanels = 12;

    /// <summary>For example: <c>`hset` is fastest: 0.741 s. Against `multi-exec`: 0.78× (0.74–0.88)
    /// faster.</c> Times are medians.</summary>
    /// <param name="document">The job, finished or not.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static string Of(JobDocument document, BenchmarkInfo? info) => string.Join(" ", Sentences(document, info));

    /// <summary>As <see cref="Of"/>, as a list; never empty.</summary>
    internal static IReadOnlyList<string> Sentences(JobDocument document, BenchmarkInfo? info)
    {
        if (document.Cases.All(@case => @case.Summary is null))
        {
            return [NothingMeasured(document)];
        }

        if (info is null)
        {
            return [Range(document)];
        }

        return document.State switch
        {
            JobState.Failed => ["No winner: the job failed."],
            JobState.Cancelled => ["No winner: the job was cancelled."],
            JobState.Interrupted => ["No winner: the job was interrupted."],
            _ => OfResults(document, info) is [_, ..] results ? results : [Range(document)],
        };
    }

    private static string[] OfResults(JobDocument document, BenchmarkInfo info) =>
    [
        .. OfMarks(document, info, areAnswers: true),
        // The curve along the own axis of a benchmark answers another question.
        .. document.Request.Curve?.Name == info.MainAxis ? [] : AxisFindings.OfCrossovers(document, info),
        .. OfPanels(document, info),
        .. OfWords(document, info),
    ];

    private static string[] OfPanels(JobDocument document, BenchmarkInfo info)
    {
        var sentences = info.Comparable(document.Cases, document.Request).Select(cases => OfCases(cases, document, info)).OfType<string>().ToArray();
        return sentences.Length <= MaxPanels
            ? sentences
            : [.. sentences.Take(MaxPanels), $"The table shows {NumberFormat.Count(sentences.Length - MaxPanels, "more combination")}."];
    }

    /// <summary>One sentence about each mark of the curves for each target and client.</summary>
    internal static IEnumerable<string> OfMarks(JobDocument document, BenchmarkInfo info, bool areAnswers) =>
        from mark in info.MarksOf(document.Request)
        where mark.Finding is not null && mark.IsAnswer == areAnswers
        from sentence in OfMark(document, info, mark)
        select sentence;

    private static IEnumerable<string> OfMark(JobDocument document, BenchmarkInfo info, CurveMark mark)
    {
        var (request, rule) = (document.Request, BenchmarkInfo.RuleOf(document.Request, info));
        var (marks, label) = (Curve.MarksOf(document, mark, info), request.Curve!.Label);
        foreach (var curves in BenchmarkSummaries.CurvesOf(CaseStatistics.NotGivenUp(document.Cases), request)
            .GroupBy(curve => request.PanelOf(curve[0].Case.At)))
        {
            var where = CoordinatesText.Where(curves.Key, request) is { Length: > 0 } place ? $" {place}" : "";
            var found = marks.Where(each => each.At == curves.Key).ToArray();
            if (found.Length > 0)
            {
                var phrases = List(found.Select(each => Format(mark.Phrase, CoordinatesText.Number(each.Point), label, each.Strategy)));
                yield return Format(mark.Finding!, phrases, where, info.TimePer ?? "run", label);
            }

            var missing = curves.Where(curve => curve.Count(each => each.Case.Summary is not null) > 1
                && found.All(each => each.Strategy != curve[0].Case.Strategy));
            foreach (var group in missing.GroupBy(curve => mark.IsDecided(curve, rule)).OrderByDescending(group => group.Key))
            {
                if ((group.Key ? mark.Missing : mark.Undecided) is { } sentence)
                {
                    yield return Format(sentence, List(group.Select(curve => Name(curve[0].Case))), where, label);
                }
            }
        }

        static string Format(string template, params string[] words) => string.Format(CultureInfo.InvariantCulture, template, words);
    }

    // One sentence for each further client, and for each further value of an option or a server setting that is a word. A curve is compared at
    // its largest point.
    private static IEnumerable<string> OfWords(JobDocument document, BenchmarkInfo info)
    {
        var request = document.Request;
        foreach (var axis in request.Axes.Where(axis => axis is { Kind: not AxisKind.Target, IsNumeric: false, Values.Count: > 1 }))
        {
            var word = axis.Kind == AxisKind.Client ? "client" : axis.Label;
            foreach (var cases in BenchmarkSummaries.AgainstFirst(document.Cases, axis, info, request)
                .GroupBy(each => request.PanelOf(each.Case.At)))
            {
                var point = cases.Max(each => request.PointOf(each.Case.At));
                var ratios = cases.Where(each => request.PointOf(each.Case.At) is var own && (own is null || own == point))
                    .Select(each => $"{Name(each.Case)} {NumberFormat.Comparison(each.Ratio)}");
                var where = Where(cases.Key.Without(axis.Name), null, point, document, isSoFar: document.State == JobState.Running);
                var against = axis.Kind == AxisKind.Client ? $"client {axis.Texts[0]}" : axis.Texts[0];
                yield return Sentence(where, $"{word} {cases.Key[axis.Name]} against {against}: {List(ratios)}.");
            }
        }
    }

    private static string NothingMeasured(JobDocument document) => document switch
    {
        { State: JobState.Queued } => "The job is queued.",
        { State: JobState.Running } => "No completed run yet.",
        { Error: { } error } => $"No run was measured: {error.ToText().Replace('`', '\'')}",
        _ when document.Cases.Any(@case => @case.Runs.Any(run => run.ExcludedByUser)) =>
            "The job has no result, because its timed runs are excluded. Include runs to see the result.",
        _ => "No run was measured.",
    };

    private static string? OfCases(IReadOnlyList<CaseResult> cases, JobDocument document, BenchmarkInfo info)
    {
        var ranking = JobRanking.AtLargestPoint(cases, info, document.Request);
        if (ranking.First.Count + ranking.Unranked.Count == 0)
        {
            return null;
        }

        var point = Ranking.LargestPoint(cases, document.Request);
        var isRunning = document.State == JobState.Running;
        // Within the first round that allows a comparison, too few strategies have enough runs for an answer.
        if (ranking.First.Count == 0 || (isRunning && ranking.Unranked.Count >= ranking.First.Count + ranking.Others.Count))
        {
            var rounds = string.Create(CultureInfo.InvariantCulture, $"{Ranking.MinRounds} rounds are needed for a comparison.");
            return Sentence(Where(cases, point, document, info, isSoFar: false), $"no winner{(isRunning ? " yet" : "")}: {rounds}");
        }

        var baseline = BenchmarkInfo.BaselineOf(document.Request, info, cases[0].Strategy);
        var scale = ColumnScale.OfSeconds(ranking.First.Concat(ranking.Others.Take(1)).Select(@case => @case.Summary?.Median));
        string[] sentences = [Sentence(Where(cases, point, document, info, isRunning), Lead(ranking, info, scale)),
            .. Against(ranking, baseline), .. Second(ranking, baseline, scale), .. Unranked(ranking)];
        return string.Join(" ", sentences);
    }

    private static string Lead(Ranking ranking, BenchmarkInfo info, ColumnScale scale)
    {
        var each = info.ComparedFigure is { } figure ? $" {figure.Label}" : info.TimePer is { } operation ? $" per {operation}" : "";
        var first = ranking.First;
        return (ranking.IsTie, ranking.Winner) switch
        {
            (false, null) => $"{Name(first[0])}: {Time(first[0], scale)}{each}; no other strategy is ranked.",
            (false, _) when ranking.Others.Where(other => Median(other) < Median(first[0])).ToArray() is { Length: > 0 } lower =>
                $"{Name(first[0])} is fastest: {Time(first[0], scale)}{each}. Its median is larger "
                    + $"than that of {List(lower.Select(Name))}, but it is faster in the same rounds.",
            (false, _) => $"{Name(first[0])} is fastest: {Time(first[0], scale)}{each}.",
            _ when first.Count <= Named => $"{List(first.Select(Name))} tie for fastest: {List(first.Select(@case => Time(@case, scale)))}{each}.",
            _ => string.Create(CultureInfo.InvariantCulture,
                $"{string.Join(", ", first.Take(Named - 1).Select(Name))} and {first.Count - Named + 1} others "
                    + $"tie for fastest: {Time(first.MinBy(Median)!, scale)} to {Time(first.MaxBy(Median)!, scale)}{each}."),
        };
    }

    private static double Median(CaseResult @case) => @case.Summary!.Median;

    // The baseline itself is the fastest, so the next one is compared with it.
    private static IEnumerable<string> Second(Ranking ranking, string? baseline, ColumnScale scale)
    {
        if (ranking is { IsTie: false, Others: [var second, ..] })
        {
            var ratio = ranking.First[0].Strategy == baseline && second.Summary!.Ratio is { } known
                ? $"; against {Name(ranking.First[0])}: {NumberFormat.Comparison(known)}"
                : "";
            yield return $"{Name(second)} is second: {Time(second, scale)}{ratio}.";
        }
    }

    private static IEnumerable<string> Against(Ranking ranking, string? baseline)
    {
        var compared = ranking.First.Where(@case => @case.Strategy != baseline && @case.Summary!.Ratio is not null).Take(Named).ToArray();
        if (compared.Length > 0)
        {
            yield return $"Against `{baseline}`: "
                + $"{List(compared.Select(@case => $"{(ranking.IsTie ? $"{Name(@case)} " : "")}{NumberFormat.Comparison(@case.Summary!.Ratio!)}"))}.";
        }
    }

    private static IEnumerable<string> Unranked(Ranking ranking)
    {
        if (ranking.Unranked.Count > 0)
        {
            yield return $"{List(ranking.Unranked.Select(Name))} {(ranking.Unranked.Count == 1 ? "has" : "have")} too few runs to be ranked.";
        }
    }

    // In an unknown benchmark (micro-benchmarks, for example) the cases may not be comparable.
    private static string Range(JobDocument document) =>
        document.Cases.Where(@case => @case.Summary is not null).OrderBy(@case => @case.Summary!.Median).ToArray() switch
        {
            [var only] => $"{FullName(only, document)}: median {Time(only)}.",
            var measured => $"{measured.Length} cases were measured, from {FullName(measured[0], document)} with a median "
                + $"of {Time(measured[0])} to {FullName(measured[^1], document)} with {Time(measured[^1])}.",
        };

    /// <summary>Names a case, with its coordinates when the job has several.</summary>
    internal static string FullName(CaseResult @case, JobDocument document) =>
        $"{Name(@case)}{(CoordinatesText.Where(@case.At, document.Request) is { Length: > 0 } where ? $" {where}" : "")}"
        + (document.Request.PointOf(@case.At) is null ? ""
            : $" {(CoordinatesText.NamesOptions(document.Request.PanelOf(@case.At), document.Request) ? "and" : "at")} "
                + $"{CoordinatesText.Point(@case.At, document.Request)}");

    /// <summary>The start of a sentence about cases that can be compared: <c>To set values on `staging` at 1,000 keys per call, </c>; empty
    /// when the job varies nothing and has one kind of work, and nothing follows.</summary>
    internal static string Where(IReadOnlyList<CaseResult> cases, double? point, JobDocument document, BenchmarkInfo info, bool isSoFar)
    {
        var work = info.WorkOf(cases[0].Strategy);
        var areOfOneWork = document.Cases.All(other => info.WorkOf(other.Strategy) == work);
        return Where(Panel.AtOf(cases, document.Request), areOfOneWork ? null : work, point, document, isSoFar);
    }

    private static string Where(Coordinates panel, string? work, double? point, JobDocument document, bool isSoFar)
    {
        var where = CoordinatesText.Where(panel, document.Request);
        var at = point is null ? "" : CoordinatesText.PointWithAxis(point.Value, document.Request);
        string[] parts =
        [
            .. work is null ? Array.Empty<string>() : [$"to {work}"],
            .. where.Length > 0 ? [where] : Array.Empty<string>(),
            // The options of the panel are named with "at" too.
            .. at.Length > 0 ? [$"{(CoordinatesText.NamesOptions(panel, document.Request) ? "and" : "at")} {at}"] : Array.Empty<string>(),
            .. isSoFar ? ["so far"] : Array.Empty<string>(),
        ];
        return parts.Length == 0 ? "" : $"{string.Join(" ", parts)}, ";
    }

    /// <summary>Joins the start and the rest of a sentence and capitalizes its first letter.</summary>
    internal static string Sentence(string where, string rest)
    {
        var sentence = where + rest;
        return char.ToUpperInvariant(sentence[0]) + sentence[1..];
    }

    internal static string Name(CaseResult @case) => $"`{@case.Strategy}`";

    internal static string List(IEnumerable<string> words) => words.ToArray() switch
    {
        [var only] => only,
        [.. var first, var last] => $"{string.Join(", ", first)} and {last}",
        [] => "",
    };

    private static string Time(CaseResult @case) => NumberFormat.SecondsWithUnit(@case.Summary!.Median);

    private static string Time(CaseResult @case, ColumnScale scale) => $"{scale.Text(@case.Summary!.Median)} {scale.Unit}";
}
