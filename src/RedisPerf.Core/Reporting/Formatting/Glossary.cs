using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;

namespace RedisPerf.Core.Reporting.Formatting;

/// <summary>The terms that need an explanation, declared once for the pages and the HTML report.</summary>
public static class Glossary
{
    public static Term Case { get; } = new("case", "One strategy on one target; with a sweep, at one point.", "method.md#a-job");

    public static Term Round { get; } = new(
        "round", "One pass over all cases of a job, in shuffled order. All cases of a round meet similar conditions.", "method.md#a-job");

    public static Term WarmUp { get; } = new(
        "warm-up", "A round before the timed rounds. Its runs are shown, and no summary includes them.", "method.md#a-job");

    public static Term Slice { get; } = new("slice", "A part of a run. The slices of all cases alternate, so that a change of the machine's load "
        + "meets all of them. The time of a run is the sum of its slices. One slice of each case is a turn.", "method.md#slices");

    public static Term UntilDecided { get; } = new("until decided",
        "The job adds rounds until each comparison has a verdict other than “unclear”, or until its time budget or the maximum of rounds is used.",
        "method.md#until-decided");

    public static Term Client { get; } = new("client", "A version of StackExchange.Redis. Each client that a job names has its own worker "
        + "process with the same source. The slices of all clients alternate in the same rounds.", "method.md#clients");

    public static Term Payload { get; } = new("payload", "The values that a job writes: generated documents, or your own values. "
        + "A comparison of jobs with different payloads shows this difference first.", "method.md#payloads");

    public static Term Baseline { get; } = new("baseline", "The strategy that the others are compared with. A job that is pinned as "
        + "the baseline is compared with later jobs of the same benchmark and target.", "method.md#figures");

    public static Term Floor { get; } = new("floor",
        "The same bytes in the cheapest commands over a bare socket, encrypted if the target uses TLS: a lower bound that a client "
            + "can approach. “× floor” is the time divided by the floor's time, as a median over the rounds (with slices: over the turns).",
        "method.md#the-floor");

    public static Term ChangePoint { get; } = new("change point", "A scheduled run from which on the times differ from those before, found by "
        + "E-divisive with a permutation test. A series without a change has one with a chance of 1%.", "method.md#change-points");

    public static Term Paired { get; } = new(
        "paired", "The ratio of each round (with slices: of each turn) is time divided by the baseline's time in "
        + "the same round or turn: below 1 is faster. The table shows the median of these ratios with its interval. "
        + "It can differ from the quotient of the medians, because conditions change between rounds.", "method.md#figures");

    public static Term Unpaired { get; } = new("unpaired",
        "The ratio of two jobs is the time of the new job divided by the time of the base: below 1 is faster. "
            + "Jobs have no rounds in common, so the ratio uses the geometric means of their runs.",
        "method.md#verdict-accuracy");

    public static Term Interval { get; } = new("interval",
        "The range in parentheses, for example 0.74–0.88. Computed from many samples, 95% of such ranges contain the true value.",
        "method.md#verdict-accuracy");

    public static Term Verdict { get; } = new("verdict", "“faster” or “slower”: the interval of the ratio does not contain 1. “same”: "
        + "the whole interval is within 3% of 1. “unclear”: more rounds are needed to decide.", "method.md#figures");

    public static Term Undecided { get; } = new("not decided", "More rounds can change which strategy is the fastest. “Lowest so far” names the "
        + "one with the lowest median. Strategies are the same only if the whole interval of their ratio is within 3% of 1.", "method.md#figures");

    public static Term Speed { get; } = new("times as fast", "The baseline's time divided by the strategy's time: 2× takes half the time. "
        + "It is 1 divided by the paired ratio of the table, with its interval. If an interval spans a factor of more than 10, no factor is stated.",
        "method.md#figures");

    public static Term Cv { get; } = new(
        "CV", "Coefficient of variation: the standard deviation divided by the mean. With a low CV, the runs took nearly the same time.",
        "method.md#figures");

