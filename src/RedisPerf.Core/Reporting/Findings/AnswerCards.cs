using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>The answers of a job about comparable cases: one for each of their groups.</summary>
internal static class AnswerCards
{
    /// <summary>The answer about comparable cases at their largest point; null when no case was measured.</summary>
    /// <param name="cases">One group of <see cref="BenchmarkInfo.Comparable"/>.</param>
    public static AnswerCard? Of(IReadOnlyList<CaseResult> cases, JobDocument document, BenchmarkInfo info)
    {
        var ranking = JobRanking.AtLargestPoint(cases, info, document.Request);
        if (ranking.First.Count + ranking.Unranked.Count == 0)
        {
            return null;
        }

        var (point, isRunning) = (Ranking.LargestPoint(cases, document.Request), document.State == JobState.Running);
        var at = Panel.AtOf(cases, document.Request);
        // Within the first round that allows a comparison, too few strategies have enough runs for an answer.
        if (ranking.First.Count == 0 || (isRunning && ranking.Unranked.Count >= ranking.First.Count + ranking.Others.Count))
        {
            var where = Headline.Where(cases, point, document, info, isSoFar: false);
            return new(
                Headline.Sentence(where, $"no winner{(isRunning ? " yet" : "")}"),
                string.Create(CultureInfo.InvariantCulture, $"{Ranking.MinRounds} rounds are needed for a comparison"), [])
            { At = at };
        }

        var group = new Group(ranking, document, info, BenchmarkInfo.BaselineOf(document.Request, info, cases[0].Strategy));
        var rows = group.Rows();
        var (sentence, number) = group.LeadWithCost();
        // The words of a lead that is not decided contain "so far".
        var isSoFar = isRunning && ranking.Lead != Lead.Undecided;
        var card = new AnswerCard(
            Headline.Sentence(Headline.Where(cases, point, document, info, isSoFar), sentence), number, [.. group.Notes(rows)])
        {
            At = at,
            Reference = group.Reference?.Strategy,
            Rows = rows,
            Scale = AnswerScale.Of(rows),
        };
        return GainFinding.Of(cases, document, info) is [var gain, .. var others]
            ? WithGains(card, gain, others, group, gained => Headline.Sentence(Headline.Where(cases, null, document, info, isRunning), gained))
            : card;
    }

    // The gain answers the question of the benchmark. The fastest strategy at the largest point follows, unless both are the same.
    private static AnswerCard WithGains(
        AnswerCard card, GainFinding first, IEnumerable<GainFinding> others, Group group, Func<string, string> toSentence) => card with
        {
            Sentence = toSentence(first.Sentence),
            Number = group.Number(first),
            Notes =
            [
                .. others.Select(gain => TextOf(toSentence(gain.Sentence), group.Number(gain))),
                .. group.IsLead(first) ? Array.Empty<string>() : [TextOf(card.Sentence, card.Number)],
                .. card.Notes,
            ],
        };

    private static string TextOf(string sentence, string? number) => new AnswerCard(sentence, number, []).Text;

    private sealed class Group
    {
        private readonly Ranking _ranking;
        private readonly JobDocument _document;
        private readonly BenchmarkInfo _info;
        private readonly ComparisonRule _rule;
        private readonly CaseResult[] _ranked;
        private readonly CaseResult? _baseline;
        private readonly ColumnScale _scale;

        public Group(Ranking ranking, JobDocument document, BenchmarkInfo info, string? baseline)
        {
            (_ranking, _document, _info, _rule) = (ranking, document, info, BenchmarkInfo.RuleOf(document.Request, info));
            _ranked = [.. ranking.First.Concat(ranking.Others).OrderBy(@case => @case.Summary!.Median)];
            _baseline = Array.Find(_ranked, @case => @case.Strategy == baseline);
            Reference = _ranked.Length < 2 ? null : _baseline ?? ranking.First[0];
            _scale = ColumnScale.OfSeconds([First.Summary!.Median, Opponent?.Summary!.Median,
                .. ranking.First.Take(Headline.Named).Select(MedianOf)]);

            static double? MedianOf(CaseResult @case) => @case.Summary?.Median;
        }

        public CaseResult? Reference { get; }

        private CaseResult First => _ranking.First[0];

        // A winner is compared with the baseline; a baseline that wins, with the next one.
        private CaseResult? Opponent => _ranking.Winner is null ? null : _baseline is { } baseline && !ReferenceEquals(baseline, First) ? baseline
            : _ranking.Others[0];

