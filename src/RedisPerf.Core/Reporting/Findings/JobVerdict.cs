using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>The answer of a finished job. It is computed once for all renderings; each of them shows its texts unchanged.</summary>
/// <param name="Cards">The answers; or the reason why there is no winner. Names are in backticks.</param>
/// <param name="Bounds">What limited the fastest case, and which strategies mostly encoded; empty when unknown.</param>
/// <param name="Conditions">How far the runs can be trusted; null when no timed run succeeded.</param>
/// <param name="Next">What to do for a clearer answer; empty when the answer is clear.</param>
public sealed record JobVerdict(IReadOnlyList<AnswerCard> Cards, IReadOnlyList<string> Bounds, string? Conditions, IReadOnlyList<NextStep> Next)
{
    /// <summary>The meaning of a ratio, and why it can differ from the quotient of the displayed medians. Shown with each
    /// table that has ratios.</summary>
    public static string PairedNote(JobRequest request) =>
        "× is time divided by the baseline's time: below 1 is faster. Paired: the median of the "
        + $"ratios of the rounds (with slices: of the turns) that both ran, with its {IntervalOf(request)}. "
        + "Conditions change between rounds, so it can differ from the quotient of the medians.";

    /// <summary>From this share of its time on, a strategy is bound by encoding.</summary>
    private const double BoundByEncoding = 0.6;

    /// <summary>From this share of disturbed runs on, and from this median coefficient of variation on, conditions are noisy.</summary>
    private const double Noisy = 0.1;

    /// <summary>Number of rounds from which on the interval of a ratio is robust against a single delayed round; see
    /// <see cref="RatioEstimator"/>.</summary>
    private const int RobustRounds = 10;

    /// <summary>The texts of the <see cref="Cards"/>.</summary>
    public IReadOnlyList<string> Answers { get; } = [.. Cards.Select(card => card.Text)];

    /// <summary>What makes figures of the job unreliable; empty when nothing does.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>The texts without the steps, in their order.</summary>
    public IEnumerable<string> Sentences =>
        Conditions is null ? [.. Answers, .. Warnings, .. Bounds] : [.. Answers, .. Warnings, .. Bounds, Conditions];

    /// <summary>The steps in one sentence; null without a step.</summary>
    public string? NextSentence => Next.Count == 0 ? null : $"Next: {string.Join("; ", Next.Select(step => step.Text))}.";