    public static Term BoundBy { get; } = new("bound by", "The side whose CPU was busy for at least 80% of the time. With “neither”, "
        + "the job waited for the network, for replies or for the rate of its options.", "method.md#figures");

    public static Term Disturbed { get; } = new("disturbed", "Another program, another client or a stall may have changed the time of this run. "
        + "The time is included in all figures until you exclude the run.", "method.md#disturbed-runs");

    public static Term Conditions { get; } = new("conditions",
        "“noisy”: at least 10% of the timed runs were disturbed, or the median CV of the cases is at least 10%. Otherwise “quiet”.",
        "method.md#disturbed-runs");

    public static Term Verified { get; } = new("verified",
        "A run is verified if its data was read back over a new connection and is correct. A run that is not verified has no time.",
        "method.md#a-job");

    public static Term Knee { get; } = new("knee",
        "The point of the sweep from which on a call takes at least twice as long as at the smallest point. The chart marks it with “2×”.",
        "benchmarks/mget.md#figures");

    public static Term LastGain { get; } = new("last gain",
        "The smallest point of the sweep that no larger point exceeds in throughput by 5% or more. "
            + "The intervals of the ratios decide it. The chart marks the point with “no gain beyond”.",
        "benchmarks/connections.md#figures");

    public static Term JobTrend { get; } = new("trend",
        "The lowest medians of the last 20 jobs with the same options, payload, targets, clients, "
            + "machine and fastest strategy. This job is the last point. The height of the line is a range of at least 20%.",
        "method.md#the-trend-in-the-list-of-jobs");

    public static Term ExpectedRange { get; } = new("expected range",
        "The range of the next median, with a probability of 95%, from the scheduled runs before it. It requires 10 comparable runs.",
        "method.md#reference-level");

    public static Term LevelInterval { get; } = new("interval of the median",
        "The range of the median with a confidence of 90%. With five runs, it is the shortest and the longest run.", "method.md#figures");

    public static Term ScheduledVerdict { get; } = new("verdict of a scheduled run",
        "“slower”: the run and its rerun are slower than the earlier runs, and an alert opens. “not confirmed”: the rerun was not slower.",
        "method.md#decision");

    /// <summary>The terms that the words of an answer explain.</summary>
    public static IReadOnlyList<Term> OfAnswer { get; } = [Undecided, Speed];

    /// <summary>The terms of a job, for a list of all of them.</summary>
    public static IReadOnlyList<Term> OfJob { get; } = [Case, Round, WarmUp, Slice, UntilDecided, Client, Payload, Baseline, Paired,
        Interval, Verdict, Undecided, Speed, Floor, Cv, BoundBy, Disturbed, Conditions, Verified, Knee, LastGain];

    /// <summary>The term that explains a field of the form of a job; null for none.</summary>
    public static Term? OfField(string field) => field switch
    {
        RequestFields.Runs => Round,
        RequestFields.Warmups => WarmUp,
        RequestFields.Slices => Slice,
        RequestFields.Until => UntilDecided,
        RequestFields.Baseline => Baseline,
        _ => null,
    };

    /// <summary>The term that explains a marked point of a curve; null for none.</summary>
    public static Term? OfMark(CurveMark mark) => mark == CurveMark.DoubledCost ? Knee : mark == CurveMark.LastGain ? LastGain : null;

    /// <summary>All terms.</summary>
    public static IReadOnlyList<Term> All { get; } = [.. OfJob, Unpaired, JobTrend, ExpectedRange, LevelInterval, ScheduledVerdict];
}

/// <summary>A term with its explanation.</summary>
/// <param name="Name">As the pages write it.</param>
/// <param name="Text">One to three sentences.</param>
/// <param name="Docs">The page of the documentation and its section: <c>method.md#the-floor</c>.</param>
public sealed record Term(string Name, string Text, string Docs);