        /// <summary>The lead, with the other cost of the winner and the cheapest strategy.</summary>
        public (string Sentence, string? Number) LeadWithCost()
        {
            var (sentence, number) = Lead();
            if (_info.OtherCost is not { } cost)
            {
                return (sentence, number);
            }

            var column = _info.Columns.Single(column => column.Name == cost.Figure);
            var cheapest = LowestFigure.Of(_ranked, cost.Of, _rule);
            var winner = _ranking is { Lead: Statistics.Lead.Decided, First: [var only] } ? only : null;
            var costs =
                from @case in new[] { winner, cheapest }.OfType<CaseResult>().Distinct()
                let value = column.In(@case.Summary)
                where value is not null
                select $"{Name(@case)} {NumberFormat.Figure(column, value.Value)}{cost.Unit}";
            var words = cost.Lowest + (Array.Exists(_ranked, @case => column.In(@case.Summary) is null) ? " of the strategies with a figure" : "");
            return (
                cheapest is null ? sentence
                    : ReferenceEquals(cheapest, winner) ? $"{sentence}, and {words}"
                    : $"{sentence}; {Name(cheapest)} {words}",
                Headline.List(costs) is { Length: > 0 } list ? number is null ? list : $"{number}; {list}" : number);
        }

        /// <summary>Whether a gain compares the same cases as the lead.</summary>
        public bool IsLead(GainFinding gain) => gain.Alone is not null
            && ReferenceEquals(gain.Subject, _ranking.Winner) && ReferenceEquals(gain.Alone, Opponent);

        /// <summary>The times of a gain: <c>0.45 µs instead of 18 µs per write</c>; null when the comparison is not decided.</summary>
        public string? Number(GainFinding gain)
        {
            if (gain.Alone is not { } alone)
            {
                return null;
            }

            var scale = ColumnScale.OfSeconds([gain.Subject.Summary!.Median, alone.Summary!.Median]);
            return $"{Time(gain.Subject, scale)} instead of {Time(alone, scale)}{For(gain.Subject, alone)}";
        }

        private (string Sentence, string? Number) Lead() => _ranking.Lead switch
        {
            _ when _ranking.First.Count + _ranking.Others.Count == 1 =>
                ($"{Name(First)} takes {Time(First)}{For(First)}", "no other strategy is ranked"),
            Statistics.Lead.Decided => Winner(Opponent!),
            Statistics.Lead.Shared when _ranking.First.Count <= Headline.Named =>
                ($"{Headline.Names(_ranking.First)} are equally fast",
                    $"{Headline.List(_ranking.First.Select(Time))}{For(First)}, which is the same within {Percent(Verdicts.Margin)}"),
            Statistics.Lead.Shared =>
                ($"{Headline.Names(_ranking.First)} are equally fast",
                    $"{Time(First)}{For(First)}, and the others are the same within {Percent(Verdicts.Margin)}"),
            _ => ($"not decided: lowest so far {Name(First)}, {Time(First)}{For(First)}", null),
        };

        public IEnumerable<string> Notes(IReadOnlyList<AnswerRow> rows)
        {
            if (_ranking.Lead == Statistics.Lead.Undecided)
            {
                if (_ranking.First.Skip(1).ToArray() is { Length: > 0 } possible)
                {
                    yield return $"{Headline.Names(possible)} can be as fast or faster.";
                }

                if (_baseline is { } baseline && !_ranking.First.Contains(baseline, ReferenceEqualityComparer.Instance)
                    && First.Summary!.Ratio is { Verdict: Verdict.Faster } ratio)
                {
                    yield return $"{Name(First)} is {Faster(ratio)} {Name(baseline)}.";
                }
            }
            else if (_ranking.Lead == Statistics.Lead.Shared && _baseline is { } slower
                && !_ranking.First.Contains(slower, ReferenceEqualityComparer.Instance) && First.Summary!.Ratio is { Verdict: Verdict.Faster } ratio)
            {
                yield return $"{Name(First)} is {Faster(ratio)} {Name(slower)}.";
            }
            else if (Opponent is { } opponent)
            {
                if (opponent.Summary!.Median < First.Summary!.Median)
                {
                    yield return $"The median of {Name(First)} is larger, but it is faster in the same rounds.";
                }

                if (Against(First, opponent) is { } known && !NumberFormat.IsFactorKnown(known))
                {
                    yield return "How much faster is not known: the runs differ too much.";
                }
            }

            foreach (var row in rows.Where(row => !row.IsDecided && row.Needed is not null).Take(Headline.Named))
            {
                yield return $"`{row.Strategy}` against `{Reference!.Strategy}` is not decided: about {row.Needed}.";
            }

            if (_ranking.Unranked.Count > 0)
            {
                yield return $"{Headline.Names(_ranking.Unranked)} {(_ranking.Unranked.Count == 1 ? "has" : "have")} too few runs to be ranked.";
            }
        }

