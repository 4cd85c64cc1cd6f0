using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>The answers of a job, one per group of comparable cases. Names of strategies and targets are in backticks.</summary>
public static class Headline
{
    /// <summary>More combinations of targets, clients and values are counted, not described.</summary>
    private const int MaxPanels = 12;

    /// <summary>More strategies are counted, not named.</summary>
    internal const int Named = 3;

    /// <summary>For example: <c>`hset` is 1.9× as fast as `multi-exec`: 0.99 s instead of 1.90 s for 30,000 documents.</c> Times are
    /// medians.</summary>
    /// <param name="document">The job, finished or not.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static string Of(JobDocument document, BenchmarkInfo? info) => string.Join(" ", Cards(document, info).Select(card => card.Text));

    /// <summary>The answers; never empty.</summary>
    internal static IReadOnlyList<AnswerCard> Cards(JobDocument document, BenchmarkInfo? info)
    {
        document = BenchmarkInfo.WithoutReference(document, info);
        if (document.Cases.All(@case => @case.Summary is null))
        {
            return [Card(NothingMeasured(document))];
        }

        if (info is null)
        {
            return [Card(Range(document))];
        }

        return WithoutWinner(document.State) is { } reason ? [Card(Sentence("", reason))]
            : OfResults(document, info) is [_, ..] results ? results
            : [Card(Range(document))];
    }

    /// <summary>Why a job may not name a winner, although it has results; null when it may.</summary>
    internal static string? WithoutWinner(JobState state) => state switch
    {
        JobState.Failed => "no winner: the job failed",
        JobState.Cancelled => "no winner: the job was cancelled",
        JobState.Interrupted => "no winner: the job was interrupted",
        _ => null,
    };

    private static AnswerCard[] OfResults(JobDocument document, BenchmarkInfo info) =>
    [
        .. OfMarks(document, info, areAnswers: true).Select(Card),
        .. Limited(OfFigures(document, info)).Select(Card),
        .. OfCaseAnswers(document, info).Select(Card),
        .. WinnerMap.Of(document, info).Select(map => Card(map.Answer)),
        // The curve along the own axis of a benchmark answers another question.
        .. (document.Request.Curve?.Name == info.MainAxis
            ? []
            : AxisFindings.OfWinners(document, info).Concat(AxisFindings.OfCrossovers(document, info))).Select(Card),
        .. OfPanels(document, info, isComparison: OfCaseAnswers(document, info).Length > 0),
        .. OfWords(document, info).Select(Card),
    ];

    // One sentence for each case whose question the figures of the benchmark answer.
    private static string[] OfFigures(JobDocument document, BenchmarkInfo info) =>
    [
        .. from @case in document.Cases.OrderBy(@case => @case.At, document.Request.Order)
           let findings = info.Columns.Where(figure => figure.Answers?.Invoke(@case, document.Request) == true)
               .Select(figure => FindingOf(figure, @case)).OfType<string>().ToArray()
           where findings.Length > 0
           select $"{FullName(@case, document)} {List(findings)}.",
    ];

    /// <summary>The statement of a figure about a case; null when it makes none.</summary>
    internal static string? FindingOf(FigureColumn figure, CaseResult @case) => figure.Finding is { } finding && figure.In(@case.Summary) is { } value
        ? string.Format(CultureInfo.InvariantCulture, finding, NumberFormat.Figure(figure, value))
        : null;

    // Each case answers for itself, by its coordinates.
    private static string[] OfCaseAnswers(JobDocument document, BenchmarkInfo info)
    {
        if (info.CaseAnswer is not { } answer)
        {
            return [];
        }

        string[] sentences = info.SearchOf(document.Request) is { } search ? [.. SearchAnswers.Of(document, search)] :
        [
            .. from @case in document.Cases.OrderBy(@case => @case.At, document.Request.Order)
               where @case.Summary is not null
               let holds = answer.Holds(@case)
               where holds is not null
               let figures = answer.Figures.Select(figure => (figure.Label, Value: @case.Summary!.Figures?.GetValueOrDefault(figure.Name) ?? 0))
                   .Where(figure => figure.Value > 0).Select(figure => $"{figure.Label} {NumberFormat.SecondsWithUnit(figure.Value)}").ToArray()
               select $"{FullName(@case, document)} {(holds.Value ? answer.Held : answer.Missed)}{(figures.Length > 0 ? $": {List(figures)}" : "")}.",
        ];
        return Limited(sentences);
    }

    private static string[] Limited(string[] sentences) => sentences.Length <= MaxPanels
        ? sentences
        : [.. sentences.Take(MaxPanels), $"The table shows {NumberFormat.Count(sentences.Length - MaxPanels, "more case")}."];

    // A strategy without another one is no answer where each case has its own.
    private static AnswerCard[] OfPanels(JobDocument document, BenchmarkInfo info, bool isComparison)
    {
        var cards = info.Comparable(document.Cases, document.Request).Select(cases => AnswerCards.Of(cases, document, info))
            .OfType<AnswerCard>().Where(card => !isComparison || card.Rows.Count > 1).ToArray();
        return cards.Length <= MaxPanels
            ? cards
            : [.. cards.Take(MaxPanels), Card($"The table shows {NumberFormat.Count(cards.Length - MaxPanels, "more combination")}.")];
    }

    private static AnswerCard Card(string sentence) => new(sentence.TrimEnd('.'), null, []);

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
                var phrases = List(found.Select(each => Format(mark.Phrase, Number(each.Point), label, each.Strategy,
                    each.Range is var (low, high) ? $" ({Number(low)}–{Number(high)})" : "")));
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

        string Number(double point) => CoordinatesText.Number(mark.IsEstimate ? NumberFormat.Rounded(point) : point);

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
                var first = CoordinatesText.Value(axis, axis.Texts[0]);
                var against = axis.Kind == AxisKind.Client ? $"client {first}" : first;
                yield return Sentence(where, $"{word} {CoordinatesText.Cell(cases.Key, axis)} against {against}: {List(ratios)}.");
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
        var areOfOneWork = document.Cases.All(other => info.WorkOf(other.Strategy) == work || info.IsReference(other.Strategy));
        return Where(Panel.AtOf(cases, document.Request), areOfOneWork ? null : work, point, document, isSoFar);
    }

    internal static string Where(Coordinates panel, string? work, double? point, JobDocument document, bool isSoFar)
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

    /// <summary>A sentence without the marks around its names.</summary>
    public static string Plain(string sentence) => sentence.Replace("`", "", StringComparison.Ordinal);

    /// <summary>Joins the start and the rest of a sentence and capitalizes its first letter.</summary>
    internal static string Sentence(string where, string rest)
    {
        var sentence = where + rest;
        return char.ToUpperInvariant(sentence[0]) + sentence[1..];
    }

    internal static string Name(CaseResult @case) => $"`{@case.Strategy}`";

    /// <summary>The names of cases. More than three are counted.</summary>
    internal static string Names(IReadOnlyList<CaseResult> cases) => cases.Count <= Named
        ? List(cases.Select(Name))
        : $"{string.Join(", ", cases.Take(Named - 1).Select(Name))} and {NumberFormat.Whole(cases.Count - Named + 1)} others";

    internal static string List(IEnumerable<string> words) => words.ToArray() switch
    {
        [var only] => only,
        [.. var first, var last] => $"{string.Join(", ", first)} and {last}",
        [] => "",
    };

    private static string Time(CaseResult @case) => NumberFormat.SecondsWithUnit(@case.Summary!.Median);
}