    /// <param name="document">The job, finished or not. While it runs, the answer is that of the moment and there is no next step.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static JobVerdict Of(JobDocument document, BenchmarkInfo? info) => new(
        Headline.Cards(document, info),
        info is null ? [] : [.. info.Comparable(document.Cases, document.Request).SelectMany(cases => BoundsOf(cases, document, info))],
        ConditionsOf(document, info),
        info is null || document.State is JobState.Queued or JobState.Running ? [] : [.. NextOf(document, info)])
    {
        Warnings = [.. WarningsOf(document, info)],
    };

    // The confidence of each check is higher than that of the whole job.
    private static string IntervalOf(JobRequest request) =>
        request.Until == RunUntil.Decided
            ? string.Create(CultureInfo.InvariantCulture,
                $"{100 * SequentialRule.Confidence:0.#}% interval (95% over all checks of a job that runs until it is decided)")
            : "95% interval";

    /// <summary>Why the floor is not usable in a job; empty when it is.</summary>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static IEnumerable<string> WarningsOf(JobDocument document, BenchmarkInfo? info)
    {
        if (info is null or { LowerBound: null })
        {
            yield break;
        }

        foreach (var faster in BenchmarkSummaries.FasterThanFloor(document.Cases, info, document.Request)
            .GroupBy(each => (each.Case.At, Work: info.WorkOf(each.Case.Strategy))))
        {
            var (point, isRunning) = (document.Request.PointOf(faster.Key.At), document.State == JobState.Running);
            var where = Headline.Where([.. faster.Select(each => each.Case)], point, document, info, isRunning);
            var names = faster.Select(each => $"{Headline.Name(each.Case)} ({NumberFormat.Factor(each.Ratio.Value, null, null)} its time)");
            yield return Headline.Sentence(
                where, $"floor not usable here: it took more time than {Headline.List(names)}, so it is not a lower bound.");
        }
    }

    private static IEnumerable<string> BoundsOf(IReadOnlyList<CaseResult> cases, JobDocument document, BenchmarkInfo info)
    {
        var (at, point) = (Ranking.AtLargestPoint(cases, document.Request), Ranking.LargestPoint(cases, document.Request));
        if (document.State is JobState.Completed or JobState.Running
            && JobRanking.AtLargestPoint(cases, info, document.Request).First is [{ Summary: { BoundBy: { } bound } summary } first, ..])
        {
            var where = Headline.Where(cases, point, document, info, isSoFar: false);
            var busy = $"client {Share(summary.ClientBusy)}, server {Share(summary.ServerBusy)} CPU";
            yield return Headline.Sentence(where, bound switch
            {
                Bound.Client => $"{Headline.Name(first)} is bound by the client ({busy}).",
                Bound.Server => $"{Headline.Name(first)} is bound by the server ({busy}).",
                Bound.Neither when info.IsPaced => $"{Headline.Name(first)} is bound by neither CPU ({busy}): the options limit its rate.",
                Bound.Both => $"{Headline.Name(first)} is bound by client and server ({busy}).",
                _ => $"{Headline.Name(first)} is bound by neither CPU ({busy}): it waits for the network or for replies.",
            });
        }

        if (document.Request.LoadFrom is > 1 and var nodes && document.State is JobState.Completed or JobState.Running
            && JobRanking.AtLargestPoint(cases, info, document.Request).First is [{ } fastest, ..] && CaseStatistics.Speedup(fastest) is { } speedup)
        {
            var where = Headline.Where(cases, point, document, info, isSoFar: false);
            yield return Headline.Sentence(where, string.Create(CultureInfo.InvariantCulture,
                $"{Headline.Name(fastest)} from {nodes} nodes has {NumberFormat.Significant(speedup, 2)}× the throughput of one node: "
                    + $"{(speedup >= SharedLoad.ClientsLimit * nodes ? "the clients are the limit" : "the server or the network is the limit")}."));
        }

        var encoding = at
            .Where(@case => @case.Summary is not null && @case.Strategy != info.Floor)
            .Select(@case => (Name: Headline.Name(@case), Share: CaseStatistics.Median(@case, run => run.EncodeSeconds / run.Seconds)))
            .Where(@case => @case.Share >= BoundByEncoding)
            .OrderByDescending(@case => @case.Share)
            .ToArray();
        if (encoding.Length > 0)
        {
            // Parallel encoders may sum up to a little more than the elapsed time.
            var where = Headline.Where(cases, point, document, info, isSoFar: false);
            yield return Headline.Sentence(where, $"{Headline.List(encoding.Select(@case => @case.Name))} spent "
                + $"{Headline.List(encoding.Select(@case => Share(Math.Min(1, @case.Share!.Value))))} "
                + $"of {(encoding.Length == 1 ? "its" : "their")} time encoding.");
        }
    }

    private static string? ConditionsOf(JobDocument document, BenchmarkInfo? info)
    {
        var timed = document.Cases.Sum(@case => CaseStatistics.Timed(@case).Count);
        if (timed == 0)
        {
            return null;
        }

        var disturbed = document.Cases.Sum(@case => CaseStatistics.Disturbed(@case).Count);
        var variation = CaseStatistics.MedianVariation(document.Cases);
        var level = disturbed >= Noisy * timed || variation >= Noisy ? "noisy" : "quiet";
        var variations = variation is null ? "" : $" The runs of a case vary by {NumberFormat.Percent(variation)}% (median CV).";
        // Disturbed runs have their own sentence next to the strip of the rounds: CaseText.Disturbances.
        var quiet = disturbed > 0 ? "" : string.Create(CultureInfo.InvariantCulture, $" 0 of {timed} runs were disturbed.");
        return $"{EndOf(document, info)}Conditions: {level}.{quiet}{variations}";
    }

    // Why a job that runs until it is decided has this number of rounds; empty for other jobs.
    private static string EndOf(JobDocument document, BenchmarkInfo? info)
    {
        if (info is null || document is not { State: JobState.Completed, Request.Until: RunUntil.Decided })
        {
            return "";
        }

        var rounds = document.Cases.Max(@case => CaseStatistics.Timed(@case).Count);
        var isSearch = info.SearchOf(document.Request) is not null;
        var toTheEnd = isSearch ? CaseStatistics.NotGivenUp(document.Cases) : CaseStatistics.RunToTheEnd(document.Cases);
        var (decided, undecided) = isSearch
            ? ("each search is decided", "some searches are still undecided")
            : ("each comparison is decided", "some comparisons are still undecided");
        var hasGivenUp = document.Cases.Any(@case => @case.Summary is not null && !toTheEnd.Contains(@case));
        var end = ReasonOf(document, info) switch
        {
            End.Cut => "it was cut before its time budget was used",
            End.Decided when hasGivenUp => $"{decided}, except those of cases that were given up",
            End.Decided => decided,
            End.MaxRounds => $"this is the maximum, and {undecided}",
            _ => $"the time budget of {NumberFormat.RoughDuration(document.Request.BudgetSeconds ?? 0)} is used, "
                + $"and {undecided}",
        };
        return string.Create(CultureInfo.InvariantCulture, $"The job ended after {rounds} rounds: {end}. ");
    }

    // For a completed job that runs until it is decided.
    private static End ReasonOf(JobDocument document, BenchmarkInfo info)
    {
        var last = document.Cases.SelectMany(@case => @case.Runs).Max(run => run.Round) + 1 - document.Request.Warmups;
        // In a round that was cut, cases lack a run that were not given up.
        return document.Progress is { Fraction: < 1 } ? End.Cut
            : BenchmarkSummaries.AreDecided(document.Cases, info, document.Request) ? End.Decided
            : last >= document.Request.Runs ? End.MaxRounds
            : End.Budget;
    }

    private static IEnumerable<NextStep> NextOf(JobDocument document, BenchmarkInfo info)
    {
        if (document.State != JobState.Completed)
        {
            if (AddedRounds.ArePossible(document))
            {
                yield return new("continue it until it is decided", null, AddsRounds: true) { Note = StricterInterval(document) };
            }

            yield return new("run it again", "");
            yield break;
        }

        var runs = document.Request.Runs;
        if (runs < Ranking.MinRounds)
        {
            yield return WithRuns(Math.Max(info.Runs, Ranking.MinRounds));
            yield break;
        }

        if (!IsDecided(document, info))
        {
            var canContinue = AddedRounds.ArePossible(document);
            if (canContinue)
            {
                yield return new("add rounds until it is decided", null, AddsRounds: true) { Note = StricterInterval(document) };
            }

            if (document.Request.Until == RunUntil.Decided)
            {
                // The reason why the job ended decides what helps.
                yield return ReasonOf(document, info) switch
                {
                    End.Cut => new("run it again", ""),
                    End.MaxRounds => new("run it with more work in each run, so that a run varies less", ""),
                    _ => new("run it with twice the time",
                        string.Create(CultureInfo.InvariantCulture, $"budgetSeconds={2 * document.Request.BudgetSeconds:0}")),
                };
                yield break;
            }

            yield return WithRuns(Math.Max(2 * runs, RobustRounds));
            if (!canContinue)
            {
                yield return new("run it until it is decided", "until=decided");
            }

            if (info.Presets.FirstOrDefault(preset => preset.IsPrecise && preset.Runs > runs) is { } precise)
            {
                yield return new($"use the preset {precise.Title}", $"preset={precise.Name}");
            }
        }

        var timed = document.Cases.Sum(@case => CaseStatistics.Timed(@case).Count);
        if (document.Cases.Sum(@case => CaseStatistics.Disturbed(@case).Count) >= Noisy * timed
            || CaseStatistics.MedianVariation(document.Cases) >= Noisy)
        {
            yield return new("repeat it on a machine and a server without other load", null);
        }
    }

    // A job until decided promises each comparison. In other jobs, the fastest strategy is the answer.
    private static bool IsDecided(JobDocument document, BenchmarkInfo info)
    {
        if (document.Request.Until == RunUntil.Decided)
        {
            return BenchmarkSummaries.AreDecided(document.Cases, info, document.Request);
        }

        return BenchmarkSummaries.HasAnswers(CaseStatistics.NotGivenUp(document.Cases), info, document.Request)
            && (!info.Compares(document.Request) || info.Comparable(document.Cases, document.Request)
                .All(cases => JobRanking.AtLargestPoint(cases, info, document.Request).IsLeadDecided));
    }

    // Only the first added rounds change the rule.
    private static string? StricterInterval(JobDocument document) => document.Request.Until == RunUntil.Decided ? null
        : $"With added rounds, intervals have {Percent(SequentialRule.Confidence)} confidence instead of "
            + $"{Percent(ComparisonRule.UsualConfidence)}, because the verdicts are checked several times. "
            + "They are wider: a comparison that is decided now can become undecided.";

    private static string Percent(double share) => string.Create(CultureInfo.InvariantCulture, $"{100 * share:0.#}%");

    private static NextStep WithRuns(int runs) =>
        new(string.Create(CultureInfo.InvariantCulture, $"run it with {runs} rounds"), string.Create(CultureInfo.InvariantCulture, $"runs={runs}"));

    /// <summary>Why a job that runs until it is decided ended.</summary>
    private enum End
    {
        Cut,
        Decided,
        MaxRounds,
        Budget,
    }

    private static string Share(double? share) =>
        share is null ? NumberFormat.NotReported : string.Create(CultureInfo.InvariantCulture, $"{100 * share:0}%");
}

/// <summary>A step to a clearer answer.</summary>
/// <param name="Text">As the end of a sentence: <c>run it with 10 rounds</c>.</param>
/// <param name="Query">What the form of a new run changes, in addition to the job: <c>runs=10</c>; empty for the same job again, null when
/// the step is not a new run.</param>
/// <param name="AddsRounds">Whether the step adds rounds to this job, with a button instead of a link.</param>
public sealed record NextStep(string Text, string? Query, bool AddsRounds = false)
{
    /// <summary>The consequence of the step, for the user before it; null without one.</summary>
    public string? Note { get; init; }
}