        public IReadOnlyList<AnswerRow> Rows() => Reference is null ? [] : [.. _ranked.Select(Row)];

        private AnswerRow Row(CaseResult @case)
        {
            if (ReferenceEquals(@case, Reference))
            {
                return new(@case, 1, null, null, Verdict.Same, true, _baseline is null ? "the fastest" : "the baseline", null);
            }

            var ratio = Against(@case, Reference!);
            var verdict = ratio?.Verdict ?? Verdict.Unclear;
            return ratio is not null && NumberFormat.IsFactorKnown(ratio)
                ? new(@case, 1 / ratio.Value, 1 / ratio.High, 1 / ratio.Low, verdict, false, Words(ratio), Needed(ratio))
                {
                    Label = verdict is Verdict.Faster or Verdict.Slower
                        ? $"{NumberFormat.Speed(ratio)} ({NumberFormat.SpeedInterval(ratio)})"
                        : Words(ratio),
                }
                : new(@case, null, null, null, verdict, false, WithoutFactor(ratio), ratio is null ? null : Needed(ratio));
        }

        private static string Words(Ratio ratio) => ratio.Verdict switch
        {
            Verdict.Same => $"the same within {Percent(Verdicts.Margin)}",
            Verdict.Unclear => $"not decided ({NumberFormat.SpeedInterval(ratio)})",
            _ => NumberFormat.SpeedWithInterval(ratio),
        };

        private static string WithoutFactor(Ratio? ratio) => ratio switch
        {
            null or { Low: null } => "too few rounds",
            { Verdict: Verdict.Unclear } => "not decided",
            { Verdict: var verdict } => $"{verdict.ToWord()}, by an unknown factor",
        };

        // An estimate is for a job that has ended: a running one has more rounds in any case.
        private string? Needed(Ratio ratio) =>
            ratio.Verdict == Verdict.Unclear && _document.State == JobState.Completed
                && NeededRounds.Estimate(ratio, JobRounds()) is { } rounds
                ? MoreRounds.Text(rounds, _document)
                : null;

        private int JobRounds() => _document.Cases.Max(@case => CaseStatistics.Timed(@case).Count);

        private (string Sentence, string? Number) Winner(CaseResult opponent)
        {
            var isBaseline = ReferenceEquals(opponent, _baseline);
            var factor = Against(First, opponent) is { } ratio && NumberFormat.IsFactorKnown(ratio)
                ? $"{NumberFormat.Speed(ratio)} as fast as"
                : null;
            return (
                isBaseline ? $"{Name(First)} is {factor ?? "faster than"} {Name(opponent)}"
                    : factor is null ? $"{Name(First)} is fastest, before {Name(opponent)}"
                    : $"{Name(First)} is fastest, {factor} {Name(opponent)}",
                // The medians of a winner in the same rounds can be in the other order.
                opponent.Summary!.Median < First.Summary!.Median
                    ? $"{Time(First)}{For(First)}"
                    : $"{Time(First)} instead of {Time(opponent)}{For(First, opponent)}");
        }

        private Ratio? Against(CaseResult @case, CaseResult other) =>
            ReferenceEquals(other, _baseline) && @case.Summary!.Ratio is { } known ? known : Summaries.Against(@case, other, _rule);

        private string Time(CaseResult @case) => Time(@case, _scale);

        private static string Time(CaseResult @case, ColumnScale scale) => $"{scale.Text(@case.Summary!.Median)} {scale.Unit}";

        private string For(params CaseResult[] cases) =>
            _info.ComparedFigure is { } figure ? $" {figure.Label}"
            : _info.TimePer is { } operation ? $" per {operation}"
            : _info.Items is { } items && cases.Select(OperationsOf).Distinct().ToArray() is [{ } count]
            ? $" for {NumberFormat.Whole((long)count)} {items}"
            : "";

        private static double? OperationsOf(CaseResult @case) => CaseStatistics.Median(@case, run => run.Operations);

        private static string Faster(Ratio ratio) => NumberFormat.IsFactorKnown(ratio) ? $"{NumberFormat.Speed(ratio)} as fast as" : "faster than";

        private static string Name(CaseResult @case) => Headline.Name(@case);

        private static string Percent(double share) => string.Create(CultureInfo.InvariantCulture, $"{100 * share:0}%");
    }
}
