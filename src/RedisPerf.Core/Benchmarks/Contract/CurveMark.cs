using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>A point of each curve along the benchmark's own axis that the charts mark and the findings state.</summary>
/// <param name="Find">Finds the point from the cases of one strategy along the axis; null when the curve has none.</param>
/// <param name="Label">The text in a chart, with <c>{0}</c> for the point.</param>
public sealed record CurveMark(Func<IEnumerable<(double Point, CaseResult Case)>, ComparisonRule, double?> Find, string Label)
{
    /// <summary>The point at which the cost of a call has doubled relative to the smallest point.</summary>
    public static CurveMark DoubledCost { get; } = new(
        (curve, _) =>
            Knee.Of(curve.Where(each => each is { Point: > 0, Case.Summary: not null }).Select(each => (each.Point, each.Case.Summary!.Median))),
        "2× at {0}")
    {
        Phrase = "from about {0} {1} on{3} with `{2}`",
        Finding = "A {2} costs twice as much{1} {0}.",
        Missing = "With {0}, the cost does not double{1} within the measured {2}.",
        IsAnswer = true,
        IsEstimate = true,
        Range = Knee.RangeOf,
    };

    /// <summary>The point beyond which no larger point increases the throughput by a decided gain.</summary>
    public static CurveMark LastGain { get; } = new(
        Plateau.Of,
        "no gain beyond {0}")
    {
        Finding = FormattableString.Invariant($"Enough {{3}}{{1}}: {{0}}. More of them gain less than {100 * Plateau.MinGain:0}% of throughput."),
        IsAnswer = true,
        IsDecided = Plateau.IsDecided,
        Missing = "With {0}, the throughput increases up to the largest number of {2}{1}.",
        Undecided = "The last gain with {0} is not decided{1}: more rounds are needed.",
    };

    /// <summary>The part of the sentence about one strategy: <c>{0}</c> is the point, <c>{1}</c> the label of the axis,
    /// <c>{2}</c> the strategy, <c>{3}</c> the <see cref="Range"/> with a space before it.</summary>
    public string Phrase { get; init; } = "{0} with `{2}`";

    /// <summary>Whether the point is interpolated, so that a sentence has two digits of it.</summary>
    public bool IsEstimate { get; init; }

    /// <summary>The range of the point over the rounds; null when they do not give one.</summary>
    public Func<IEnumerable<(double Point, CaseResult Case)>, ComparisonRule, (double Low, double High)?> Range { get; init; } = (_, _) => null;

    /// <summary>The sentence: <c>{0}</c> is the list of phrases, <c>{1}</c> the other coordinates with a space before them, <c>{2}</c> the unit
    /// of work, <c>{3}</c> the label of the axis. Null when a <see cref="FigureColumn.Finding"/> states the point.</summary>
    public string? Finding { get; init; }

    /// <summary>The sentence for curves of several points that do not have this point: <c>{0}</c> is the list of strategies, <c>{1}</c> the
    /// other coordinates with a space before them, <c>{2}</c> the label of the axis; null for no sentence.</summary>
    public string? Missing { get; init; }

    /// <summary>The same for curves whose runs do not decide it.</summary>
    public string? Undecided { get; init; }

    /// <summary>Whether the runs of a curve are enough to find the point, or to exclude it.</summary>
    public Func<IEnumerable<(double Point, CaseResult Case)>, ComparisonRule, bool> IsDecided { get; init; } = (_, _) => true;

    /// <summary>Whether the sentence answers the question of the benchmark. If so, it is the first one, and a job that runs until it is
    /// decided finds the point.</summary>
    public bool IsAnswer { get; init; }
}
